import { sql } from 'kysely';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../../model/tables/ingestion.tables.js';
import type { EnrichmentPosition, EnrichmentsTable } from '../../model/tables/enrichments.tables.js';

/** Records the field for an enrichment of a code's events; an unchanged field changes nothing. */
export async function enqueueEnrichment(
  transaction: TenantTransaction,
  pending: Pick<EnrichmentsTable, 'organization_id' | 'code' | 'field_name'> & { version: number },
): Promise<void> {
  await tables(transaction)
    .insertInto('ingestion.enrichments')
    .values({ ...pending, version: String(pending.version), position: null, events: 0, done: false })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'code'])
        .doUpdateSet({
          field_name: pending.field_name,
          version: String(pending.version),
          position: null,
          events: 0,
          done: false,
        })
        .where(sql<boolean>`enrichments.field_name is distinct from excluded.field_name`),
    )
    .execute();
}

export async function findEnrichment(
  transaction: TenantTransaction,
  code: string,
): Promise<EnrichmentsTable | undefined> {
  return tables(transaction)
    .selectFrom('ingestion.enrichments')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('code', '=', code)
    .where('done', '=', false)
    .executeTakeFirst();
}

/** Pending enrichments of an organization, in the order of their codes. */
export async function listEnrichments(transaction: TenantTransaction, limit: number): Promise<EnrichmentsTable[]> {
  return tables(transaction)
    .selectFrom('ingestion.enrichments')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('done', '=', false)
    .orderBy('code')
    .limit(limit)
    .execute();
}

/** Organizations with pending enrichments. */
export async function listPendingEnrichments(transaction: Transaction, limit: number): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('ingestion.enrichments')
    .select('organization_id')
    .distinct()
    .where('done', '=', false)
    .limit(limit)
    .execute();
  return rows.map(({ organization_id: organizationId }) => organizationId);
}

/** Records that enrichments are complete, except those of an outdated field. */
export async function completeEnrichments(
  transaction: TenantTransaction,
  enrichments: Pick<EnrichmentsTable, 'code' | 'version'>[],
): Promise<void> {
  if (enrichments.length === 0) return;
  await sql`
    update ingestion.enrichments pending set done = true, position = null
    from unnest(${enrichments.map(({ code }) => code)}::text[], ${enrichments.map(({ version }) => version)}::bigint[])
      as complete (code, version)
    where pending.organization_id = ${transaction.organizationId}
      and pending.code = complete.code and pending.version = complete.version
  `.execute(transaction);
}

/** Records progress; a null position means complete. Progress of an outdated field is dropped. */
export async function recordProgress(
  transaction: TenantTransaction,
  enrichment: EnrichmentsTable,
  position: EnrichmentPosition | null,
  events: number,
): Promise<void> {
  await tables(transaction)
    .updateTable('ingestion.enrichments')
    .set({
      position: position && sql<EnrichmentPosition>`${JSON.stringify(position)}::jsonb`,
      events: sql<number>`events + ${events}`,
      done: position === null,
    })
    .where('organization_id', '=', enrichment.organization_id)
    .where('code', '=', enrichment.code)
    .where('version', '=', enrichment.version)
    .execute();
}

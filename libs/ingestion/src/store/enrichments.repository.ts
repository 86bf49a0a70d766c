import { sql } from 'kysely';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../tables/ingestion.tables.js';
import type { EnrichmentPosition, EnrichmentsTable } from '../tables/enrichments.tables.js';

/** Records the field for an enrichment of a code's events; an unchanged field changes nothing. */
export async function oweEnrichment(
  transaction: TenantTransaction,
  owed: Pick<EnrichmentsTable, 'organization_id' | 'code' | 'field_name'> & { version: number },
): Promise<void> {
  await tables(transaction)
    .insertInto('ingestion.enrichments')
    .values({ ...owed, version: String(owed.version), position: null, events: 0, done: false })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'code'])
        .doUpdateSet({
          field_name: owed.field_name,
          version: String(owed.version),
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

/** Codes with pending enrichments, of all organizations. */
export async function listOwedEnrichments(
  transaction: Transaction,
  limit: number,
): Promise<{ organization_id: string; code: string }[]> {
  return tables(transaction)
    .selectFrom('ingestion.enrichments')
    .select(['organization_id', 'code'])
    .where('done', '=', false)
    .limit(limit)
    .execute();
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

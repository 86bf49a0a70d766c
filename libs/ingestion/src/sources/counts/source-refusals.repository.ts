import {
  sourceBounds,
  type EventSourceRefusal,
  type EventSourceRefusalFilters,
  type FieldErrors,
} from '@tollgate/contracts';
import { sql } from 'kysely';
import { insertRows, isoSeconds, newId, paginate, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { tables } from '../../model/tables/ingestion.tables.js';

/** A record of a source, or one of its events, that was refused. */
export interface RefusedRecord {
  organizationId: string;
  /** The identifier of the record. */
  record: string | null;
  /** Where it was read; null for calls. */
  place: string | null;
  /** Null for a record that cannot be read. */
  rule: string | null;
  errors: FieldErrors;
  at: Date;
}

/** An identifier of a record may have any length. */
const longestRecord = 255;

/** Adds refused records of sources, by the id of the source; of each source, the last hundred stay. */
export async function addRefusals(
  transaction: Transaction,
  refusals: ReadonlyMap<string, readonly RefusedRecord[]>,
): Promise<void> {
  const rows = [...refusals].flatMap(([source, some]) =>
    some.map(({ organizationId, record, place, rule, errors, at }) => ({
      id: newId(),
      organization_id: organizationId,
      event_source_id: source,
      record: record?.slice(0, longestRecord) ?? null,
      place,
      rule,
      errors,
      refused_at: at,
    })),
  );
  if (rows.length === 0) return;
  await insertRows(transaction, 'ingestion.event_source_refusals', rows);
  const sources = [...new Set(rows.map(({ event_source_id: source }) => source))];
  await sql`
    delete from ingestion.event_source_refusals as old using (
      select id, row_number() over (partition by event_source_id order by id desc) as number
      from ingestion.event_source_refusals where event_source_id = any(${sources}::uuid[])
    ) as ranked
    where ranked.id = old.id and ranked.number > ${sourceBounds.refusals}
  `.execute(transaction);
}

/** The last refused records of a source, newest first. */
export async function listRefusals(transaction: TenantTransaction, sourceId: string, page: EventSourceRefusalFilters) {
  const { rows, meta } = await paginate(
    tables(transaction)
      .selectFrom('ingestion.event_source_refusals')
      .selectAll()
      .where('organization_id', '=', transaction.organizationId)
      .where('event_source_id', '=', sourceId)
      .orderBy('id', 'desc'),
    page,
  );
  const refusals: EventSourceRefusal[] = rows.map(({ id, record, place, rule, errors, refused_at: at }) => ({
    svc_id: id,
    record,
    place,
    rule,
    errors,
    refused_at: isoSeconds(at),
  }));
  return { event_source_refusals: refusals, meta };
}

/** Deletes the refused records of a source. */
export async function deleteRefusals(transaction: TenantTransaction, sourceId: string): Promise<void> {
  await tables(transaction)
    .deleteFrom('ingestion.event_source_refusals')
    .where('organization_id', '=', transaction.organizationId)
    .where('event_source_id', '=', sourceId)
    .execute();
}

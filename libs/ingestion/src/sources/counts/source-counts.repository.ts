import { sql } from 'kysely';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import type { RefusedRecord } from './source-refusals.repository.js';
import { tables } from '../../model/tables/ingestion.tables.js';

/** The outcomes of the records of a source since the last write. */
export interface SourceCount {
  organizationId: string;
  taken: number;
  repeated: number;
  refused: number;
  receivedAt: Date;
  error: { text: string; at: Date } | null;
  /** The last ones. */
  refusals: RefusedRecord[];
}

/** Adds counts to the stored ones, by the id of the source, in one statement. */
export async function addCounts(transaction: Transaction, counts: ReadonlyMap<string, SourceCount>): Promise<void> {
  const rows = [...counts]
    // One order, so that two processes never wait for each other.
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, { organizationId, taken, repeated, refused, receivedAt, error }]) => ({
      event_source_id: id,
      organization_id: organizationId,
      taken,
      repeated,
      refused,
      last_received_at: receivedAt,
      last_error: error?.text ?? null,
      last_error_at: error?.at ?? null,
    }));
  await sql`
    insert into ingestion.event_source_counts as stored
    select * from jsonb_populate_recordset(null::ingestion.event_source_counts, ${JSON.stringify(rows)}::jsonb)
    on conflict (event_source_id) do update set
      taken = stored.taken + excluded.taken,
      repeated = stored.repeated + excluded.repeated,
      refused = stored.refused + excluded.refused,
      last_received_at = greatest(stored.last_received_at, excluded.last_received_at),
      last_error = case when excluded.last_error_at >= coalesce(stored.last_error_at, excluded.last_error_at)
        then excluded.last_error else stored.last_error end,
      last_error_at = greatest(stored.last_error_at, excluded.last_error_at)
  `.execute(transaction);
}

export interface StoredCount {
  event_source_id: string;
  taken: bigint;
  repeated: bigint;
  refused: bigint;
  last_received_at: Date;
  last_error: string | null;
  last_error_at: Date | null;
}

/** The stored counts of sources by their ids; sources without records have none. */
export async function countsOf(transaction: TenantTransaction, ids: string[]): Promise<Map<string, StoredCount>> {
  if (ids.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('ingestion.event_source_counts')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('event_source_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.event_source_id, row]));
}

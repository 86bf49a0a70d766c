import { sql, type Insertable, type Selectable } from 'kysely';
import type { BackfillStatus, EventBackfillFilters, SortsOf } from '@tollgate/contracts';
import {
  instantKey,
  listForm,
  narrowed,
  newestFirst,
  readList,
  type SecretPlace,
  type TenantTransaction,
  type Transaction,
} from '@tollgate/platform';
import type { EventBackfillsTable } from '../../model/tables/event-backfills.tables.js';
import { tables } from '../../model/tables/ingestion.tables.js';

export type BackfillRow = Selectable<EventBackfillsTable>;

/** States in which a job works on a backfill. */
export const unfinished = ['pending', 'processing'] as const satisfies BackfillStatus[];

const backfillsOf = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('ingestion.event_backfills')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function insertBackfill(
  transaction: TenantTransaction,
  row: Insertable<EventBackfillsTable>,
): Promise<BackfillRow> {
  return tables(transaction)
    .insertInto('ingestion.event_backfills')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findBackfill(transaction: TenantTransaction, id: string): Promise<BackfillRow | undefined> {
  return backfillsOf(transaction).where('id', '=', id).executeTakeFirst();
}

/** Locks a backfill before its state changes. */
export async function lockBackfill(transaction: TenantTransaction, id: string): Promise<BackfillRow | undefined> {
  return backfillsOf(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function countUnfinished(transaction: TenantTransaction): Promise<number> {
  const { count } = await tables(transaction)
    .selectFrom('ingestion.event_backfills')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('organization_id', '=', transaction.organizationId)
    .where('status', 'in', unfinished)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The unfinished backfill that was worked on the longest ago. */
export async function nextBackfill(transaction: TenantTransaction): Promise<BackfillRow | undefined> {
  return backfillsOf(transaction)
    .where('status', 'in', unfinished)
    .orderBy('worked_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

const list = listForm<SortsOf<EventBackfillFilters>>({
  keys: { created_at: instantKey('created_at') },
  order: newestFirst,
});

export async function listBackfills(transaction: TenantTransaction, filters: EventBackfillFilters) {
  const { status, format, dry_run: isDry } = filters;
  const query = backfillsOf(transaction)
    .$if(status !== undefined, (some) => some.where('status', '=', status as BackfillRow['status']))
    .$if(format !== undefined, (some) => some.where('format', '=', format as BackfillRow['format']))
    .$if(isDry !== undefined, (some) => some.where('dry_run', '=', isDry as boolean));
  return readList(transaction, narrowed(query, list, filters), list, filters);
}

/** The changes of a step. */
export type BackfillChanges = Partial<
  Pick<
    BackfillRow,
    | 'status'
    | 'objects_done'
    | 'bytes_done'
    | 'rows_read'
    | 'taken'
    | 'repeated'
    | 'refused'
    | 'refused_invoiced'
    | 'ignored'
    | 'error'
    | 'error_object'
    | 'error_row'
    | 'tries'
    | 'completed_at'
    | 'secret_access_key'
  >
> & { refused_reasons?: string };

/**
 * Changes a backfill that is still as it was read. It counts as worked on then.
 * @returns undefined when another process or call was faster
 */
export async function advance(
  transaction: TenantTransaction,
  { id, step, status }: BackfillRow,
  changes: BackfillChanges,
): Promise<BackfillRow | undefined> {
  return tables(transaction)
    .updateTable('ingestion.event_backfills')
    .set({ ...changes, step: step + 1n, worked_at: sql<Date>`clock_timestamp()` })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .where('step', '=', step)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirst();
}

/** Organizations with unfinished backfills that no process has worked on since an instant. */
export async function organizationsWaiting(transaction: Transaction, before: Date, limit: number): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('ingestion.event_backfills')
    .select('organization_id')
    .distinct()
    .where('status', 'in', unfinished)
    .where('worked_at', '<', before)
    .limit(limit)
    .execute();
  return rows.map((row) => row.organization_id);
}

/** Deletes ended and stopped backfills with their files and rows. @returns how many, `limit` at most */
export async function deleteBackfills(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from ingestion.event_backfills
    where id in (
      select id from ingestion.event_backfills
      where worked_at < ${before} and status not in ('pending', 'processing')
      order by worked_at limit ${limit}
    )
    returning id
  `.execute(transaction);
  return rows.length;
}

/** Where the secret of a bucket is stored. */
export const placeOfSecret = ({
  id,
  organization_id: organizationId,
}: Pick<BackfillRow, 'id' | 'organization_id'>): SecretPlace => ({
  schema: 'ingestion',
  table: 'event_backfills',
  column: 'secret_access_key',
  id,
  organizationId,
});

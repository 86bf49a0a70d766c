import { sql, type Insertable, type Selectable } from 'kysely';
import { bulkActStatuses, type BulkActFilters, type BulkActName, type SortsOf } from '@tollgate/contracts';
import {
  instantKey,
  listForm,
  narrowed,
  newestFirst,
  readList,
  type TenantTransaction,
  type Transaction,
} from '@tollgate/platform';
import { tables, type BulkActsTable } from '../identity.tables.js';

export type BulkActRow = Selectable<BulkActsTable>;

/** The states of an act that goes on. */
export const unfinishedStatuses = ['pending', 'processing', 'stopping'] as const;

const all = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('identity.bulk_acts')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function insertBulkAct(
  transaction: TenantTransaction,
  row: Insertable<BulkActsTable>,
): Promise<BulkActRow> {
  return tables(transaction).insertInto('identity.bulk_acts').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findBulkAct(transaction: TenantTransaction, id: string): Promise<BulkActRow | undefined> {
  return all(transaction).where('id', '=', id).executeTakeFirst();
}

/** Locks an act, so that its state changes in one place at a time. */
export async function lockBulkAct(transaction: TenantTransaction, id: string): Promise<BulkActRow | undefined> {
  return all(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
}

const list = listForm<SortsOf<BulkActFilters>>({
  updated: 'created_at',
  keys: { created_at: instantKey('created_at') },
  order: newestFirst,
  searched: ['act'],
});

/** Reads one page of acts, newest first. @param acts those that the caller may see */
export async function listBulkActs(
  transaction: TenantTransaction,
  filters: BulkActFilters,
  acts: readonly BulkActName[],
) {
  const found = (changes: Partial<BulkActFilters> = {}) => {
    const { status } = { ...filters, ...changes };
    const query = narrowed(all(transaction), list, filters).where(sql<boolean>`act = any(${acts}::text[])`);
    return status === undefined ? query : query.where('status', '=', status);
  };
  return readList(transaction, found(), list, filters, {
    status: () => ({ query: found({ status: undefined }), values: bulkActStatuses }),
  });
}

/** Counts the acts of the organization that go on. */
export async function countUnfinished(transaction: TenantTransaction): Promise<number> {
  const { count } = await tables(transaction)
    .selectFrom('identity.bulk_acts')
    .select((expression) => expression.fn.countAll<bigint>().as('count'))
    .where('organization_id', '=', transaction.organizationId)
    .where('status', 'in', unfinishedStatuses)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Changes an act. */
export async function updateBulkAct(
  transaction: TenantTransaction,
  id: string,
  changes: Partial<Pick<BulkActRow, ChangedColumn>>,
): Promise<BulkActRow> {
  return tables(transaction)
    .updateTable('identity.bulk_acts')
    .set({ ...changes, touched_at: sql<Date>`now()` })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type ChangedColumn =
  | 'status'
  | 'stop_reason'
  | 'records_waiting'
  | 'records_refused'
  | 'records_left'
  | 'api_key_id'
  | 'user_id'
  | 'request_id'
  | 'started_at'
  | 'completed_at';

/** Acts of all organizations that go on, without progress since an instant; the oldest first. */
export async function abandonedActs(transaction: Transaction, before: Date, limit: number): Promise<BulkActRow[]> {
  return tables(transaction)
    .selectFrom('identity.bulk_acts')
    .selectAll()
    .where('status', 'in', unfinishedStatuses)
    .where('touched_at', '<=', before)
    .orderBy('touched_at')
    .limit(limit)
    .execute();
}

/** Deletes acts with their records that ended before an instant. @returns their number, `limit` at most */
export async function deleteEndedActs(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from identity.bulk_acts where id = any(array(
      select id from identity.bulk_acts where status in ('completed', 'stopped') and touched_at <= ${before}
      order by touched_at limit ${limit} for update skip locked))
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}

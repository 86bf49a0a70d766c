import { sql, type Insertable, type Selectable } from 'kysely';
import type { PriceTestFilters, SortsOf } from '@tollgate/contracts';
import {
  instantKey,
  listForm,
  narrowed,
  newestFirst,
  readList,
  type TenantTransaction,
  type Transaction,
} from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';
import type { PriceTestsTable } from './price-tests.tables.js';

export type PriceTestRow = Selectable<PriceTestsTable>;

/** The states of a test that goes on. */
const unfinishedStatuses = ['pending', 'processing', 'stopping'] as const;

/** Whether a test goes on. */
export const isUnfinished = ({ status }: Pick<PriceTestRow, 'status'>): boolean =>
  (unfinishedStatuses as readonly string[]).includes(status);

const all = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('invoicing.price_tests')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function insertPriceTest(
  transaction: TenantTransaction,
  row: Insertable<PriceTestsTable>,
): Promise<PriceTestRow> {
  return tables(transaction).insertInto('invoicing.price_tests').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findPriceTest(transaction: TenantTransaction, id: string): Promise<PriceTestRow | undefined> {
  return all(transaction).where('id', '=', id).executeTakeFirst();
}

/** Reads tests by their ids. */
export async function readPriceTests(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, PriceTestRow>> {
  if (ids.length === 0) return new Map();
  const rows = await all(transaction)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks a test, so that its state changes in one place at a time. */
export async function lockPriceTest(transaction: TenantTransaction, id: string): Promise<PriceTestRow | undefined> {
  return all(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
}

const list = listForm<SortsOf<PriceTestFilters>>({
  updated: 'created_at',
  keys: { created_at: instantKey('created_at') },
  order: newestFirst,
  searched: ['name', 'plan_code'],
});

/** Reads one page of tests, newest first. */
export async function listPriceTests(transaction: TenantTransaction, filters: PriceTestFilters) {
  const query = narrowed(all(transaction), list, filters);
  const { plan_code: code } = filters;
  return readList(transaction, code === undefined ? query : query.where('plan_code', '=', code), list, filters);
}

/** Counts the tests of the organization that go on. */
export async function countUnfinishedTests(transaction: TenantTransaction): Promise<number> {
  const { count } = await tables(transaction)
    .selectFrom('invoicing.price_tests')
    .select((expression) => expression.fn.countAll<bigint>().as('count'))
    .where('organization_id', '=', transaction.organizationId)
    .where('status', 'in', unfinishedStatuses)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Changes = Pick<
  PriceTestRow,
  'name' | 'status' | 'stop_reason' | 'last_subscription_id' | 'subscriptions_done' | 'started_at' | 'completed_at'
>;

export async function updatePriceTest(
  transaction: TenantTransaction,
  id: string,
  changes: Partial<Changes>,
): Promise<PriceTestRow> {
  return tables(transaction)
    .updateTable('invoicing.price_tests')
    .set({ ...changes, touched_at: sql<Date>`now()` })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a test with its results. */
export async function deletePriceTest(transaction: TenantTransaction, id: string): Promise<void> {
  await tables(transaction)
    .deleteFrom('invoicing.price_tests')
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .execute();
}

/** Tests of all organizations that go on, without progress since an instant; the oldest first. */
export async function abandonedTests(transaction: Transaction, before: Date, limit: number): Promise<PriceTestRow[]> {
  return tables(transaction)
    .selectFrom('invoicing.price_tests')
    .selectAll()
    .where('status', 'in', unfinishedStatuses)
    .where('touched_at', '<=', before)
    .orderBy('touched_at')
    .limit(limit)
    .execute();
}

/** Deletes tests with their results that ended before an instant. @returns their number, `limit` at most */
export async function deleteEndedTests(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invoicing.price_tests where id = any(array(
      select id from invoicing.price_tests where status in ('completed', 'stopped') and touched_at <= ${before}
      order by touched_at limit ${limit} for update skip locked))
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}

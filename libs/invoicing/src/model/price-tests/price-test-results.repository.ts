import { sql, type Insertable, type Selectable } from 'kysely';
import type { PriceTestResultExportFilters, PriceTestResultFilters, PriceTestSort } from '@tollgate/contracts';
import { insertRows, paginate, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';
import type { PriceTestResultsTable } from './price-tests.tables.js';

export type PriceTestResultRow = Selectable<PriceTestResultsTable>;

/** Stores the results of subscriptions that have none yet. */
export async function insertResults(
  transaction: TenantTransaction,
  rows: Insertable<PriceTestResultsTable>[],
): Promise<void> {
  await insertRows(transaction, 'invoicing.price_test_results', rows);
}

const conditions = {
  more: sql<boolean>`difference_amount_cents > 0`,
  less: sql<boolean>`difference_amount_cents < 0`,
  same: sql<boolean>`difference_amount_cents = 0`,
  unpriced: sql<boolean>`unpriced_reason is not null`,
};
const commitments = {
  reached: sql<boolean>`reaches_tested_commitment and not coalesce(reaches_current_commitment, false)`,
  left: sql<boolean>`reaches_current_commitment and not coalesce(reaches_tested_commitment, false)`,
};

/** The results that the filters of an export select, unordered. */
export function resultsFound(
  transaction: TenantTransaction,
  { price_test_id: testId, direction, commitment }: PriceTestResultExportFilters,
) {
  let query = tables(transaction)
    .selectFrom('invoicing.price_test_results')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);
  if (testId !== undefined) query = query.where('price_test_id', '=', testId);
  if (direction !== undefined) query = query.where(conditions[direction]);
  return commitment === undefined ? query : query.where(commitments[commitment]);
}

/**
 * The results of a test that filters select, unordered.
 * @param customerIds the customers whose results are found; null: all
 */
function resultsOf(
  transaction: TenantTransaction,
  testId: string,
  filters: Pick<PriceTestResultFilters, 'direction' | 'commitment'>,
  customerIds: string[] | null,
) {
  const query = resultsFound(transaction, { ...filters, price_test_id: testId });
  return customerIds === null ? query : query.where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`);
}

/** Reads one page of them, in the order of subscriptions or by an amount; those without come last. */
export async function listResults(
  transaction: TenantTransaction,
  testId: string,
  { direction, commitment, sort, search_term: _, ...page }: PriceTestResultFilters,
  customerIds: string[] | null,
) {
  let query = resultsOf(transaction, testId, { direction, commitment }, customerIds);
  if (sort !== undefined) {
    const column = sort.replace('-', '') as PriceTestSort;
    query = query.orderBy(column, (order) => (sort.startsWith('-') ? order.desc() : order.asc()).nullsLast());
  }
  return paginate(query.orderBy('subscription_id'), page);
}

/** Reads the result of a subscription, which is known by any of some ids: its external one may be used again. */
export async function findResult(
  transaction: TenantTransaction,
  testId: string,
  subscriptionIds: string[],
): Promise<PriceTestResultRow | undefined> {
  return tables(transaction)
    .selectFrom('invoicing.price_test_results')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('price_test_id', '=', testId)
    .where(sql<boolean>`subscription_id = any(${subscriptionIds}::uuid[])`)
    .orderBy('subscription_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The sums of the results of a test; cents are whole numbers as text. */
export interface ResultSums {
  price_test_id: string;
  current: string;
  tested: string;
  more: number;
  less: number;
  same: number;
  unpriced: number;
  estimated: number;
  reached: number;
  left: number;
  /** Null without a priced subscription. */
  deciles: string[] | null;
}

/** Adds up the results of tests, in one statement. A test without results is absent. @returns by test */
export async function sumsOf(transaction: TenantTransaction, testIds: string[]): Promise<Map<string, ResultSums>> {
  if (testIds.length === 0) return new Map();
  const { rows } = await sql<ResultSums>`
    select price_test_id,
      coalesce(sum(current_amount_cents), 0)::text as current, coalesce(sum(tested_amount_cents), 0)::text as tested,
      count(*) filter (where ${conditions.more})::int as more, count(*) filter (where ${conditions.less})::int as less,
      count(*) filter (where ${conditions.same})::int as same,
      count(*) filter (where ${conditions.unpriced})::int as unpriced,
      count(*) filter (where unpriced_reason is null and estimate_reasons <> '{}')::int as estimated,
      count(*) filter (where ${commitments.reached})::int as reached,
      count(*) filter (where ${commitments.left})::int as left,
      (percentile_disc(array[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) within group (order by difference_amount_cents))::text[] as deciles
    from invoicing.price_test_results
    where organization_id = ${transaction.organizationId} and price_test_id = any(${testIds}::uuid[])
    group by price_test_id
  `.execute(transaction);
  return new Map(rows.map((row) => [row.price_test_id, row]));
}

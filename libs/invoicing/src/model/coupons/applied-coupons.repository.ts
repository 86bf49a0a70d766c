import { sql, type Insertable, type Selectable } from 'kysely';
import { appliedCouponStatuses, type AppliedCouponFilters, type SortsOf } from '@tollgate/contracts';
import {
  groupBy,
  sharedByKeys,
  sharedStatement,
  instantKey,
  integerKey,
  listForm,
  narrowed,
  readList,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { isOfLiveCustomer } from '@tollgate/subscription/reader';
import { tables } from '../invoicing.tables.js';
import type { AppliedCouponsTable } from './applied-coupons.tables.js';

export type AppliedCouponRow = Selectable<AppliedCouponsTable>;

const all = (transaction: TenantTransaction) => tables(transaction).selectFrom('invoicing.applied_coupons').selectAll();

export async function insertAppliedCoupon(
  transaction: TenantTransaction,
  row: Insertable<AppliedCouponsTable>,
): Promise<AppliedCouponRow> {
  return tables(transaction)
    .insertInto('invoicing.applied_coupons')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Serializes changes and uses of customers' coupons; the lock lasts as long as the transaction. */
export const lockCouponsOf = sharedStatement(
  async (transaction: TenantTransaction, customerIds: string[]): Promise<void[]> => {
    const names = [...new Set(customerIds)].sort().map((id) => `coupons ${id}`);
    await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
      transaction,
    );
    return customerIds.map(() => undefined);
  },
);

/** Every coupon that a customer has or had, in the order of application. */
export const appliedCouponsOf = sharedStatement(
  async (transaction: TenantTransaction, customerIds: string[]): Promise<AppliedCouponRow[][]> => {
    const rows = await all(transaction)
      .where(sql<boolean>`customer_id = any(${[...new Set(customerIds)]}::uuid[])`)
      .orderBy('created_at')
      .orderBy('position')
      .execute();
    const byCustomer = groupBy(rows, (row) => row.customer_id);
    return customerIds.map((id) => byCustomer.get(id) ?? []);
  },
);

export async function findAppliedCoupon(
  transaction: TenantTransaction,
  customerId: string,
  id: string,
): Promise<AppliedCouponRow | undefined> {
  return all(transaction).where('customer_id', '=', customerId).where('id', '=', id).executeTakeFirst();
}

/** Ends the active ones of one applied coupon, of all of a coupon, or of all of a customer. */
export async function terminateAppliedCoupons(
  transaction: TenantTransaction,
  column: 'id' | 'coupon_id' | 'customer_id',
  value: string,
  now: Instant,
): Promise<void> {
  const at = new Date(now);
  await tables(transaction)
    .updateTable('invoicing.applied_coupons')
    .set({ status: 'terminated', terminated_at: at, updated_at: at })
    .where('status', '=', 'active')
    .where(column, '=', value)
    .execute();
}

/** The customers and coupons of a list, found by its filters. */
export interface AppliedCouponRestriction {
  customerIds?: string[];
  couponIds?: string[];
  /** Coupons with the search term in their name or code. */
  searchedCouponIds?: string[];
}

const list = listForm<SortsOf<AppliedCouponFilters>>({
  updated: 'updated_at',
  keys: { created_at: instantKey('created_at'), position: integerKey('position') },
  order: [
    ['created_at', 'desc'],
    ['position', 'asc'],
    ['id', 'asc'],
  ],
});

/** Lists a page of applied coupons of live customers, newest first (customers, section 11.4). */
export async function listAppliedCoupons(
  transaction: TenantTransaction,
  filters: AppliedCouponFilters,
  restriction: AppliedCouponRestriction,
) {
  const found = (changes: Partial<AppliedCouponFilters> = {}) =>
    appliedCouponsFound(transaction, { ...filters, ...changes }, restriction);
  return readList(transaction, found(), list, filters, {
    status: () => ({ query: found({ status: undefined }), values: appliedCouponStatuses }),
  });
}

/** The applied coupons that match the filters of a list, unordered. */
export function appliedCouponsFound(
  transaction: TenantTransaction,
  filters: AppliedCouponFilters,
  restriction: AppliedCouponRestriction,
) {
  let query = all(transaction)
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`${sql.raw(isOfLiveCustomer('invoicing.applied_coupons.customer_id'))}`);
  const status = appliedCouponStatuses.find((known) => known === filters.status);
  if (status) query = query.where('status', '=', status);
  if (restriction.customerIds) query = query.where(sql<boolean>`customer_id = any(${restriction.customerIds}::uuid[])`);
  if (restriction.couponIds) query = query.where(sql<boolean>`coupon_id = any(${restriction.couponIds}::uuid[])`);
  const { searchedCouponIds } = restriction;
  if (searchedCouponIds) query = query.where(sql<boolean>`coupon_id = any(${searchedCouponIds}::uuid[])`);
  return narrowed(query, list, filters);
}

/** The deductions of applied coupons on invoices that count, in cents (invoices, section 5.2). */
export const usedOfCoupons = sharedByKeys(async (transaction: TenantTransaction, ids): Promise<Map<string, bigint>> => {
  if (ids.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('invoicing.credits as credit')
    .innerJoin('invoicing.invoices as invoice', 'invoice.id', 'credit.invoice_id')
    .select(['credit.source_id', sql<string>`sum(credit.amount_cents)`.as('used')])
    .where('credit.kind', '=', 'coupon')
    .where(sql<boolean>`credit.source_id = any(${ids}::uuid[])`)
    .where('invoice.status', 'not in', ['voided', 'closed', 'deleted'])
    .groupBy('credit.source_id')
    .execute();
  return new Map(rows.map((row) => [row.source_id, BigInt(row.used)]));
});

/** The remainder of an applied coupon after an invoice. */
export interface SpentCoupon {
  id: string;
  periodsRemaining: number | null;
  terminated: boolean;
  now: Instant;
}

/** Stores what invoices used of coupons; ends used-up ones. */
export const spendCoupons = sharedStatement(
  async (transaction: TenantTransaction, requests: SpentCoupon[][]): Promise<void[]> => {
    const spent = requests.flat();
    if (spent.length > 0)
      await sql`
        update invoicing.applied_coupons coupon set
          frequency_duration_remaining = spent.remaining,
          updated_at = spent.at,
          status = case when spent.terminated then 'terminated' else coupon.status end,
          terminated_at = case when spent.terminated then spent.at else coupon.terminated_at end
        from unnest(
          ${spent.map(({ id }) => id)}::uuid[], ${spent.map(({ periodsRemaining }) => periodsRemaining)}::int[],
          ${spent.map(({ terminated }) => terminated)}::boolean[], ${spent.map(({ now }) => new Date(now).toISOString())}::timestamptz[]
        ) as spent (id, remaining, terminated, at)
        where coupon.id = spent.id
      `.execute(transaction);
    return requests.map(() => undefined);
  },
);

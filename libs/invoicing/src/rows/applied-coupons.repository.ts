import { sql, type Insertable, type Selectable } from 'kysely';
import { appliedCouponStatuses, type AppliedCouponFilters } from '@tollgate/contracts';
import { paginate, type TenantTransaction, type Instant } from '@tollgate/platform';
import { isOfLiveCustomer } from '@tollgate/subscription/reader';
import { tables } from '../tables/invoicing.tables.js';
import type { AppliedCouponsTable } from '../tables/applied-coupons.tables.js';

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

/** Lets coupons be given to a customer, and used on its invoices, one after another; released with the transaction. */
export async function lockCouponsOf(transaction: TenantTransaction, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`coupons ${customerId}`}, 0))`.execute(transaction);
}

/** Every coupon that a customer has or had, in the order in which they were given. */
export async function appliedCouponsOf(
  transaction: TenantTransaction,
  customerId: string,
): Promise<AppliedCouponRow[]> {
  return all(transaction).where('customer_id', '=', customerId).orderBy('created_at').orderBy('position').execute();
}

export async function findAppliedCoupon(
  transaction: TenantTransaction,
  customerId: string,
  id: string,
): Promise<AppliedCouponRow | undefined> {
  return all(transaction).where('customer_id', '=', customerId).where('id', '=', id).executeTakeFirst();
}

/** Ends what is active of one applied coupon, of all of a coupon, or of all of a customer. */
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

/** Whom and what a list is about, found by what its filters say. */
export interface AppliedCouponRestriction {
  customerIds?: string[];
  couponIds?: string[];
}

/** One page of applied coupons of customers who are not deleted, newest first (customers, section 11.4). */
export async function listAppliedCoupons(
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
  return paginate(query.orderBy('created_at', 'desc').orderBy('position', 'desc'), filters);
}

/** What coupons took off invoices that count, by applied coupon, in cents (invoices, section 5.2). */
export async function usedOfCoupons(transaction: TenantTransaction, ids: string[]): Promise<Map<string, bigint>> {
  if (ids.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('invoicing.credits as credit')
    .innerJoin('invoicing.invoices as invoice', 'invoice.id', 'credit.invoice_id')
    .select(['credit.source_id', sql<string>`sum(credit.amount_cents)`.as('used')])
    .where('credit.kind', '=', 'coupon')
    .where('credit.source_id', 'in', ids)
    .where('invoice.status', 'not in', ['voided', 'closed', 'deleted'])
    .groupBy('credit.source_id')
    .execute();
  return new Map(rows.map((row) => [row.source_id, BigInt(row.used)]));
}

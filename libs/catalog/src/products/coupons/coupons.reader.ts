import { containing, type TenantTransaction, type Instant } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { CouponView } from '../../views.js';
import { endedAt, endOf, findCoupon, findCouponsById, targetsOfCoupons, type CouponRow } from './coupons.repository.js';

/** The coupon with a code, if customers can still receive it. */
export async function findActiveCoupon(
  transaction: TenantTransaction,
  code: string,
  now: Instant,
): Promise<CouponView | null> {
  const row = await findCoupon(transaction, code);
  if (!row || endedAt(row, now)) return null;
  return (await toViews(transaction, [row]))[0] ?? null;
}

/** Coupons by their ids, deleted ones too. */
export async function readCoupons(transaction: TenantTransaction, ids: string[]): Promise<Map<string, CouponView>> {
  const views = await toViews(transaction, await findCouponsById(transaction, [...new Set(ids)]));
  return new Map(views.map((view) => [view.id, view]));
}

/** Ids of coupons by their codes, deleted ones too. */
export async function couponIdsByCode(transaction: TenantTransaction, codes: string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const rows = await tables(transaction)
    .selectFrom('catalog.coupons')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('code', 'in', codes)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of coupons with a term in name or code, deleted ones too. */
export async function searchCouponIds(transaction: TenantTransaction, term: string): Promise<string[]> {
  const pattern = containing(term);
  const rows = await tables(transaction)
    .selectFrom('catalog.coupons')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where((where) => where.or([where('name', 'ilike', pattern), where('code', 'ilike', pattern)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether one of these plans has a live charge on one of these metrics. */
export async function chargesMetricOnPlan(
  transaction: TenantTransaction,
  planIds: string[],
  metricIds: string[],
): Promise<boolean> {
  if (planIds.length === 0 || metricIds.length === 0) return false;
  const row = await tables(transaction)
    .selectFrom('catalog.charges')
    .select('id')
    .where('plan_id', 'in', planIds)
    .where('billable_metric_id', 'in', metricIds)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function toViews(transaction: TenantTransaction, rows: CouponRow[]): Promise<CouponView[]> {
  const targets = await targetsOfCoupons(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    couponType: row.coupon_type,
    amountCents: row.amount_cents,
    currency: row.amount_currency,
    percentageRate: row.percentage_rate,
    frequency: row.frequency,
    frequencyDuration: row.frequency_duration,
    reusable: row.reusable,
    expirationAt: row.expiration_at,
    endsAt: endOf(row),
    deletedAt: row.deleted_at,
    planIds: targets.get(row.id)?.plans.map(({ id }) => id) ?? [],
    metricIds: targets.get(row.id)?.metrics.map(({ id }) => id) ?? [],
  }));
}

import { type CouponFilters, type SortsOf } from '@tollgate/contracts';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import {
  groupBy,
  instantKey,
  listForm,
  nameKey,
  narrowed,
  readList,
  textKey,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { CouponsTable } from '../../model/tables/coupons.tables.js';

export type CouponRow = Selectable<CouponsTable>;

/** The targets that limit a coupon: plans, metrics, or neither. */
export interface CouponTargets {
  plans: { id: string; code: string }[];
  metrics: { id: string; code: string }[];
}

const live = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('catalog.coupons')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);

export async function insertCoupon(transaction: TenantTransaction, row: Insertable<CouponsTable>): Promise<CouponRow> {
  return tables(transaction).insertInto('catalog.coupons').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateCoupon(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<CouponsTable>,
): Promise<CouponRow> {
  return tables(transaction)
    .updateTable('catalog.coupons')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @param lock writes take it, so writes to one coupon run serially */
export async function findCoupon(
  transaction: TenantTransaction,
  code: string,
  lock?: 'update',
): Promise<CouponRow | undefined> {
  const query = live(transaction).where('code', '=', code);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Coupons by their ids, deleted ones too. */
export async function findCouponsById(transaction: TenantTransaction, ids: string[]): Promise<CouponRow[]> {
  if (ids.length === 0) return [];
  return tables(transaction)
    .selectFrom('catalog.coupons')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', 'in', ids)
    .execute();
}

/** When a coupon ends: at its expiry, or at the earlier one that ended it; null if it never ends. */
export const endOf = ({ terminated_at: ended, expiration, expiration_at: expiry }: CouponRow): Date | null =>
  ended ?? (expiration === 'time_limit' ? expiry : null);

/** When a coupon ended; null while customers can receive it. */
export function endedAt(coupon: CouponRow, now: Instant): Date | null {
  const end = endOf(coupon);
  return end !== null && end.getTime() <= now ? end : null;
}

/** Microseconds since 1970; a coupon without end comes last. */
const expiry = sql`coalesce((extract(epoch from expiration_at) * 1000000)::bigint, 9223372036854775807)`;
const listAt = (now: Instant) =>
  listForm<SortsOf<CouponFilters>>({
    updated: 'updated_at',
    keys: {
      ended: {
        kind: 'integer',
        expression: sql`(terminated_at is not null or (expiration = 'time_limit' and coalesce(expiration_at <= ${new Date(now)}, false)))::int`,
      },
      expiration: textKey('expiration'),
      expiration_at: { kind: 'integer', expression: expiry },
      created_at: instantKey('created_at'),
      name: nameKey('name'),
      code: nameKey('code'),
    },
    order: [
      ['ended', 'asc'],
      ['expiration', 'asc'],
      ['expiration_at', 'asc'],
      ['created_at', 'desc'],
      ['id', 'desc'],
    ],
    searched: ['name', 'code', 'description'],
  });

/** The coupons that match the filters of a list, unordered. */
export const couponsFound = (transaction: TenantTransaction, filters: CouponFilters) =>
  narrowed(live(transaction), listAt(0), filters);

/** One page of coupons: active ones first, then by expiry (catalog, section 1.6). */
export async function listCoupons(transaction: TenantTransaction, filters: CouponFilters, now: Instant) {
  return readList(transaction, couponsFound(transaction, filters), listAt(now), filters);
}

/** The targets of coupons, by coupon. */
export async function targetsOfCoupons(
  transaction: TenantTransaction,
  couponIds: string[],
): Promise<Map<string, CouponTargets>> {
  if (couponIds.length === 0) return new Map();
  const plans = await tables(transaction)
    .selectFrom('catalog.coupon_plans as target')
    .innerJoin('catalog.plans as plan', 'plan.id', 'target.plan_id')
    .select(['target.coupon_id', 'plan.id', 'plan.code'])
    .where('target.coupon_id', 'in', couponIds)
    .orderBy('plan.code')
    .execute();
  const metrics = await tables(transaction)
    .selectFrom('catalog.coupon_metrics as target')
    .innerJoin('catalog.billable_metrics as metric', 'metric.id', 'target.billable_metric_id')
    .select(['target.coupon_id', 'metric.id', 'metric.code'])
    .where('target.coupon_id', 'in', couponIds)
    .orderBy('metric.code')
    .execute();
  const plansOf = groupBy(plans, (target) => target.coupon_id);
  const metricsOf = groupBy(metrics, (target) => target.coupon_id);
  return new Map(couponIds.map((id) => [id, { plans: plansOf.get(id) ?? [], metrics: metricsOf.get(id) ?? [] }]));
}

/** Replaces the plans or metrics that limit a coupon. */
export async function replaceTargets(
  transaction: TenantTransaction,
  { id, organization_id }: CouponRow,
  planIds: string[],
  metricIds: string[],
): Promise<void> {
  await tables(transaction).deleteFrom('catalog.coupon_plans').where('coupon_id', '=', id).execute();
  await tables(transaction).deleteFrom('catalog.coupon_metrics').where('coupon_id', '=', id).execute();
  if (planIds.length > 0) {
    await tables(transaction)
      .insertInto('catalog.coupon_plans')
      .values(planIds.map((plan_id) => ({ organization_id, coupon_id: id, plan_id })))
      .execute();
  }
  if (metricIds.length > 0) {
    await tables(transaction)
      .insertInto('catalog.coupon_metrics')
      .values(metricIds.map((billable_metric_id) => ({ organization_id, coupon_id: id, billable_metric_id })))
      .execute();
  }
}

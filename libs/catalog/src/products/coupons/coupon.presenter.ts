import type { Coupon } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull, type Instant } from '@tollgate/platform';
import { Decimal, decimalText } from '@tollgate/rating';
import { endedAt, type CouponRow, type CouponTargets } from './coupons.repository.js';

/** A coupon in its own answers. */
export function presentCoupon(row: CouponRow, { plans, metrics }: CouponTargets, now: Instant): Coupon {
  return {
    svc_id: row.id,
    name: row.name,
    name_translations: row.name_translations,
    code: row.code,
    description: row.description,
    coupon_type: row.coupon_type,
    amount_cents: row.amount_cents === null ? null : Number(row.amount_cents),
    amount_currency: row.amount_currency,
    percentage_rate: row.percentage_rate === null ? null : decimalText(new Decimal(row.percentage_rate)),
    frequency: row.frequency,
    frequency_duration: row.frequency_duration,
    reusable: row.reusable,
    limited_plans: plans.length > 0,
    limited_billable_metrics: metrics.length > 0,
    plan_codes: plans.map(({ code }) => code),
    billable_metric_codes: metrics.map(({ code }) => code),
    created_at: isoSeconds(row.created_at),
    expiration: row.expiration,
    expiration_at: isoSecondsOrNull(row.expiration_at),
    terminated_at: isoSecondsOrNull(endedAt(row, now)),
  };
}

import { applyCoupons, Decimal, feesTotal, type AppliedCoupon } from '@tollgate/rating';
import { readCoupons } from '@tollgate/catalog/reader';
import { sharedByKeys, type TenantTransaction } from '@tollgate/platform';
import type { NewFee } from '../../model/line-items/new-invoice.js';
import {
  appliedCouponsOf,
  lockCouponsOf,
  spendCoupons,
  usedOfCoupons,
  type AppliedCouponRow,
} from '../../model/coupons/applied-coupons.repository.js';
import { couponInputs } from '../../model/fee-inputs/coupon-inputs.js';
import { unadjusted, type Adjustment } from './adjustment.js';
import { returnCoupons } from './coupon-return.js';

/** Deducts a customer's coupons from an invoice before taxes (invoices, section 5.3). */
export const couponCredit: Adjustment = {
  from: 'issue',
  async apply(transaction, { customer, currency, lines, deductions, now }) {
    const subTotalCents = feesTotal(lines) - (deductions.progressiveBillingCreditCents ?? 0n);
    const rows = feesTotal(lines) > 0n ? await lockUsableCoupons(transaction, customer.id) : [];
    if (rows.length === 0) return unadjusted;
    const usable = await usableCoupons(transaction, rows);
    const { fees, credits, uses, couponsAmountCents } = applyCoupons(
      usable,
      lines.map(discountable),
      subTotalCents,
      currency,
    );
    return {
      lines: fees.map(({ planIds: _, billableMetricId: __, ...line }) => line),
      deductions: { couponsCents: couponsAmountCents },
      credits: credits.map(({ couponId, amountCents }) => ({ kind: 'coupon', sourceId: couponId, amountCents })),
      inputs: { coupons: uses.map(couponInputs(lines.length)) },
      async commit(within) {
        await spendCoupons(
          within,
          credits.map(({ couponId, periodsRemaining, terminated }) => ({
            id: couponId,
            periodsRemaining,
            terminated,
            now,
          })),
        );
      },
    };
  },
  returnUses: returnCoupons,
};

const couponsByIds = sharedByKeys(readCoupons);

const activeOf = async (transaction: TenantTransaction, customerId: string): Promise<AppliedCouponRow[]> =>
  (await appliedCouponsOf(transaction, customerId)).filter(({ status }) => status === 'active');

/** Locks the usable coupons; takes no lock for customers without any. */
async function lockUsableCoupons(transaction: TenantTransaction, customerId: string): Promise<AppliedCouponRow[]> {
  if ((await activeOf(transaction, customerId)).length === 0) return [];
  await lockCouponsOf(transaction, customerId);
  return activeOf(transaction, customerId);
}

/** Reads the current coupons of a customer without a lock. */
export const activeCoupons = async (transaction: TenantTransaction, customerId: string): Promise<AppliedCoupon[]> =>
  usableCoupons(transaction, await activeOf(transaction, customerId));

async function usableCoupons(transaction: TenantTransaction, rows: AppliedCouponRow[]): Promise<AppliedCoupon[]> {
  const couponIds = rows.map((row) => row.coupon_id);
  const coupons = await couponsByIds(transaction, couponIds);
  const used = await usedOfCoupons(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toCoupon(row, coupons.get(row.coupon_id), used.get(row.id) ?? 0n));
}

/** A line as input of the coupon rules. */
export const discountable = (line: NewFee) => {
  const plan = line.subscription?.plan;
  return {
    ...line,
    planIds: [plan?.id, plan?.parentId].filter((id) => typeof id === 'string'),
    billableMetricId: line.charge?.metric.id ?? null,
  };
};

function toCoupon(
  row: AppliedCouponRow,
  coupon: { planIds: string[]; metricIds: string[] } | undefined,
  usedCents: bigint,
): AppliedCoupon {
  const { planIds = [], metricIds = [] } = coupon ?? {};
  return {
    id: row.id,
    type: row.coupon_type,
    frequency: row.frequency,
    amountCents: row.amount_cents,
    currency: row.amount_currency,
    percentageRate: row.percentage_rate === null ? null : new Decimal(row.percentage_rate),
    periodsRemaining: row.frequency_duration_remaining,
    usedCents,
    limit:
      metricIds.length > 0
        ? { kind: 'billable_metrics', ids: metricIds }
        : planIds.length > 0
          ? { kind: 'plans', ids: planIds }
          : null,
  };
}

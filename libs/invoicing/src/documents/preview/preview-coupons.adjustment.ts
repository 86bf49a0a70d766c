import { applyCoupons, Decimal, feesTotal, type AppliedCoupon } from '@tollgate/rating';
import { findActiveCoupon } from '@tollgate/catalog/reader';
import type { PreviewCouponInput } from '@tollgate/contracts';
import { isId, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { unadjusted, type Adjustment } from '../../issuing/adjustments/adjustment.js';
import { activeCoupons, discountable } from '../../issuing/adjustments/coupon.adjustment.js';

/** The name of a coupon in a preview. */
export interface PreviewedCoupon {
  id: string | null;
  code: string;
  name: string;
}

/**
 * Deducts the coupons of a preview: those of the customer, otherwise those that the call names or describes. Deductions
 * equal those of a real invoice (invoices, sections 5.3 and 11).
 * @param named receives the names of coupons that the customer does not have, by the id of their credit
 */
export const previewedCoupons = (inputs: PreviewCouponInput[], named: Map<string, PreviewedCoupon>): Adjustment => ({
  from: 'issue',
  async apply(transaction, { customer, currency, lines, deductions, now }) {
    if (feesTotal(lines) === 0n) return unadjusted;
    const customerCoupons = await activeCoupons(transaction, customer.id);
    const coupons = customerCoupons.length > 0 ? customerCoupons : await namedCoupons(transaction, inputs, named, now);
    const subTotalCents = feesTotal(lines) - (deductions.progressiveBillingCreditCents ?? 0n);
    const { fees, credits, couponsAmountCents } = applyCoupons(
      coupons,
      lines.map(discountable),
      subTotalCents,
      currency,
    );
    return {
      lines: fees.map(({ planIds: _, billableMetricId: __, ...line }) => line),
      deductions: { couponsCents: couponsAmountCents },
      credits: credits.map(({ couponId, amountCents }) => ({ kind: 'coupon', sourceId: couponId, amountCents })),
    };
  },
});

/** Resolves the coupons of a call, by name or description; skips incomplete descriptions. */
async function namedCoupons(
  transaction: TenantTransaction,
  inputs: PreviewCouponInput[],
  named: Map<string, PreviewedCoupon>,
  now: Instant,
): Promise<AppliedCoupon[]> {
  const coupons: AppliedCoupon[] = [];
  for (const input of inputs) {
    const coupon = await findActiveCoupon(transaction, input.code ?? '', now);
    const id = newId();
    const discount = coupon
      ? {
          type: coupon.couponType,
          amountCents: coupon.amountCents,
          currency: coupon.currency,
          rate: coupon.percentageRate,
          limit: limitOf(coupon),
        }
      : {
          type: input.coupon_type,
          amountCents: typeof input.amount_cents === 'number' ? BigInt(input.amount_cents) : null,
          currency: input.amount_currency ?? null,
          rate: input.percentage_rate ?? null,
          limit: null,
        };
    if (!discount.type) continue;
    named.set(id, {
      id: coupon && isId(coupon.id) ? coupon.id : null,
      code: coupon?.code ?? input.code ?? '',
      name: coupon?.name ?? input.name ?? '',
    });
    coupons.push({
      id,
      type: discount.type,
      frequency: coupon?.frequency ?? input.frequency ?? 'once',
      amountCents: discount.amountCents,
      currency: discount.currency,
      percentageRate: discount.rate === null ? null : new Decimal(discount.rate),
      periodsRemaining: null,
      usedCents: 0n,
      limit: discount.limit,
    });
  }
  return coupons;
}

function limitOf({ planIds, metricIds }: { planIds: string[]; metricIds: string[] }): AppliedCoupon['limit'] {
  if (metricIds.length > 0) return { kind: 'billable_metrics', ids: metricIds };
  return planIds.length > 0 ? { kind: 'plans', ids: planIds } : null;
}

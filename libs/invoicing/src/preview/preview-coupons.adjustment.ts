import { applyCoupons, Decimal, feesTotal, type AppliedCoupon } from '@tollgate/rating';
import { findActiveCoupon } from '@tollgate/catalog/reader';
import type { PreviewCouponInput } from '@tollgate/contracts';
import { isId, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { unadjusted, type Adjustment } from '../adjustments/adjustment.js';
import { activeCoupons, discountable } from '../adjustments/coupon.adjustment.js';

/** What a coupon of a preview is called. */
export interface PreviewedCoupon {
  id: string | null;
  code: string;
  name: string;
}

/**
 * The coupons of a preview: those that the customer has, else those that the call names or describes. They take what they
 * would of a real invoice (invoices, sections 5.3 and 11).
 * @param named is told what coupons are called that the customer does not have, by the id of their credit
 */
export const previewedCoupons = (given: PreviewCouponInput[], named: Map<string, PreviewedCoupon>): Adjustment => ({
  from: 'issue',
  async apply(transaction, { customer, currency, lines, deductions, now }) {
    if (feesTotal(lines) === 0n) return unadjusted;
    const own = await activeCoupons(transaction, customer.id);
    const coupons = own.length > 0 ? own : await namedCoupons(transaction, given, named, now);
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

/** Coupons as a call names or describes them; one that says too little takes nothing. */
async function namedCoupons(
  transaction: TenantTransaction,
  given: PreviewCouponInput[],
  named: Map<string, PreviewedCoupon>,
  now: Instant,
): Promise<AppliedCoupon[]> {
  const coupons: AppliedCoupon[] = [];
  for (const input of given) {
    const known = await findActiveCoupon(transaction, input.code ?? '', now);
    const id = newId();
    const terms = known
      ? {
          type: known.couponType,
          amountCents: known.amountCents,
          currency: known.currency,
          rate: known.percentageRate,
          limit: limitOf(known),
        }
      : {
          type: input.coupon_type,
          amountCents: typeof input.amount_cents === 'number' ? BigInt(input.amount_cents) : null,
          currency: input.amount_currency ?? null,
          rate: input.percentage_rate ?? null,
          limit: null,
        };
    if (!terms.type) continue;
    named.set(id, {
      id: known && isId(known.id) ? known.id : null,
      code: known?.code ?? input.code ?? '',
      name: known?.name ?? input.name ?? '',
    });
    coupons.push({
      id,
      type: terms.type,
      frequency: known?.frequency ?? input.frequency ?? 'once',
      amountCents: terms.amountCents,
      currency: terms.currency,
      percentageRate: terms.rate === null ? null : new Decimal(terms.rate),
      periodsRemaining: null,
      usedCents: 0n,
      limit: terms.limit,
    });
  }
  return coupons;
}

function limitOf({ planIds, metricIds }: { planIds: string[]; metricIds: string[] }): AppliedCoupon['limit'] {
  if (metricIds.length > 0) return { kind: 'billable_metrics', ids: metricIds };
  return planIds.length > 0 ? { kind: 'plans', ids: planIds } : null;
}

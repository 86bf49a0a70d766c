import { Decimal, ZERO, centsDecimal } from '../decimal.js';
import { couponAmount, inOrderOfUse, spreadOverFees } from './coupons.js';
import type { AppliedCoupon, CouponResult, DiscountableFee } from './coupons.js';

type PreviewCredit = { readonly couponId: string; readonly amountCents: bigint };

/**
 * What coupons would take off an invoice that is previewed (invoices, section 11): those limited to metrics are left out; one
 * limited to plans applies if it is limited to the plan of the first subscription, and then to all fees, whatever other
 * coupons took of them. Nothing beyond what is left of the invoice is taken.
 */
export function previewCoupons<F extends DiscountableFee>(
  coupons: readonly AppliedCoupon[],
  fees: readonly F[],
  { subTotalCents, currency, planId }: { subTotalCents: bigint; currency: string; planId: string },
): Omit<CouponResult<F>, 'credits'> & { readonly credits: readonly PreviewCredit[] } {
  const feesCents = centsDecimal(fees.reduce((total, fee) => total + fee.amountCents, 0n));
  let [current, subTotal] = [fees, subTotalCents];
  const credits: PreviewCredit[] = [];
  for (const coupon of inOrderOfUse(coupons)) {
    if (subTotal <= 0n) break;
    if (coupon.type === 'fixed_amount' && coupon.currency !== currency) continue;
    if (coupon.limit && (coupon.limit.kind === 'billable_metrics' || !coupon.limit.ids.includes(planId))) continue;
    const base = coupon.limit ? feesCents : centsDecimal(subTotal);
    const left = centsDecimal(subTotal);
    const amount = Decimal.max(Decimal.min(couponAmount(coupon, base), left), ZERO);
    // Each fee has its part of what is left of all of them.
    current = spreadOverFees(current, () => true, amount, left);
    const amountCents = BigInt(amount.trunc().toFixed());
    credits.push({ couponId: coupon.id, amountCents });
    subTotal -= amountCents;
  }
  return { credits, fees: current, couponsAmountCents: subTotalCents - subTotal, subTotalCents: subTotal };
}

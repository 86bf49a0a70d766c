import type { CouponUse } from '@tollgate/rating';
import type { StoredCoupon } from './fee-inputs.tables.js';

/** The inputs of the amount of a coupon on an invoice (invoices, section 5.3). @param fees of the invoice */
export const couponInputs =
  (fees: number) =>
  ({ coupon, targets }: CouponUse): StoredCoupon => {
    const isFixed = coupon.type === 'fixed_amount';
    const used = coupon.frequency === 'once' ? coupon.usedCents : 0n;
    return {
      applied_coupon_id: coupon.id,
      coupon_type: coupon.type,
      percentage_rate: isFixed ? null : (coupon.percentageRate?.toFixed() ?? '0'),
      left_cents: isFixed ? String((coupon.amountCents ?? 0n) - used) : null,
      limited_to: coupon.limit?.kind ?? null,
      positions: targets.length === fees ? null : [...targets],
    };
  };

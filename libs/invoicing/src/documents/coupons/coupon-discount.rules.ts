import { checkCouponInput, type AppliedCouponCreate, type FieldErrors } from '@tollgate/contracts';
import { chargesMetricOnPlan, type CouponView } from '@tollgate/catalog/reader';
import { centsNumber, Decimal, roundHalfUp } from '@tollgate/rating';
import { refuseErrors, type TenantTransaction } from '@tollgate/platform';

/**
 * Resolves the discount of an applied coupon: the values of the call, else those of the coupon. @throws
 * ValidationFailed
 */
export function discountOf(coupon: CouponView, input: AppliedCouponCreate) {
  const discount = {
    coupon_type: coupon.couponType,
    amount_cents: input.amount_cents ?? (coupon.amountCents === null ? null : centsNumber(coupon.amountCents)),
    amount_currency: input.amount_currency ?? (coupon.currency as AppliedCouponCreate['amount_currency']) ?? null,
    percentage_rate: input.percentage_rate ?? coupon.percentageRate,
    frequency: input.frequency ?? coupon.frequency,
    frequency_duration: input.frequency_duration ?? coupon.frequencyDuration,
  };
  const errors: FieldErrors = {};
  checkCouponInput(discount, (field, ...codes) => void (errors[field] = codes));
  refuseErrors(errors);
  return {
    ...discount,
    amount_cents: discount.amount_cents === null ? null : BigInt(discount.amount_cents),
    percentage_rate:
      discount.percentage_rate === null ? null : roundHalfUp(new Decimal(discount.percentage_rate), 5).toFixed(),
  };
}

type Limits = Pick<CouponView, 'planIds' | 'metricIds'>;

/**
 * Whether two limited coupons could overlap on one fee: by a plan, a metric, or a metric that is charged on a plan
 * (invoices, section 5.2).
 */
export async function overlaps(transaction: TenantTransaction, a: Limits, b: Limits): Promise<boolean> {
  const shares = (own: string[], others: string[]) => own.some((id) => others.includes(id));
  if (shares(a.planIds, b.planIds) || shares(a.metricIds, b.metricIds)) return true;
  return (
    (await chargesMetricOnPlan(transaction, a.planIds, b.metricIds)) ||
    chargesMetricOnPlan(transaction, b.planIds, a.metricIds)
  );
}

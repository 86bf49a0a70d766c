import { Decimal, ZERO, centsDecimal, percentOf, roundHalfUp, sumOf } from '../decimal.js';
import { taxBase } from '../taxes.js';

export type FeeType = 'charge' | 'add_on' | 'subscription' | 'credit' | 'commitment' | 'fixed_charge';

/** The fields of a fee that coupons use. */
export interface DiscountableFee {
  readonly type: FeeType;
  readonly amountCents: bigint;
  readonly preciseCouponsAmountCents: Decimal;
  /** The plan of the fee's subscription, and its parent plan. */
  readonly planIds: readonly string[];
  /** Metric of a charge fee, true-ups included. */
  readonly billableMetricId: string | null;
}

export interface CouponLimit {
  readonly kind: 'billable_metrics' | 'plans';
  readonly ids: readonly string[];
}

/** A coupon applied to a customer. Lists of coupons are in the order of application. */
export interface AppliedCoupon {
  readonly id: string;
  readonly type: 'fixed_amount' | 'percentage';
  readonly frequency: 'once' | 'recurring' | 'forever';
  readonly amountCents: bigint | null;
  readonly currency: string | null;
  /** Percent. */
  readonly percentageRate: Decimal | null;
  /** Remaining periods of a recurring coupon. */
  readonly periodsRemaining: number | null;
  /** For a fixed coupon used once: the amount that earlier, non-voided invoices took. */
  readonly usedCents: bigint;
  readonly limit: CouponLimit | null;
}

export interface CouponCredit {
  readonly couponId: string;
  readonly amountCents: bigint;
  readonly periodsRemaining: number | null;
  /** The coupon is used up. */
  readonly terminated: boolean;
}

/** How a coupon came to its amount, and which fees share it. */
export interface CouponUse {
  readonly coupon: AppliedCoupon;
  /** The base of the coupon, in cents; may have a fraction if the coupon is limited. */
  readonly base: Decimal;
  /** Cents; spread over the targets before it is truncated for the invoice. */
  readonly amount: Decimal;
  /** Positions of the discounted fees. */
  readonly targets: readonly number[];
}

export interface CouponResult<F> {
  readonly credits: readonly CouponCredit[];
  /** One for each credit. */
  readonly uses: readonly CouponUse[];
  /** The fees in input order, with their shares. */
  readonly fees: readonly F[];
  readonly couponsAmountCents: bigint;
  readonly subTotalCents: bigint;
}

const SHARE_PLACES = 5;
const LIMIT_ORDER = { billable_metrics: 0, plans: 1 } as const;

/** Order of use: limited to metrics, limited to plans, unlimited; each in the order of application (invoices, section 5.3). */
export function inOrderOfUse(coupons: readonly AppliedCoupon[]): AppliedCoupon[] {
  const rank = ({ limit }: AppliedCoupon): number => (limit ? LIMIT_ORDER[limit.kind] : 2);
  return [...coupons].sort((a, b) => rank(a) - rank(b));
}

/** Does the coupon discount the fee? */
export function couponTargets({ limit }: AppliedCoupon, fee: DiscountableFee): boolean {
  if (!limit) return true;
  if (limit.kind === 'plans') return fee.planIds.some((id) => limit.ids.includes(id));
  return fee.type === 'charge' && fee.billableMetricId !== null && limit.ids.includes(fee.billableMetricId);
}

/**
 * The coupon's amount for a base, in cents; has a fraction only if a limited base has one. A base at or below 0 has
 * nothing to discount.
 */
export function couponAmount(coupon: AppliedCoupon, base: Decimal): Decimal {
  if (base.lte(0)) return ZERO;
  if (coupon.type === 'percentage') {
    return Decimal.min(roundHalfUp(percentOf(base, coupon.percentageRate ?? ZERO)), base);
  }
  return Decimal.min(fixedAmountLeft(coupon), base);
}

function fixedAmountLeft({ amountCents, frequency, usedCents }: AppliedCoupon): Decimal {
  return centsDecimal((amountCents ?? 0n) - (frequency === 'once' ? usedCents : 0n));
}

function creditOf(coupon: AppliedCoupon, amount: Decimal): CouponCredit {
  const periodsRemaining =
    coupon.frequency === 'recurring' ? Math.max((coupon.periodsRemaining ?? 0) - 1, 0) : coupon.periodsRemaining;
  const usedOnce = coupon.frequency === 'once' && (coupon.type === 'percentage' || amount.gte(fixedAmountLeft(coupon)));
  return {
    couponId: coupon.id,
    amountCents: BigInt(amount.trunc().toFixed()),
    periodsRemaining,
    terminated: usedOnce || (coupon.frequency === 'recurring' && periodsRemaining === 0),
  };
}

/**
 * Spreads an amount over fees in proportion to their remainders, 5 decimals, at most the fee itself (invoices, section
 * 5.3). A fee below 0 takes a share below 0, so that the shares add up to the amount.
 */
export function spreadOverFees<F extends DiscountableFee>(
  fees: readonly F[],
  isTarget: (fee: F) => boolean,
  amount: Decimal,
  base: Decimal,
): F[] {
  if (base.lte(0)) return [...fees];
  return fees.map((fee) => {
    if (!isTarget(fee)) return fee;
    const share = roundHalfUp(amount.times(taxBase(fee)).div(base), SHARE_PLACES);
    const [sum, whole] = [fee.preciseCouponsAmountCents.plus(share), centsDecimal(fee.amountCents)];
    const spread = whole.lt(0) ? Decimal.max(sum, whole) : Decimal.min(sum, whole);
    return { ...fee, preciseCouponsAmountCents: spread };
  });
}

const positionsOf = <F>(fees: readonly F[], isTarget: (fee: F) => boolean): number[] =>
  fees.flatMap((fee, position) => (isTarget(fee) ? [position] : []));

/**
 * Applies a customer's coupons to an invoice (invoices, section 5.3). `subTotalCents` is the fees' total after
 * progressive billing credits; `fees` carry the shares of these credits. The caller must leave out coupons that this
 * invoice has already used.
 */
export function applyCoupons<F extends DiscountableFee>(
  coupons: readonly AppliedCoupon[],
  fees: readonly F[],
  subTotalCents: bigint,
  currency: string,
): CouponResult<F> {
  let [current, subTotal] = [fees, subTotalCents];
  const credits: CouponCredit[] = [];
  const uses: CouponUse[] = [];
  for (const coupon of inOrderOfUse(coupons)) {
    if (subTotal <= 0n) break;
    if (coupon.type === 'fixed_amount' && coupon.currency !== currency) continue;
    const isTarget = (fee: F): boolean => couponTargets(coupon, fee);
    const targets = current.filter(isTarget);
    if (targets.length === 0) continue;
    const base = coupon.limit ? sumOf(targets.map(taxBase)) : centsDecimal(subTotal);
    const amount = couponAmount(coupon, base);
    const credit = creditOf(coupon, amount);
    current = spreadOverFees(current, isTarget, amount, base);
    credits.push(credit);
    uses.push({ coupon, base, amount, targets: positionsOf(current, isTarget) });
    subTotal -= credit.amountCents;
  }
  return { credits, uses, fees: current, couponsAmountCents: subTotalCents - subTotal, subTotalCents: subTotal };
}

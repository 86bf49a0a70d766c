import type { FeeRow } from '../../model/fees/fees.repository.js';
import type { StoredCoupon } from '../../model/fee-inputs/fee-inputs.tables.js';
import type { CreditRow } from '../../model/credit-notes/credit-notes.repository.js';
import { checkOf, type Check } from './checks.js';
import type { Steps } from './steps.js';

const rule = 'invoices, section 5.3';
const sharePlaces = 5;
/** Most shares of coupons on fees that an answer lists. */
const mostShares = 2_000;

/** The coupons of an invoice, as they were stored. */
export interface ExplainedCoupons {
  fees: FeeRow[];
  credits: CreditRow[];
  /** Their inputs; null for an invoice that was written before. */
  coupons: StoredCoupon[] | null;
  /** References or decimals of the credits for progressive invoices, by fee. */
  progressive: string[];
}

/** The share of a coupon that a fee bears. */
export interface CouponShare {
  feeId: string;
  /** References of the fee's rest before the coupon, and of its discounts before and after it. */
  base: string;
  before: string;
  after: string;
}

/** A coupon with its shares. */
export interface ListedCoupon {
  appliedCouponId: string;
  /** References of its base and its cents; the base is null if only the amount is stored. */
  base: string | null;
  cents: string;
  /** Null if only the amount is stored. */
  shares: CouponShare[] | null;
}

/** The deductions of coupons, and what they must equal. */
export interface CouponSteps {
  /** In the order of their use. */
  listed: ListedCoupon[];
  /** References of all discounts, by fee; null if only the amounts are stored. */
  discounts: string[] | null;
  checks: Check[];
}

/**
 * Each coupon on what the earlier ones left, and its spread over its fees (invoices, section 5.3).
 * @param subTotal the fees less the credit of progressive invoices
 */
export function couponSteps(steps: Steps, explained: ExplainedCoupons, subTotal: string): CouponSteps {
  const { fees, credits, coupons } = explained;
  const isListed = coupons && coupons.length === credits.length && coupons.length * fees.length <= mostShares;
  return isListed ? derivedSteps(steps, { ...explained, coupons }, subTotal) : storedSteps(steps, credits);
}

/** The amounts alone, as stored. */
function storedSteps(steps: Steps, credits: CreditRow[]): CouponSteps {
  const listed = credits.map(({ amount_cents: amount, source_id: of }, position) => {
    const id = `coupon_${position + 1}`;
    const cents = steps.add({ id, kind: 'coupon_stored', rule, of, op: 'sum', args: [String(amount)] });
    return { appliedCouponId: of, base: null, cents, shares: null };
  });
  return { listed, discounts: null, checks: [] };
}

function derivedSteps(
  steps: Steps,
  { fees, credits, coupons, progressive }: ExplainedCoupons & { coupons: StoredCoupon[] },
  subTotal: string,
): CouponSteps {
  let left = subTotal;
  const discounts = [...progressive];
  const listed: ListedCoupon[] = [];
  const checks: Check[] = [];
  for (const [position, coupon] of coupons.entries()) {
    const id = `coupon_${position + 1}`;
    const one = oneCoupon(steps, { id, coupon, fees, discounts, left });
    const stored = credits[position]?.amount_cents ?? 0n;
    checks.push(checkOf(`credits.${coupon.applied_coupon_id}.amount_cents`, stored, one.cents));
    listed.push(one);
    left = steps.add({ id: `${id}_left`, kind: 'sub_total', rule, op: 'sub', args: [left, one.cents] });
  }
  for (const [position, fee] of fees.entries())
    checks.push(
      checkOf(
        `fees.${fee.id}.precise_coupons_amount_cents`,
        fee.precise_coupons_amount_cents,
        discounts[position] ?? '0',
      ),
    );
  return { listed, discounts, checks };
}

interface OneCoupon {
  id: string;
  coupon: StoredCoupon;
  fees: FeeRow[];
  /** References of the discounts so far, which the coupon adds to. */
  discounts: string[];
  left: string;
}

function oneCoupon(steps: Steps, { id, coupon, fees, discounts, left }: OneCoupon): ListedCoupon {
  const of = coupon.applied_coupon_id;
  const positions = coupon.positions ?? fees.map((_, position) => position);
  const bases = positions.map((position) =>
    steps.add({
      id: `${id}_base_${position + 1}`,
      kind: 'taxable',
      rule,
      of: fees[position]?.id ?? '',
      op: 'sub',
      args: [String(fees[position]?.amount_cents ?? 0n), discounts[position] ?? '0'],
    }),
  );
  const args = coupon.limited_to === null ? [left] : bases;
  const base = steps.add({ id: `${id}_base`, kind: 'coupon_base', rule, of, op: 'sum', args });
  const amount = couponAmount(steps, { id, coupon, base });
  const cents = steps.add({ id, kind: 'coupon', rule, of, op: 'floor', args: [amount], places: 0 });
  const shares: CouponShare[] = [];
  const listed = { appliedCouponId: of, base, cents, shares };
  if (!steps.isBelow('0', base)) return listed;
  for (const [place, position] of positions.entries()) {
    const fee = fees[position];
    if (!fee) continue;
    const [before, own] = [discounts[position] ?? '0', bases[place] ?? '0'];
    const after = shareOf(steps, { id: `${id}_fee_${position + 1}`, fee, before, amount, base, own });
    discounts[position] = after;
    shares.push({ feeId: fee.id, base: own, before, after });
  }
  return listed;
}

/** A percentage of the base, or what is left of a fixed amount; at most the base, and nothing of a base below 0. */
function couponAmount(steps: Steps, { id, coupon, base }: Pick<OneCoupon, 'id' | 'coupon'> & { base: string }): string {
  const of = coupon.applied_coupon_id;
  const add = (name: string, kind: string, op: 'mul' | 'min' | 'max' | 'round_half_up', args: string[]) =>
    steps.add({ id: `${id}_${name}`, kind, rule, of, op, args, ...(op === 'round_half_up' ? { places: 0 } : {}) });
  const positive = add('positive_base', 'not_below_zero', 'max', [base, '0']);
  if (coupon.coupon_type === 'fixed_amount')
    return add('amount', 'coupon_amount', 'min', [coupon.left_cents ?? '0', positive]);
  const share = add('percentage', 'coupon_percentage', 'mul', [positive, coupon.percentage_rate ?? '0', '0.01']);
  const rounded = add('rounded', 'coupon_rounded', 'round_half_up', [share]);
  return add('amount', 'coupon_amount', 'min', [rounded, positive]);
}

interface Share {
  id: string;
  fee: FeeRow;
  before: string;
  amount: string;
  base: string;
  own: string;
}

/** The share of a fee in proportion to its rest, between 0 and the fee. */
function shareOf(steps: Steps, { id, fee, before, amount, base, own }: Share): string {
  const of = fee.id;
  const part = steps.add({ id: `${id}_part`, kind: 'coupon_part', rule, of, op: 'mul', args: [amount, own] });
  const share = steps.add({
    id: `${id}_share`,
    kind: 'coupon_share',
    rule,
    of,
    op: 'round_half_up',
    args: [part, base],
    places: sharePlaces,
  });
  const sum = steps.add({ id: `${id}_sum`, kind: 'discounts', rule, of, op: 'sum', args: [before, share] });
  const op = fee.amount_cents < 0n ? 'max' : 'min';
  return steps.add({ id, kind: 'discounts_within_fee', rule, of, op, args: [sum, String(fee.amount_cents)] });
}

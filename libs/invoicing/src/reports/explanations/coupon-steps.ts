import type { FeeRow } from '../../model/repositories/fees.repository.js';
import type { StoredCoupon } from '../../model/tables/fee-inputs.tables.js';
import type { CreditRow } from '../../model/repositories/credit-notes.repository.js';
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
}

/** The deductions of coupons, and what they must equal. */
export interface CouponSteps {
  /** References of the deducted amounts. */
  amounts: string[];
  checks: Check[];
}

/**
 * Each coupon on what the earlier ones left, and its spread over its fees (invoices, section 5.3).
 * @param subTotal the fees less the credit of progressive invoices
 */
export function couponSteps(steps: Steps, { fees, credits, coupons }: ExplainedCoupons, subTotal: string): CouponSteps {
  const isListed = coupons && coupons.length === credits.length && coupons.length * fees.length <= mostShares;
  return isListed ? derivedSteps(steps, { fees, credits, coupons }, subTotal) : storedSteps(steps, credits);
}

/** The amounts alone, as stored. */
function storedSteps(steps: Steps, credits: CreditRow[]): CouponSteps {
  const amounts = credits.map(({ amount_cents: cents, source_id: of }, position) =>
    steps.add({ id: `coupon_${position + 1}`, kind: 'coupon_stored', rule, of, op: 'sum', args: [String(cents)] }),
  );
  return { amounts, checks: [] };
}

function derivedSteps(
  steps: Steps,
  { fees, credits, coupons }: ExplainedCoupons & { coupons: StoredCoupon[] },
  subTotal: string,
): CouponSteps {
  let left = subTotal;
  const shares = fees.map((fee) => String(fee.progressive_credit_amount_cents ?? 0n));
  const amounts: string[] = [];
  const checks: Check[] = [];
  for (const [position, coupon] of coupons.entries()) {
    const id = `coupon_${position + 1}`;
    const cents = oneCoupon(steps, { id, coupon, fees, shares, left });
    const stored = credits[position]?.amount_cents ?? 0n;
    checks.push(checkOf(`credits.${coupon.applied_coupon_id}.amount_cents`, stored, cents));
    amounts.push(cents);
    left = steps.add({ id: `${id}_left`, kind: 'sub_total', rule, op: 'sub', args: [left, cents] });
  }
  for (const [position, fee] of fees.entries())
    checks.push(
      checkOf(`fees.${fee.id}.precise_coupons_amount_cents`, fee.precise_coupons_amount_cents, shares[position] ?? '0'),
    );
  return { amounts, checks };
}

interface OneCoupon {
  id: string;
  coupon: StoredCoupon;
  fees: FeeRow[];
  /** References of the discounts so far, which the coupon adds to. */
  shares: string[];
  left: string;
}

function oneCoupon(steps: Steps, { id, coupon, fees, shares, left }: OneCoupon): string {
  const of = coupon.applied_coupon_id;
  const positions = coupon.positions ?? fees.map((_, position) => position);
  const bases = positions.map((position) =>
    steps.add({
      id: `${id}_base_${position + 1}`,
      kind: 'taxable',
      rule,
      of: fees[position]?.id ?? '',
      op: 'sub',
      args: [String(fees[position]?.amount_cents ?? 0n), shares[position] ?? '0'],
    }),
  );
  const args = coupon.limited_to === null ? [left] : bases;
  const base = steps.add({ id: `${id}_base`, kind: 'coupon_base', rule, of, op: 'sum', args });
  const amount = couponAmount(steps, { id, coupon, base });
  const cents = steps.add({ id, kind: 'coupon', rule, of, op: 'floor', args: [amount], places: 0 });
  if (!steps.isBelow('0', base)) return cents;
  for (const [place, position] of positions.entries()) {
    const fee = fees[position];
    if (fee)
      shares[position] = shareOf(steps, {
        id: `${id}_fee_${position + 1}`,
        fee,
        before: shares[position] ?? '0',
        amount,
        base,
        own: bases[place] ?? '0',
      });
  }
  return cents;
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

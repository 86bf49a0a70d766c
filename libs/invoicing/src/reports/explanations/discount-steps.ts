import type { ExplanationStep } from '@tollgate/contracts';
import type { FeeRow } from '../../model/fees/fees.repository.js';
import { checkOf } from './checks.js';
import { invoiceSteps, type ExplainedInvoice } from './invoice-steps.js';
import { Steps } from './steps.js';
import type { CheckedSteps } from './tax-steps.js';

/**
 * The steps from nothing to the discounts of a fee: the credits of earlier progressive fees, then its share of each
 * coupon (charges, section 7.5; invoices, section 5.3). They are those of its invoice; values of other fees are decimals.
 * @param explained the invoice of the fee; null without one
 */
export function discountSteps(fee: FeeRow, explained: ExplainedInvoice | null): CheckedSteps {
  const steps = new Steps();
  const last = (explained && ownSteps(steps, fee, explained)) ?? storedDiscounts(steps, fee);
  return {
    steps,
    checks: [checkOf('precise_coupons_amount_cents', fee.precise_coupons_amount_cents, last)],
  };
}

/** The discounts as they were stored: those of progressive invoices, and the rest of coupons. */
function storedDiscounts(steps: Steps, fee: FeeRow): string {
  const rule = 'invoices, section 5.3';
  const args = [fee.precise_coupons_amount_cents];
  return steps.add({ id: 'discounts', kind: 'discounts_stored', rule, op: 'sum', args });
}

/** Takes the steps of one fee from those of its invoice. @returns the last one; undefined if they are not stored */
function ownSteps(steps: Steps, fee: FeeRow, explained: ExplainedInvoice): string | undefined {
  const whole = invoiceSteps(explained);
  const position = explained.fees.findIndex(({ id }) => id === fee.id);
  const discounts = whole.discounts?.[position];
  if (discounts === undefined) return undefined;
  const names = namesOf(fee, explained, position);
  const values = new Map(whole.steps.list.map(({ id, value }) => [`$${id}`, value]));
  const valueOf = (argument: string): string => values.get(argument) ?? argument;
  const taken = new Set<string>();
  for (const step of whole.steps.list) {
    if (!names(step)) continue;
    const { places, of, ...rest } = step;
    // The value of a step of another fee stands for it. A quotient without end is none: it has no step between.
    const args = step.args.map((argument) => (taken.has(argument) ? argument : valueOf(argument)));
    taken.add(steps.add({ ...rest, args, ...(of === null ? {} : { of }), ...(places === null ? {} : { places }) }));
  }
  const rule = 'invoices, section 5.3';
  const last = taken.has(discounts) ? discounts : valueOf(discounts);
  return steps.add({ id: 'discounts', kind: 'fee_discounts', rule, of: fee.id, op: 'sum', args: [last] });
}

/** Finds the steps of a fee among those of its invoice: its sources, their credits, its coupons and its shares. */
function namesOf(fee: FeeRow, { progressive, coupons }: ExplainedInvoice, position: number) {
  const sources = new Set(
    (progressive ?? []).filter(({ positions }) => positions.includes(position)).map((source) => source.fee_id),
  );
  const discounting = new Set(
    (coupons ?? [])
      .filter(({ positions }) => positions === null || positions.includes(position))
      .map((coupon) => coupon.applied_coupon_id),
  );
  const ofCoupon = ['coupon_base', 'not_below_zero', 'coupon_percentage', 'coupon_rounded', 'coupon_amount'];
  const ofFee = [
    'progressive_share',
    'progressive_rest',
    'progressive_credit_of_fee',
    'taxable',
    'coupon_part',
    'coupon_share',
    'discounts',
    'discounts_within_fee',
  ];
  return ({ kind, of }: ExplanationStep): boolean => {
    if (of === null) return false;
    if (of === fee.id) return ofFee.includes(kind);
    return sources.has(of) || (discounting.has(of) && ofCoupon.includes(kind));
  };
}

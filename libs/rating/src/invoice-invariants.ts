import { restTotal } from './credit-notes/amounts.js';
import type { NoteRest } from './credit-notes/amounts.js';
import { Decimal, ZERO, centsDecimal, sumOf } from './decimal.js';
import type { InvoiceTotals } from './invoice-totals.js';
import { taxBase } from './taxes.js';
import type { TaxableFee, TaxRate } from './taxes.js';

/** The figures of an invoice contradict each other, so it must not be issued. */
export class InvoiceDoesNotAddUp extends Error {
  override readonly name = 'InvoiceDoesNotAddUp';
}

interface DiscountedFee extends Pick<TaxableFee, 'amountCents' | 'preciseCouponsAmountCents'> {
  readonly taxes: readonly Pick<TaxRate, 'code'>[];
}
type Figures = Pick<
  InvoiceTotals,
  'progressiveBillingCreditAmountCents' | 'couponsAmountCents' | 'subTotalExcludingTaxesAmountCents'
>;

/** Shares have 5 decimals (invoices, section 5.3). */
const SHARE_ROUNDING = new Decimal('0.000005');

/**
 * Maximum difference between the fees' shares and the invoice's deductions, in cents. A coupon with a fractional
 * limited base is spread exactly, but truncated to whole cents on the invoice; each share is rounded. Progressive
 * credit is whole cents on both.
 */
const toleranceOf = (coupons: number, fees: number): Decimal => SHARE_ROUNDING.times(fees).plus(1).times(coupons);

/**
 * Checks the invariants of every issued invoice (charges, section 7.5). Deductions from fees equal its progressive
 * credit and coupons. No fee is discounted beyond its amount, and a tax of all fees applies to its subtotal. A fee below
 * 0, as in-advance changes may have, takes a share between its amount and 0.
 * @param fees with their shares, in cents
 * @param coupons the number of coupons used
 * @throws InvoiceDoesNotAddUp
 */
export function assertInvoiceAddsUp(fees: readonly DiscountedFee[], figures: Figures, coupons: number): void {
  const tolerance = toleranceOf(coupons, fees.length);
  const beyond = fees.find(({ amountCents, preciseCouponsAmountCents: share }) => {
    const amount = centsDecimal(amountCents);
    return share.lt(Decimal.min(amount, 0)) || share.gt(Decimal.max(amount, 0));
  });
  if (beyond)
    throw new InvoiceDoesNotAddUp(
      `${beyond.preciseCouponsAmountCents.toFixed()} is off a fee of ${beyond.amountCents}`,
    );
  const shares = sumOf(fees.map((fee) => fee.preciseCouponsAmountCents));
  const deducted = centsDecimal(figures.progressiveBillingCreditAmountCents + figures.couponsAmountCents);
  if (shares.minus(deducted).abs().gt(tolerance))
    throw new InvoiceDoesNotAddUp(`${shares.toFixed()} is off its fees, ${deducted.toFixed()} off the invoice`);
  const subTotal = centsDecimal(figures.subTotalExcludingTaxesAmountCents);
  for (const [code, base] of basesOfWholeTaxes(fees))
    if (base.minus(subTotal).abs().gt(tolerance))
      throw new InvoiceDoesNotAddUp(`${code} is on ${base.toFixed()} of ${subTotal.toFixed()}`);
}

/**
 * Checks that a credit note does not exceed the invoice's remainder (invoices, section 6.2), apart from the final cent.
 * @param totalCents of the note
 * @param rest the remainder after coupons and earlier notes
 * @throws InvoiceDoesNotAddUp
 */
export function assertNoteFits(totalCents: bigint, rest: NoteRest): void {
  const left = restTotal(rest);
  if (totalCents > left + 1n)
    throw new InvoiceDoesNotAddUp(`a note of ${totalCents} is on an invoice that leaves ${left}`);
}

/** The base of each tax that all fees share. */
function basesOfWholeTaxes(fees: readonly DiscountedFee[]): Map<string, Decimal> {
  const bases = new Map<string, { base: Decimal; fees: number }>();
  for (const fee of fees) {
    for (const { code } of fee.taxes) {
      const { base, fees: count } = bases.get(code) ?? { base: ZERO, fees: 0 };
      bases.set(code, { base: base.plus(taxBase(fee)), fees: count + 1 });
    }
  }
  return new Map([...bases].filter(([, each]) => each.fees === fees.length).map(([code, { base }]) => [code, base]));
}

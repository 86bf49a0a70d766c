import { Decimal, ZERO, centsDecimal, percentOf, roundHalfUp, roundToCents, sumOf } from '../decimal.js';
import type { TaxRate } from '../taxes.js';

/** A fee, and its credited amount before coupons and taxes. */
export interface CreditNoteItem {
  readonly feeAmountCents: bigint;
  readonly feePreciseCouponsAmountCents: Decimal;
  readonly taxes: readonly TaxRate[];
  /** Cents, 5 decimals. */
  readonly amountCents: Decimal;
}

export interface CreditNoteTax {
  readonly code: string;
  readonly rate: Decimal;
  readonly baseAmountCents: bigint;
  readonly amountCents: bigint;
}

/** Figures of a credit note in cents; the precise ones have 5 decimals (invoices, section 6.2). */
export interface CreditNoteAmounts {
  readonly itemsAmountCents: Decimal;
  readonly preciseCouponsAdjustmentAmountCents: Decimal;
  readonly couponsAdjustmentAmountCents: bigint;
  readonly appliedTaxes: readonly CreditNoteTax[];
  readonly preciseTaxesAmountCents: Decimal;
  readonly taxesAmountCents: bigint;
  readonly taxesRate: Decimal;
  readonly subTotalExcludingTaxesAmountCents: bigint;
  /** Items less coupons plus taxes, rounded once, before the final cent. */
  readonly totalAmountCents: bigint;
}

const PRECISION = 5;

function couponShare({ feeAmountCents, feePreciseCouponsAmountCents, amountCents }: CreditNoteItem): Decimal {
  return feeAmountCents === 0n
    ? ZERO
    : feePreciseCouponsAmountCents.times(amountCents).div(centsDecimal(feeAmountCents));
}

interface TaxedBase {
  readonly tax: TaxRate;
  readonly base: Decimal;
}

function basesByTax(items: readonly CreditNoteItem[]): TaxedBase[] {
  const bases = new Map<string, TaxedBase>();
  for (const item of items) {
    for (const tax of item.taxes) {
      const base = (bases.get(tax.code)?.base ?? ZERO).plus(item.amountCents).minus(couponShare(item));
      bases.set(tax.code, { tax, base });
    }
  }
  return [...bases.values()];
}

/** The invoice's remainder for further notes: its figures less those of earlier notes, in cents. */
export interface NoteRest {
  /** Remainder of all fees, before coupons and taxes. */
  readonly remainingCents: Decimal;
  readonly subTotalCents: bigint;
  readonly taxesCents: bigint;
  /** Sum over earlier notes of their rounded less their precise taxes. */
  readonly taxRounding: Decimal;
}

/** The remainder is at least 0. */
const notBelowZero = (cents: bigint): bigint => (cents > 0n ? cents : 0n);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** The total remainder for further notes, in cents. */
export const restTotal = ({ subTotalCents, taxesCents }: NoteRest): bigint =>
  notBelowZero(subTotalCents) + notBelowZero(taxesCents);

/** The remainder after one more note. */
export function restAfter(rest: NoteRest, amounts: CreditNoteAmounts): NoteRest {
  return {
    remainingCents: rest.remainingCents.minus(amounts.itemsAmountCents),
    subTotalCents: rest.subTotalCents - amounts.subTotalExcludingTaxesAmountCents,
    taxesCents: rest.taxesCents - amounts.taxesAmountCents,
    taxRounding: rest.taxRounding.plus(centsDecimal(amounts.taxesAmountCents)).minus(amounts.preciseTaxesAmountCents),
  };
}

/**
 * Computes the amounts of a credit note from its items (invoices, section 6.2). A note takes at most the invoice's
 * remainder. The last note, which uses up all fees, takes all of it: that settles earlier rounding of coupons and
 * taxes.
 * @param rest absent where the caller does not limit notes by it: on drafts, and on invoices of prepaid credits
 */
export function creditNoteAmounts(items: readonly CreditNoteItem[], rest?: NoteRest): CreditNoteAmounts {
  const itemsAmountCents = sumOf(items.map(({ amountCents }) => amountCents));
  const shares = roundHalfUp(sumOf(items.map(couponShare)), PRECISION);
  const net = itemsAmountCents.minus(shares);
  const bases = basesByTax(items);
  const taxes = roundHalfUp(sumOf(bases.map(({ tax, base }) => percentOf(base, tax.rate))), PRECISION);
  const rates = bases.map(({ tax, base }) => (net.isZero() ? ZERO : base.div(net).times(tax.rate)));
  const settled = settle(itemsAmountCents, { net, taxes }, rest);
  return {
    itemsAmountCents,
    ...settled,
    couponsAdjustmentAmountCents: roundToCents(settled.preciseCouponsAdjustmentAmountCents),
    appliedTaxes: bases.map(({ tax, base }) => ({
      code: tax.code,
      rate: tax.rate,
      baseAmountCents: roundToCents(base),
      amountCents: roundToCents(percentOf(base, tax.rate)),
    })),
    taxesRate: roundHalfUp(sumOf(rates), PRECISION),
  };
}

type Settled = Pick<
  CreditNoteAmounts,
  | 'preciseCouponsAdjustmentAmountCents'
  | 'preciseTaxesAmountCents'
  | 'taxesAmountCents'
  | 'subTotalExcludingTaxesAmountCents'
  | 'totalAmountCents'
>;

/** Limits subtotal, taxes and total to the invoice's remainder. */
function settle(items: Decimal, { net, taxes }: { net: Decimal; taxes: Decimal }, rest?: NoteRest): Settled {
  const isLast = rest !== undefined && items.gt(0) && items.gte(rest.remainingCents);
  const preciseTaxesAmountCents = isLast ? taxes.minus(rest.taxRounding) : taxes;
  const [freeSubTotal, freeTaxes] = [roundToCents(net), roundToCents(preciseTaxesAmountCents)];
  const subTotal = rest ? within(freeSubTotal, rest.subTotalCents, isLast) : freeSubTotal;
  const taxesAmountCents = rest ? within(freeTaxes, rest.taxesCents, isLast) : freeTaxes;
  const isBound = isLast || subTotal !== freeSubTotal || taxesAmountCents !== freeTaxes;
  return {
    preciseCouponsAdjustmentAmountCents: items.minus(isBound ? centsDecimal(subTotal) : net),
    preciseTaxesAmountCents,
    taxesAmountCents,
    subTotalExcludingTaxesAmountCents: subTotal,
    totalAmountCents: isBound ? subTotal + taxesAmountCents : roundToCents(net.plus(preciseTaxesAmountCents)),
  };
}

const within = (cents: bigint, left: bigint, isLast: boolean): bigint =>
  isLast ? notBelowZero(left) : smaller(cents, notBelowZero(left));

/** How a note's total is used, in cents. */
export interface CreditNoteSplit {
  readonly creditAmountCents: bigint;
  readonly refundAmountCents: bigint;
  readonly offsetAmountCents: bigint;
}

export function splitTotal({ creditAmountCents, refundAmountCents, offsetAmountCents }: CreditNoteSplit): bigint {
  return creditAmountCents + refundAmountCents + offsetAmountCents;
}

/**
 * Moves the total by one cent towards subtotal plus taxes where rounding separated them. It changes the credit part,
 * else the refund, else the offset (invoices, section 6.2).
 */
export function withFinalCent(
  split: CreditNoteSplit,
  amounts: Pick<CreditNoteAmounts, 'taxesAmountCents' | 'subTotalExcludingTaxesAmountCents'>,
): CreditNoteSplit {
  const excess = splitTotal(split) - amounts.taxesAmountCents - amounts.subTotalExcludingTaxesAmountCents;
  if (excess === 0n) return split;
  const cent = excess > 0n ? -1n : 1n;
  if (split.creditAmountCents > 0n) return { ...split, creditAmountCents: split.creditAmountCents + cent };
  if (split.refundAmountCents > 0n) return { ...split, refundAmountCents: split.refundAmountCents + cent };
  return { ...split, offsetAmountCents: split.offsetAmountCents + cent };
}

/**
 * Figures of an estimated note: the final cent changes the credit, or, when that is too low, the taxes (invoices,
 * section 6.4).
 */
export function estimatedCredit(amounts: CreditNoteAmounts): {
  readonly creditAmountCents: bigint;
  readonly taxesAmountCents: bigint;
} {
  const { totalAmountCents: credit, taxesAmountCents: taxes, subTotalExcludingTaxesAmountCents: subTotal } = amounts;
  if (credit - taxes > subTotal) return { creditAmountCents: credit - 1n, taxesAmountCents: taxes };
  if (credit - taxes < subTotal && taxes > 0n) return { creditAmountCents: credit, taxesAmountCents: taxes - 1n };
  return { creditAmountCents: credit, taxesAmountCents: taxes };
}

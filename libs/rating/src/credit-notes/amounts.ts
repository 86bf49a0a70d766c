import { Decimal, ZERO, centsDecimal, percentOf, roundHalfUp, roundToCents, sumOf } from '../decimal.js';
import type { TaxRate } from '../taxes.js';

/** A fee, and how much of it is credited before coupons and taxes. */
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

/** Figures of a credit note in cents; the precise ones keep 5 decimals (invoices, section 6.2). */
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

/** What an invoice leaves for its next note: the figures of the invoice less those of the notes before, in cents. */
export interface NoteRest {
  /** Of all of its fees, before coupons and taxes. */
  readonly remainingCents: Decimal;
  readonly subTotalCents: bigint;
  readonly taxesCents: bigint;
  /** Sum over the notes before of their rounded less their precise taxes. */
  readonly taxRounding: Decimal;
}

/** Nothing is left beyond what notes before took. */
const notBelowZero = (cents: bigint): bigint => (cents > 0n ? cents : 0n);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What an invoice leaves for notes in all, in cents. */
export const restTotal = ({ subTotalCents, taxesCents }: NoteRest): bigint =>
  notBelowZero(subTotalCents) + notBelowZero(taxesCents);

/** What an invoice leaves after one note more. */
export function restAfter(rest: NoteRest, amounts: CreditNoteAmounts): NoteRest {
  return {
    remainingCents: rest.remainingCents.minus(amounts.itemsAmountCents),
    subTotalCents: rest.subTotalCents - amounts.subTotalExcludingTaxesAmountCents,
    taxesCents: rest.taxesCents - amounts.taxesAmountCents,
    taxRounding: rest.taxRounding.plus(centsDecimal(amounts.taxesAmountCents)).minus(amounts.preciseTaxesAmountCents),
  };
}

/**
 * Amounts of a credit note from its items (invoices, section 6.2). No note takes more than the invoice leaves; the last one, after
 * which nothing of any fee is left, takes all of it: rounding of the notes before is so settled for coupons and taxes alike.
 * @param rest absent where others settle it: on drafts, and on invoices of prepaid credits
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

/** Subtotal, taxes and total within what an invoice leaves. */
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

/** How the total of a note is used, in cents. */
export interface CreditNoteSplit {
  readonly creditAmountCents: bigint;
  readonly refundAmountCents: bigint;
  readonly offsetAmountCents: bigint;
}

export function splitTotal({ creditAmountCents, refundAmountCents, offsetAmountCents }: CreditNoteSplit): bigint {
  return creditAmountCents + refundAmountCents + offsetAmountCents;
}

/**
 * Moves the total by one cent towards subtotal plus taxes where rounding parted them, and with it the credit part,
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

/** Figures of an estimated note: the final cent falls on the credit, or when that is too low on the taxes (invoices, section 6.4). */
export function estimatedCredit(amounts: CreditNoteAmounts): {
  readonly creditAmountCents: bigint;
  readonly taxesAmountCents: bigint;
} {
  const { totalAmountCents: credit, taxesAmountCents: taxes, subTotalExcludingTaxesAmountCents: subTotal } = amounts;
  if (credit - taxes > subTotal) return { creditAmountCents: credit - 1n, taxesAmountCents: taxes };
  if (credit - taxes < subTotal && taxes > 0n) return { creditAmountCents: credit, taxesAmountCents: taxes - 1n };
  return { creditAmountCents: credit, taxesAmountCents: taxes };
}

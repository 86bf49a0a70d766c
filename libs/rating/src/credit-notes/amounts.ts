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
  /** Items less coupons plus taxes, rounded with the notes before it, before the final cent. */
  readonly totalAmountCents: bigint;
  /** Items less coupons plus taxes, rounded by themselves. */
  readonly exactTotalAmountCents: bigint;
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

/** The rounded sums of an invoice's earlier notes, in cents. */
export interface TakenByNotes {
  readonly subTotalCents: bigint;
  readonly taxesCents: bigint;
  /** The taxes before rounding. */
  readonly preciseTaxesCents: Decimal;
  /** By the code of the tax. */
  readonly taxes: ReadonlyMap<string, Pick<CreditNoteTax, 'baseAmountCents' | 'amountCents'>>;
}

/** Before the first note of an invoice. */
export const NOTHING_TAKEN: TakenByNotes = {
  subTotalCents: 0n,
  taxesCents: 0n,
  preciseTaxesCents: ZERO,
  taxes: new Map(),
};

/** The invoice's remainder for further notes: its figures less those of earlier notes, in cents. */
export interface NoteRest {
  /** Remainder of all fees, before coupons and taxes. */
  readonly remainingCents: Decimal;
  readonly subTotalCents: bigint;
  readonly taxesCents: bigint;
  /** The credited parts of fees in earlier notes; their exact sums decide how the next note rounds. */
  readonly credited: readonly CreditNoteItem[];
  readonly taken: TakenByNotes;
}

/** The remainder is at least 0. */
const notBelowZero = (cents: bigint): bigint => (cents > 0n ? cents : 0n);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** The total remainder for further notes, in cents. */
export const restTotal = ({ subTotalCents, taxesCents }: NoteRest): bigint =>
  notBelowZero(subTotalCents) + notBelowZero(taxesCents);

/** The remainder after one more note of these items. */
export function restAfter(rest: NoteRest, items: readonly CreditNoteItem[], amounts: CreditNoteAmounts): NoteRest {
  const { subTotalExcludingTaxesAmountCents: subTotal, taxesAmountCents: taxes } = amounts;
  const taken = new Map(rest.taken.taxes);
  for (const { code, baseAmountCents, amountCents } of amounts.appliedTaxes) {
    const before = taken.get(code) ?? { baseAmountCents: 0n, amountCents: 0n };
    taken.set(code, {
      baseAmountCents: before.baseAmountCents + baseAmountCents,
      amountCents: before.amountCents + amountCents,
    });
  }
  return {
    remainingCents: rest.remainingCents.minus(amounts.itemsAmountCents),
    subTotalCents: rest.subTotalCents - subTotal,
    taxesCents: rest.taxesCents - taxes,
    credited: [...rest.credited, ...items],
    taken: {
      subTotalCents: rest.taken.subTotalCents + subTotal,
      taxesCents: rest.taken.taxesCents + taxes,
      preciseTaxesCents: rest.taken.preciseTaxesCents.plus(amounts.preciseTaxesAmountCents),
      taxes: taken,
    },
  };
}

/** Exact amounts of items, in cents. */
interface ExactAmounts {
  readonly items: Decimal;
  readonly net: Decimal;
  readonly bases: readonly TaxedBase[];
  readonly taxes: Decimal;
}

function exactAmounts(items: readonly CreditNoteItem[]): ExactAmounts {
  const sum = sumOf(items.map(({ amountCents }) => amountCents));
  const bases = basesByTax(items);
  return {
    items: sum,
    net: sum.minus(roundHalfUp(sumOf(items.map(couponShare)), PRECISION)),
    bases,
    taxes: roundHalfUp(sumOf(bases.map(({ tax, base }) => percentOf(base, tax.rate))), PRECISION),
  };
}

/**
 * Computes the amounts of a credit note from its items (invoices, section 6.2). Notes of an invoice round together: each
 * has the rounded sum over all notes up to it, less what the notes before it have. A note takes at most the invoice's
 * remainder. The last note, which uses up all fees, takes all of it.
 * @param rest absent where the caller does not limit notes by it: on drafts, and on invoices of prepaid credits
 */
export function creditNoteAmounts(items: readonly CreditNoteItem[], rest?: NoteRest): CreditNoteAmounts {
  const own = exactAmounts(items);
  const all = rest ? exactAmounts([...rest.credited, ...items]) : own;
  const taken = rest?.taken ?? NOTHING_TAKEN;
  const net = all.net.minus(centsDecimal(taken.subTotalCents));
  const taxes = all.taxes.minus(centsDecimal(taken.taxesCents));
  const rates = own.bases.map(({ tax, base }) => (own.net.isZero() ? ZERO : base.div(own.net).times(tax.rate)));
  return {
    itemsAmountCents: own.items,
    exactTotalAmountCents: roundToCents(own.net.plus(own.taxes)),
    ...settle(own, { net, taxes }, rest),
    appliedTaxes: own.bases.map(({ tax }) => appliedTax(tax, all.bases, taken)),
    taxesRate: roundHalfUp(sumOf(rates), PRECISION),
  };
}

function appliedTax(tax: TaxRate, all: readonly TaxedBase[], taken: TakenByNotes): CreditNoteTax {
  const base = all.find((each) => each.tax.code === tax.code)?.base ?? ZERO;
  const before = taken.taxes.get(tax.code);
  return {
    code: tax.code,
    rate: tax.rate,
    baseAmountCents: roundToCents(base) - (before?.baseAmountCents ?? 0n),
    amountCents: roundToCents(percentOf(base, tax.rate)) - (before?.amountCents ?? 0n),
  };
}

type Settled = Pick<
  CreditNoteAmounts,
  | 'couponsAdjustmentAmountCents'
  | 'preciseCouponsAdjustmentAmountCents'
  | 'preciseTaxesAmountCents'
  | 'taxesAmountCents'
  | 'subTotalExcludingTaxesAmountCents'
  | 'totalAmountCents'
>;

/**
 * Limits subtotal, taxes and total to the invoice's remainder. The precise figures are those of the note alone; those of
 * the last one have the rounding of all.
 */
function settle(own: ExactAmounts, { net, taxes }: Pick<ExactAmounts, 'net' | 'taxes'>, rest?: NoteRest): Settled {
  const isLast = rest !== undefined && own.items.gt(0) && own.items.gte(rest.remainingCents);
  const [freeSubTotal, freeTaxes] = [roundToCents(net), roundToCents(taxes)];
  const subTotal = rest ? within(freeSubTotal, rest.subTotalCents, isLast) : freeSubTotal;
  const taxesAmountCents = rest ? within(freeTaxes, rest.taxesCents, isLast) : freeTaxes;
  const isBound = isLast || subTotal !== freeSubTotal || taxesAmountCents !== freeTaxes;
  return {
    couponsAdjustmentAmountCents: roundToCents(own.items.minus(isBound ? centsDecimal(subTotal) : net)),
    preciseCouponsAdjustmentAmountCents: own.items.minus(isBound ? centsDecimal(subTotal) : own.net),
    preciseTaxesAmountCents: isLast ? own.taxes.minus(roundingOf(rest.taken)) : own.taxes,
    taxesAmountCents,
    subTotalExcludingTaxesAmountCents: subTotal,
    totalAmountCents: isBound ? subTotal + taxesAmountCents : roundToCents(net.plus(taxes)),
  };
}

/** The part of the taxes that rounding added. */
const roundingOf = ({ taxesCents, preciseTaxesCents }: TakenByNotes): Decimal =>
  centsDecimal(taxesCents).minus(preciseTaxesCents);

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
 * Moves the total to subtotal plus taxes where rounding separated them, by a cent or two. It changes the credit part,
 * else the refund, else the offset (invoices, section 6.2).
 */
export function withFinalCent(
  split: CreditNoteSplit,
  amounts: Pick<CreditNoteAmounts, 'taxesAmountCents' | 'subTotalExcludingTaxesAmountCents'>,
): CreditNoteSplit {
  const excess = splitTotal(split) - amounts.taxesAmountCents - amounts.subTotalExcludingTaxesAmountCents;
  if (excess >= 0n) return lessenedBy(split, excess);
  if (split.creditAmountCents > 0n) return { ...split, creditAmountCents: split.creditAmountCents - excess };
  if (split.refundAmountCents > 0n) return { ...split, refundAmountCents: split.refundAmountCents - excess };
  return { ...split, offsetAmountCents: split.offsetAmountCents - excess };
}

/** Takes an excess from the credit first, then from the refund, then from the offset. */
export function lessenedBy(split: CreditNoteSplit, excess: bigint): CreditNoteSplit {
  const credit = smaller(excess, split.creditAmountCents);
  const refund = smaller(excess - credit, split.refundAmountCents);
  return {
    creditAmountCents: split.creditAmountCents - credit,
    refundAmountCents: split.refundAmountCents - refund,
    offsetAmountCents: split.offsetAmountCents - (excess - credit - refund),
  };
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

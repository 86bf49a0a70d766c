import { centsDecimal, percentOf, roundHalfUp, roundToCents, sumOf } from '../decimal.js';
import type { Decimal } from '../decimal.js';
import { lessenedBy, restTotal, splitTotal, withFinalCent } from './amounts.js';
import type { CreditNoteAmounts, CreditNoteSplit, NoteRest } from './amounts.js';

/** A fee with its own price and all of its taxes, without coupons. */
export interface WholeFee {
  readonly feeAmountCents: bigint;
  /** Percent. */
  readonly taxesRate: Decimal;
}

/** An invoice for which a note is requested, in cents. */
export interface InvoiceToCredit {
  readonly fees: readonly WholeFee[];
  /** The sum of its recorded payments. */
  readonly paidCents: bigint;
  /** Whether payments are refundable. */
  readonly refundable: boolean;
  /** The amount due: neither paid nor offset. */
  readonly dueCents: bigint;
  /** Parts of its other final notes, voided ones too. */
  readonly credited: CreditNoteSplit;
  /** Its remainder after coupons and these notes; absent where coupons do not matter. */
  readonly rest?: NoteRest | undefined;
}

/** Limits of each part of a note, and of their total, in cents. */
export interface NoteLimits {
  readonly refundable: boolean;
  readonly creditCents: bigint;
  readonly refundCents: bigint;
  readonly offsetCents: bigint;
  readonly totalCents: bigint;
  /** The invoice's remainder after coupons, which limits notes. Null where coupons do not matter. */
  readonly restCents: bigint | null;
}

/** Why a note is refused: the field, and the code of the interface. */
export interface NoteFault {
  readonly field: 'base' | 'credit_amount_cents' | 'refund_amount_cents' | 'offset_amount_cents';
  readonly code: string;
}

/** Maximum rounding difference of fees and notes: credit and total may exceed their limits by it. */
const TOLERANCE = 1n;

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const notBelowZero = (cents: bigint): bigint => (cents > 0n ? cents : 0n);

/** The limits of an invoice for further notes (invoices, section 6.3). */
export function noteLimits({ fees, paidCents, refundable, dueCents, credited, rest }: InvoiceToCredit): NoteLimits {
  const amount = sumOf(fees.map(({ feeAmountCents }) => centsDecimal(feeAmountCents)));
  const taxes = sumOf(fees.map(({ feeAmountCents, taxesRate }) => percentOf(centsDecimal(feeAmountCents), taxesRate)));
  const whole = roundToCents(amount.plus(roundHalfUp(taxes)));
  const creditCents = whole - credited.creditAmountCents - credited.offsetAmountCents + TOLERANCE;
  return {
    refundable: refundable && paidCents > 0n,
    creditCents,
    refundCents: paidCents - credited.refundAmountCents,
    offsetCents: smaller(dueCents, creditCents),
    totalCents: whole - splitTotal(credited) + TOLERANCE,
    restCents: rest ? restTotal(rest) : null,
  };
}

/** All faults of a note: its parts against its items, and against the invoice's limits (invoices, section 6.3). */
export function noteFaults(
  split: CreditNoteSplit,
  amounts: Pick<CreditNoteAmounts, 'totalAmountCents' | 'exactTotalAmountCents'>,
  limits: NoteLimits,
): NoteFault[] {
  const total = splitTotal(split);
  const isItemsTotal = [amounts.totalAmountCents, amounts.exactTotalAmountCents].some(
    (cents) => total - cents <= TOLERANCE && cents - total <= TOLERANCE,
  );
  const tooHigh = 'higher_than_remaining_invoice_amount';
  const faults: (NoteFault | false)[] = [
    !isItemsTotal && { field: 'base', code: 'does_not_match_item_amounts' },
    refundFault(split.refundAmountCents, limits),
    split.creditAmountCents > limits.creditCents && { field: 'credit_amount_cents', code: tooHigh },
    split.offsetAmountCents > 0n &&
      split.offsetAmountCents > limits.offsetCents && { field: 'offset_amount_cents', code: tooHigh },
    total > limits.totalCents && { field: 'base', code: tooHigh },
    total <= 0n && { field: 'base', code: 'total_amount_must_be_positive' },
  ];
  return faults.filter((fault) => fault !== false);
}

function refundFault(refund: bigint, { refundable, refundCents }: NoteLimits): NoteFault | false {
  if (refund <= 0n) return false;
  if (!refundable) return { field: 'refund_amount_cents', code: 'cannot_refund_unpaid_invoice' };
  return refund > refundCents && { field: 'refund_amount_cents', code: 'higher_than_remaining_invoice_amount' };
}

/**
 * The final parts of a note, after the final cent (invoices, section 6.2). The cent is left out where the refund would
 * exceed the payments, the offset the amount due, or the total the invoice. The total never exceeds the remainder after
 * coupons.
 */
export function writtenSplit(
  split: CreditNoteSplit,
  amounts: Pick<CreditNoteAmounts, 'taxesAmountCents' | 'subTotalExcludingTaxesAmountCents'>,
  limits: NoteLimits,
): CreditNoteSplit {
  const moved = withFinalCent(split, amounts);
  if (splitTotal(moved) <= splitTotal(split)) return cutTo(moved, limits.restCents);
  const isWithin =
    moved.creditAmountCents <= limits.creditCents &&
    moved.refundAmountCents <= limits.refundCents &&
    moved.offsetAmountCents <= limits.offsetCents &&
    splitTotal(moved) <= limits.totalCents;
  return cutTo(isWithin ? moved : split, limits.restCents);
}

/** Cuts the excess over a total. */
const cutTo = (split: CreditNoteSplit, totalCents: bigint | null): CreditNoteSplit =>
  totalCents === null ? split : lessenedBy(split, notBelowZero(splitTotal(split) - totalCents));

/**
 * The parts of a note without requested parts: a refund beyond the payments, or an offset beyond the amount due,
 * becomes credit.
 * @param limits the remaining payments and the amount due, in cents
 */
export function partsWithin(
  split: CreditNoteSplit,
  limits: Pick<NoteLimits, 'refundCents' | 'offsetCents'>,
): CreditNoteSplit {
  const refundAmountCents = smaller(split.refundAmountCents, notBelowZero(limits.refundCents));
  const offsetAmountCents = smaller(split.offsetAmountCents, notBelowZero(limits.offsetCents));
  const creditAmountCents = splitTotal(split) - refundAmountCents - offsetAmountCents;
  return { creditAmountCents, refundAmountCents, offsetAmountCents };
}

/** The parts of a note with a changed total: the same offset as far as possible, and the rest credit. */
export function scaledSplit(split: CreditNoteSplit, totalCents: bigint): CreditNoteSplit {
  const before = split.creditAmountCents + split.offsetAmountCents;
  const share = before > 0n ? centsDecimal(split.offsetAmountCents).div(centsDecimal(before)) : centsDecimal(0n);
  const offsetAmountCents = roundToCents(centsDecimal(totalCents).times(share));
  return { creditAmountCents: totalCents - offsetAmountCents, refundAmountCents: 0n, offsetAmountCents };
}

import { centsDecimal, percentOf, roundHalfUp, roundToCents, sumOf } from '../decimal.js';
import type { Decimal } from '../decimal.js';
import { restTotal, splitTotal, withFinalCent } from './amounts.js';
import type { CreditNoteAmounts, CreditNoteSplit, NoteRest } from './amounts.js';

/** A fee with its own price and all of its taxes, coupons left aside. */
export interface WholeFee {
  readonly feeAmountCents: bigint;
  /** Percent. */
  readonly taxesRate: Decimal;
}

/** An invoice on which a note is asked for, in cents. */
export interface InvoiceToCredit {
  readonly fees: readonly WholeFee[];
  /** The sum of its recorded payments. */
  readonly paidCents: bigint;
  /** Whether what was paid can be paid back. */
  readonly refundable: boolean;
  /** What is still to be paid: neither paid nor offset. */
  readonly dueCents: bigint;
  /** Parts of its other final notes, voided ones too. */
  readonly credited: CreditNoteSplit;
  /** What it leaves after coupons and these notes; absent where coupons are none of it. */
  readonly rest?: NoteRest | undefined;
}

/** How far each part of a note, and their total, may go, in cents. */
export interface NoteLimits {
  readonly refundable: boolean;
  readonly creditCents: bigint;
  readonly refundCents: bigint;
  readonly offsetCents: bigint;
  readonly totalCents: bigint;
  /** What is left of it after coupons: no note is written beyond that. Null where coupons are none of it. */
  readonly restCents: bigint | null;
}

/** Why a note is refused: the field, and the code of the interface. */
export interface NoteFault {
  readonly field: 'base' | 'credit_amount_cents' | 'refund_amount_cents' | 'offset_amount_cents';
  readonly code: string;
}

/** What rounding of fees and notes may come to: credit and total may be beyond their limits by it. */
const TOLERANCE = 1n;

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const notBelowZero = (cents: bigint): bigint => (cents > 0n ? cents : 0n);

/** What an invoice still lets be noted on it (invoices, section 6.3). */
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

/** All that speaks against a note: its parts against its items, and against what the invoice lets be noted (invoices, section 6.3). */
export function noteFaults(
  split: CreditNoteSplit,
  amounts: Pick<CreditNoteAmounts, 'totalAmountCents'>,
  limits: NoteLimits,
): NoteFault[] {
  const total = splitTotal(split);
  const difference = total - amounts.totalAmountCents;
  const tooHigh = 'higher_than_remaining_invoice_amount';
  const faults: (NoteFault | false)[] = [
    (difference > 1n || difference < -1n) && { field: 'base', code: 'does_not_match_item_amounts' },
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
 * The parts of a note as they are written, after the final cent (invoices, section 6.2). It is left out where it would
 * pay back more than was paid, offset more than is due, or note more than the invoice; nothing is written beyond what that
 * leaves after coupons.
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

/** What is beyond a total falls on the credit first, then on the refund, then on the offset. */
function cutTo(split: CreditNoteSplit, totalCents: bigint | null): CreditNoteSplit {
  if (totalCents === null) return split;
  const excess = notBelowZero(splitTotal(split) - totalCents);
  const credit = smaller(excess, split.creditAmountCents);
  const refund = smaller(excess - credit, split.refundAmountCents);
  return {
    creditAmountCents: split.creditAmountCents - credit,
    refundAmountCents: split.refundAmountCents - refund,
    offsetAmountCents: split.offsetAmountCents - (excess - credit - refund),
  };
}

/**
 * The parts of a note that nobody asked for by the cent: what it would pay back beyond what was paid, or offset beyond what
 * is due, becomes credit.
 * @param limits what is left of payments, and what is due, in cents
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

/** The parts of a note whose total has changed: as much offset for it as before, and the rest credit. */
export function scaledSplit(split: CreditNoteSplit, totalCents: bigint): CreditNoteSplit {
  const before = split.creditAmountCents + split.offsetAmountCents;
  const share = before > 0n ? centsDecimal(split.offsetAmountCents).div(centsDecimal(before)) : centsDecimal(0n);
  const offsetAmountCents = roundToCents(centsDecimal(totalCents).times(share));
  return { creditAmountCents: totalCents - offsetAmountCents, refundAmountCents: 0n, offsetAmountCents };
}

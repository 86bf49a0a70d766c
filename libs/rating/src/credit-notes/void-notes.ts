import { Decimal, ZERO, centsDecimal, roundHalfUp, sumOf } from '../decimal.js';
import type { TaxRate } from '../taxes.js';
import { creditNoteAmounts, estimatedCredit, restAfter, withFinalCent } from './amounts.js';
import type { CreditNoteAmounts, CreditNoteItem, CreditNoteSplit, NoteRest } from './amounts.js';

/** A fee of a voided invoice, in cents. */
export interface VoidedFee {
  readonly feeAmountCents: bigint;
  readonly feePreciseCouponsAmountCents: Decimal;
  readonly taxes: readonly TaxRate[];
  /** Its remainder after earlier notes. */
  readonly remainingCents: Decimal;
}

/** A credit note on a voided invoice. */
export interface VoidNote<F> {
  readonly items: readonly { readonly fee: F; readonly amountCents: Decimal }[];
  readonly amounts: CreditNoteAmounts;
  readonly split: CreditNoteSplit;
}

export interface VoidNotes<F> {
  /** The requested credit and refund; null without any. */
  readonly requested: VoidNote<F> | null;
  /** The rest of the invoice, for a note that is voided at once; null when nothing is left. */
  readonly rest: VoidNote<F> | null;
}

const PRECISION = 5;

interface Item<F> {
  readonly fee: F;
  readonly amountCents: Decimal;
}

const creditedParts = <F extends VoidedFee>(items: readonly Item<F>[]): CreditNoteItem[] =>
  items.map(({ fee, amountCents }) => ({ ...fee, amountCents }));

const amountsOf = <F extends VoidedFee>(items: readonly Item<F>[], rest: NoteRest | undefined): CreditNoteAmounts =>
  creditNoteAmounts(creditedParts(items), rest);

/**
 * The credit notes of a voided invoice (invoices, section 9.8): the requested amounts, spread over all fees, and the
 * rest. Afterwards, no fee is creditable.
 * @param split credit and refund in cents, within the invoice's creditable amount
 * @param rest the invoice's remainder after earlier notes; undefined where it does not apply
 */
export function voidNotes<F extends VoidedFee>(
  fees: readonly F[],
  split: Pick<CreditNoteSplit, 'creditAmountCents' | 'refundAmountCents'>,
  rest: NoteRest | undefined,
): VoidNotes<F> {
  const whole = fees.filter((fee) => fee.remainingCents.gt(0)).map((fee) => ({ fee, amountCents: fee.remainingCents }));
  const total = split.creditAmountCents + split.refundAmountCents;
  const requested = total > 0n && whole.length > 0 ? requestedNote(whole, { ...split, total }, rest) : null;
  const left = whole
    .map(({ fee, amountCents }, place) => ({
      fee,
      amountCents: amountCents.minus(requested?.items[place]?.amountCents ?? ZERO),
    }))
    .filter(({ amountCents }) => amountCents.gt(0));
  return { requested, rest: restNote(left, requested && rest ? afterVoidNote(rest, requested) : rest) };
}

/** The invoice's remainder after one of these notes. */
export const afterVoidNote = <F extends VoidedFee>(rest: NoteRest, { items, amounts }: VoidNote<F>): NoteRest =>
  restAfter(rest, creditedParts(items), amounts);

function requestedNote<F extends VoidedFee>(
  whole: readonly Item<F>[],
  {
    creditAmountCents,
    refundAmountCents,
    total,
  }: Pick<CreditNoteSplit, 'creditAmountCents' | 'refundAmountCents'> & {
    total: bigint;
  },
  rest: NoteRest | undefined,
): VoidNote<F> {
  const estimated = estimatedCredit(amountsOf(whole, rest)).creditAmountCents;
  const isLast = total >= estimated;
  const share = centsDecimal(total).div(centsDecimal(estimated > 0n ? estimated : 1n));
  const items = whole.map(({ fee, amountCents }) => ({
    fee,
    amountCents: isLast ? amountCents : Decimal.min(roundHalfUp(amountCents.times(share), PRECISION), amountCents),
  }));
  const amounts = amountsOf(items, rest);
  return {
    items,
    amounts,
    split: withFinalCent({ creditAmountCents, refundAmountCents, offsetAmountCents: 0n }, amounts),
  };
}

/** The rest becomes credit. With coupons, it may have nothing to pay. */
function restNote<F extends VoidedFee>(left: readonly Item<F>[], rest: NoteRest | undefined): VoidNote<F> | null {
  if (sumOf(left.map(({ amountCents }) => amountCents)).isZero()) return null;
  const amounts = amountsOf(left, rest);
  if (amounts.totalAmountCents <= 0n) return null;
  const split = { creditAmountCents: amounts.totalAmountCents, refundAmountCents: 0n, offsetAmountCents: 0n };
  return { items: left, amounts, split: withFinalCent(split, amounts) };
}

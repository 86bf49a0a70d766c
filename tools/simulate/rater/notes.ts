// Figures of credit notes, and automatic notes (invoices, sections 6.2 and 6.7).
import type { CreditNote, Fee, Invoice, NoteItem, OwedNote, Split } from './model.ts';
import { type Rational, greater, rational, smaller, sum, zero } from './rational.ts';
import type { State } from './state.ts';

/** The part of an invoice that no note has credited. */
export interface Uncredited {
  items: Rational;
  subTotal: bigint;
  taxes: bigint;
  /** The cents that rounding has added to the taxes of its notes. */
  rounded: Rational;
}

export interface NoteFigures {
  preciseTaxes: Rational;
  taxes: bigint;
  subTotal: bigint;
  total: bigint;
}

/** The sum of whole cents. */
export const centsOf = (values: bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/** The part of a fee that no credit note has credited yet. */
export const remaining = (fee: Fee): Rational => rational(fee.amountCents).minus(fee.noted);

/** The figures of an invoice that earlier notes have not credited. */
export function uncreditedPartOf(invoice: Invoice, world: State): Uncredited {
  const notes = world.creditNotes.filter((note) => note.invoice === invoice);
  return {
    items: sum(invoice.fees.map(remaining)),
    subTotal: invoice.subTotalCents - centsOf(notes.map((note) => note.subTotalCents)),
    taxes: invoice.taxesCents - centsOf(notes.map((note) => note.taxesCents)),
    rounded: sum(notes.map((note) => rational(note.taxesCents).minus(note.preciseTaxes))),
  };
}

const notAbove = (value: bigint, most: bigint) => (value < most ? value : most > 0n ? most : 0n);

/**
 * Figures of a note of some fees, as exact amounts before coupons and taxes (invoices, section 6.2). A note never
 * exceeds the uncredited part of the invoice, and the last one equals it.
 */
export function noteFigures(items: NoteItem[], uncredited: Uncredited): NoteFigures {
  const bases = items.map(({ fee, amount }) => ({
    fee,
    coupons: fee.coupons.times(amount).over(fee.amountCents),
    amount,
  }));
  const net = sum(items.map(({ amount }) => amount)).minus(sum(bases.map(({ coupons }) => coupons)).roundTo(5));
  const taxed = bases.flatMap(({ fee, amount, coupons }) =>
    fee.taxes.map((one) => amount.minus(coupons).times(one.rate).over(100n)),
  );
  const isLast = items.length > 0 && sum(items.map(({ amount }) => amount)).equals(uncredited.items);
  const precise = isLast ? sum(taxed).roundTo(5).minus(uncredited.rounded) : sum(taxed).roundTo(5);
  const subTotal = isLast
    ? notAbove(uncredited.subTotal, uncredited.subTotal)
    : notAbove(net.round(), uncredited.subTotal);
  const taxes = isLast ? notAbove(uncredited.taxes, uncredited.taxes) : notAbove(precise.round(), uncredited.taxes);
  const isFree = !isLast && subTotal === net.round() && taxes === precise.round();
  return { preciseTaxes: precise, taxes, subTotal, total: isFree ? net.plus(precise).round() : subTotal + taxes };
}

/** Moves the cent by which rounding separates the total from its parts. */
export function finalCent(split: Split, { taxes, subTotal }: NoteFigures): Split {
  const excess = split.creditCents + split.refundCents + split.offsetCents - taxes - subTotal;
  if (excess === 0n) return split;
  const cent = excess > 0n ? -1n : 1n;
  if (split.creditCents > 0n) return { ...split, creditCents: split.creditCents + cent };
  if (split.refundCents > 0n) return { ...split, refundCents: split.refundCents + cent };
  return { ...split, offsetCents: split.offsetCents + cent };
}

/** @returns the new note */
export function writeNote(
  world: State,
  invoice: Invoice,
  items: NoteItem[],
  { preciseTaxes, taxes, subTotal }: NoteFigures,
  split: Split,
): CreditNote {
  for (const { fee, amount } of items) fee.noted = fee.noted.plus(amount);
  const note: CreditNote = {
    customer: invoice.customer,
    currency: invoice.currency,
    invoice,
    ...split,
    totalCents: split.creditCents + split.refundCents + split.offsetCents,
    subTotalCents: subTotal,
    taxesCents: taxes,
    preciseTaxes,
    items,
    balance: split.creditCents,
    creditStatus: 'available',
  };
  world.creditNotes.push(note);
  return note;
}

/** An automatic note: all of it is credit. */
export function issueNote(invoice: Invoice, items: NoteItem[], world: State): void {
  const figures = noteFigures(items, uncreditedPartOf(invoice, world));
  const split = finalCent({ creditCents: figures.total, refundCents: 0n, offsetCents: 0n }, figures);
  if (split.creditCents > 0n) writeNote(world, invoice, items, figures, split);
}

/**
 * Creates the note for the unused days of a plan paid in advance (invoices, section 6.7); for a draft, when it is
 * final. If the draft ends with another fee, the note follows that fee.
 */
export function settleNote({ subscription, invoice, amount, feeCents }: OwedNote, world: State): void {
  const fee = invoice.fees.find((one) => one.type === 'subscription' && one.subscription === subscription);
  if (!fee || fee.amountCents === 0n) return;
  const item = greater(smaller(amount, feeCents).minus(fee.noted), zero).floorTo(5);
  const adjusted = fee.amountCents === feeCents ? item : item.times(fee.amountCents).over(feeCents).floorTo(5);
  if (adjusted.isZero()) return;
  issueNote(invoice, [{ fee, amount: adjusted }], world);
}

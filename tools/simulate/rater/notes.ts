// Figures of credit notes, and automatic notes (invoices, sections 6.2 and 6.7).
import type { CreditNote, Fee, Invoice, NoteItem, PendingNote, Split } from './model.ts';
import { type Rational, greater, rational, smaller, sum, zero } from './rational.ts';
import type { State } from './state.ts';

/** The part of an invoice that no note has credited. */
export interface Uncredited {
  items: Rational;
  subTotal: bigint;
  taxes: bigint;
  /** The parts of its fees that notes have, and the cents that these notes have of them. */
  noted: NoteItem[];
  notedSubTotal: bigint;
  notedTaxes: bigint;
}

export interface NoteFigures {
  taxes: bigint;
  subTotal: bigint;
  total: bigint;
  /** The total of these items without the notes before them. */
  ownTotal: bigint;
}

/** The sum of whole cents. */
export const centsOf = (values: bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/** The part of a fee that no credit note has credited yet. */
export const remaining = (fee: Fee): Rational => rational(fee.amountCents).minus(fee.noted);

/** The figures of an invoice that earlier notes have not credited. */
export function uncreditedPartOf(invoice: Invoice, world: State): Uncredited {
  const notes = world.creditNotes.filter((note) => note.invoice === invoice);
  const [notedSubTotal, notedTaxes] = [
    centsOf(notes.map((note) => note.subTotalCents)),
    centsOf(notes.map((note) => note.taxesCents)),
  ];
  return {
    items: sum(invoice.fees.map(remaining)),
    subTotal: invoice.subTotalCents - notedSubTotal,
    taxes: invoice.taxesCents - notedTaxes,
    noted: invoice.fees.map((fee) => ({ fee, amount: fee.noted })),
    notedSubTotal,
    notedTaxes,
  };
}

const notAbove = (value: bigint, most: bigint) => (value < most ? value : most > 0n ? most : 0n);

/** Exact subtotal and taxes of items. */
function exactOf(items: NoteItem[]): { net: Rational; taxes: Rational } {
  const bases = items
    .filter(({ fee }) => fee.amountCents !== 0n)
    .map(({ fee, amount }) => ({ fee, base: amount.minus(fee.coupons.times(amount).over(fee.amountCents)) }));
  const taxes = bases.flatMap(({ fee, base }) => fee.taxes.map(({ rate }) => base.times(rate).over(100n)));
  return { net: sum(bases.map(({ base }) => base)).roundTo(5), taxes: sum(taxes).roundTo(5) };
}

/**
 * Figures of a note of some fees, as exact amounts before coupons and taxes (invoices, section 6.2). It has what is due
 * to all notes up to it, less what those before it have. A note never exceeds the uncredited part of the invoice, and
 * the last one equals it.
 */
export function noteFigures(items: NoteItem[], uncredited: Uncredited): NoteFigures {
  const own = exactOf(items);
  const all = exactOf([...uncredited.noted, ...items]);
  const net = all.net.minus(rational(uncredited.notedSubTotal));
  const precise = all.taxes.minus(rational(uncredited.notedTaxes));
  const isLast = items.length > 0 && sum(items.map(({ amount }) => amount)).equals(uncredited.items);
  const subTotal = notAbove(isLast ? uncredited.subTotal : net.round(), uncredited.subTotal);
  const taxes = notAbove(isLast ? uncredited.taxes : precise.round(), uncredited.taxes);
  const isFree = !isLast && subTotal === net.round() && taxes === precise.round();
  return {
    taxes,
    subTotal,
    total: isFree ? net.plus(precise).round() : subTotal + taxes,
    ownTotal: own.net.plus(own.taxes).round(),
  };
}

/** Moves the cents by which rounding separates the total from its parts. */
export function finalCent(split: Split, { taxes, subTotal }: NoteFigures): Split {
  const moved = { ...split };
  let excess = split.creditCents + split.refundCents + split.offsetCents - taxes - subTotal;
  if (excess < 0n) {
    const part = splitParts.find((each) => split[each] > 0n) ?? 'offsetCents';
    return { ...moved, [part]: split[part] - excess };
  }
  for (const part of splitParts) {
    const cut = excess < moved[part] ? excess : moved[part];
    moved[part] -= cut;
    excess -= cut;
  }
  return moved;
}

/** The parts of a note, in the order in which cents are taken from them. */
export const splitParts: (keyof Split)[] = ['creditCents', 'refundCents', 'offsetCents'];

/** @returns the new note */
export function writeNote(
  world: State,
  invoice: Invoice,
  items: NoteItem[],
  { taxes, subTotal }: NoteFigures,
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
export function settleNote({ subscription, invoice, amount, feeCents }: PendingNote, world: State): void {
  const fee = invoice.fees.find((one) => one.type === 'subscription' && one.subscription === subscription);
  if (!fee || fee.amountCents === 0n) return;
  const item = greater(smaller(amount, feeCents).minus(fee.noted), zero).floorTo(5);
  const adjusted = fee.amountCents === feeCents ? item : item.times(fee.amountCents).over(feeCents).floorTo(5);
  if (adjusted.isZero()) return;
  issueNote(invoice, [{ fee, amount: adjusted }], world);
}

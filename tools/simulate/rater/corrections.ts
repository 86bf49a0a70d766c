// Requested credit notes and voided invoices (invoices, sections 5.4, 6.2 to 6.6 and 9.8).
import type { CreditNote, Fee, Invoice, NoteItem, Split } from './model.ts';
import {
  centsOf,
  finalCent,
  type NoteFigures,
  noteFigures,
  remaining,
  splitParts,
  uncreditedPartOf,
  writeNote,
} from './notes.ts';
import { rational, smaller, sum } from './rational.ts';
import type { State } from './state.ts';
import { restoreCredits } from './wallets.ts';

/** The amounts of notes that a void requests, in cents. */
export interface RequestedNotes {
  credit: bigint;
  refund: bigint;
}

const atMost = (value: bigint, most: bigint) => (value < most ? value : most);
const rateOf = (fee: Fee) => sum(fee.taxes.map(({ rate }) => rate)).over(100n);

/** The unpaid amount of an invoice. */
export const amountDueOf = (invoice: Invoice): bigint =>
  invoice.status === 'voided' ? 0n : invoice.totalCents - invoice.paidCents - invoice.offsetCents;

/** Whether an invoice is fully paid or offset, or was zero. */
export const isPaid = (invoice: Invoice): boolean => invoice.totalCents - invoice.paidCents - invoice.offsetCents <= 0n;

export const notesOf = (world: State, invoice: Invoice): CreditNote[] =>
  world.creditNotes.filter((note) => note.invoice === invoice);

/** Figures of a requested note. */
export function figuresOf(world: State, invoice: Invoice, items: NoteItem[]): NoteFigures {
  return noteFigures(items, uncreditedPartOf(invoice, world));
}

/** @returns the status: on 200 the note exists */
export function createNote(world: State, invoice: Invoice, items: NoteItem[], split: Split): number {
  if (items.some(({ fee, amount }) => remaining(fee).lessThan(amount))) return 422;
  const figures = figuresOf(world, invoice, items);
  const { creditCents: credit, refundCents: refund, offsetCents: offset } = split;
  const total = credit + refund + offset;
  const others = notesOf(world, invoice);
  const totalOf = (part: keyof Split | 'totalCents') => centsOf(others.map((note) => note[part]));
  const grossCents =
    centsOf(invoice.fees.map((fee) => fee.amountCents)) +
    sum(invoice.fees.map((fee) => rateOf(fee).times(fee.amountCents))).round();
  const paid = invoice.paidCents;
  const creditable = grossCents - totalOf('creditCents') - totalOf('offsetCents') + 1n;
  const isItemsTotal = [figures.total, figures.ownTotal].some((cents) => total - cents <= 1n && cents - total <= 1n);
  if (!isItemsTotal || total <= 0n) return 422;
  if (refund > 0n && (paid === 0n || refund > paid - totalOf('refundCents'))) return 422;
  if (credit > creditable || total > grossCents - totalOf('totalCents') + 1n) return 422;
  if (offset > 0n && offset > atMost(amountDueOf(invoice), creditable)) return 422;
  const moved = finalCent(split, figures);
  // The final cent is left out where it would exceed the paid or due amount.
  const isWithin =
    moved.refundCents <= paid - totalOf('refundCents') &&
    moved.creditCents <= creditable &&
    moved.offsetCents <= atMost(amountDueOf(invoice), creditable) &&
    moved.creditCents + moved.refundCents + moved.offsetCents <= grossCents - totalOf('totalCents') + 1n;
  const more = moved.creditCents + moved.refundCents + moved.offsetCents > total;
  const written = cutTo(more && !isWithin ? split : moved, uncreditedTotalOf(world, invoice));
  writeNote(world, invoice, items, figures, written);
  invoice.offsetCents += written.offsetCents;
  return 200;
}

/** The amount of an invoice, with its taxes, that earlier notes have not credited. */
function uncreditedTotalOf(world: State, invoice: Invoice): bigint {
  const { subTotal, taxes } = uncreditedPartOf(invoice, world);
  return (subTotal > 0n ? subTotal : 0n) + (taxes > 0n ? taxes : 0n);
}

function cutTo(split: Split, most: bigint): Split {
  let beyond = split.creditCents + split.refundCents + split.offsetCents - most;
  const cut = { ...split };
  for (const part of splitParts) {
    if (beyond <= 0n) break;
    const off = atMost(beyond, cut[part]);
    cut[part] -= off;
    beyond -= off;
  }
  return cut;
}

/** The creditable amount of an invoice (invoices, section 6.4), at most what notes have left (6.2). */
export function creditableOf(world: State, invoice: Invoice): bigint {
  const feesLeft = invoice.fees.map((fee) => ({ fee, cents: remaining(fee) }));
  const all = sum(feesLeft.map(({ cents }) => cents));
  if (invoice.sells || all.isZero() || invoice.feesCents === 0n) return 0n;
  const discounts = rational(invoice.couponsCents + invoice.progressiveCents)
    .over(invoice.feesCents)
    .times(all);
  const taxes = sum(feesLeft.map(({ fee, cents }) => cents.minus(discounts.times(cents).over(all)).times(rateOf(fee))));
  return atMost(all.minus(discounts).plus(taxes.round()).round(), uncreditedTotalOf(world, invoice));
}

/** Restores a coupon as if the invoice had not used it (invoices, section 5.4). */
function restoreCoupons(invoice: Invoice): void {
  for (const credit of invoice.credits) {
    if (credit.type !== 'coupon') continue;
    const { coupon, amountCents } = credit;
    if (coupon.frequency === 'recurring') coupon.periods += 1;
    if (coupon.frequency === 'once' && coupon.remaining) coupon.remaining = coupon.remaining.plus(amountCents);
    if (coupon.frequency !== 'forever') coupon.status = 'active';
  }
}

/** @returns the status */
export function voidInvoice(world: State, invoice: Invoice, requestedNotes: RequestedNotes | null): number {
  if (requestedNotes) {
    const creditable = creditableOf(world, invoice);
    const refunded = centsOf(notesOf(world, invoice).map((note) => note.refundCents));
    const refundable = atMost(invoice.paidCents - refunded, uncreditedTotalOf(world, invoice));
    const paidButOpen = invoice.paidCents > 0n && invoice.paidCents === invoice.totalCents && !isPaid(invoice);
    if (requestedNotes.refund > (paidButOpen || refundable < 0n ? 0n : refundable)) return 422;
    if (requestedNotes.credit + requestedNotes.refund > creditable) return 422;
  }
  if (invoice.status !== 'finalized') return 405;
  const before = notesOf(world, invoice);
  invoice.status = 'voided';
  invoice.creditedByVoid = requestedNotes !== null;
  restoreCoupons(invoice);
  // A purchase that can no longer be paid has failed (wallets, section 3.8).
  if (invoice.sells) invoice.sells.status = 'failed';
  else if (requestedNotes) writeVoidNotes(world, invoice, requestedNotes);
  else {
    restoreCredits(world, invoice);
    restoreNotes(world, invoice);
  }
  coverNotes(world, invoice, before);
  return 200;
}

/** Closes a hidden invoice whose payment failed: what it took returns, and nothing of it remains visible. */
export function closeInvoice(world: State, invoice: Invoice): void {
  restoreCoupons(invoice);
  restoreCredits(world, invoice);
  restoreNotes(world, invoice);
  world.invoices.splice(world.invoices.indexOf(invoice), 1);
}

/**
 * The lasting revenue of a voided invoice: money, and, with a note made by the void, the credits and notes that paid
 * it.
 */
function broughtIn(invoice: Invoice): bigint {
  const credits = invoice.creditedByVoid
    ? invoice.prepaid.granted + invoice.prepaid.purchased + invoice.creditNotesCents
    : 0n;
  return invoice.paidCents + credits;
}

/**
 * The highest total balance of a voided invoice's notes: its revenue, less what its notes refunded or paid elsewhere.
 */
function worthOfNotes(world: State, invoice: Invoice): bigint {
  const notes = notesOf(world, invoice);
  const paidElsewhere = world.invoices
    .filter((other) => other.status !== 'voided')
    .flatMap((other) => other.credits)
    .filter((credit) => credit.type === 'credit_note' && credit.note.invoice === invoice);
  const spent = centsOf(notes.map((note) => note.refundCents)) + centsOf(paidElsewhere.map((use) => use.amountCents));
  const remainingWorth = broughtIn(invoice) - spent;
  return remainingWorth > 0n ? remainingWorth : 0n;
}

/**
 * Returns the balances of notes that paid a voided invoice. If the note's own invoice is voided too, only up to its
 * worth.
 */
function restoreNotes(world: State, invoice: Invoice): void {
  for (const { note, amountCents } of invoice.credits.filter((credit) => credit.type === 'credit_note')) {
    const creditedInvoice = note.invoice;
    const held = centsOf(notesOf(world, creditedInvoice).map(({ balance }) => balance));
    const most = creditedInvoice.status === 'voided' ? worthOfNotes(world, creditedInvoice) - held : amountCents;
    const back = atMost(amountCents, most > 0n ? most : 0n);
    if (back > 0n) Object.assign(note, { balance: note.balance + back, creditStatus: 'available' });
  }
}

/** Reduces the balances of a voided invoice's earlier notes, latest first, down to the invoice's worth. */
function coverNotes(world: State, invoice: Invoice, before: CreditNote[]): void {
  const voidNotes = notesOf(world, invoice).filter((note) => !before.includes(note));
  let coverage = worthOfNotes(world, invoice) - centsOf(voidNotes.map(({ balance }) => balance));
  for (const note of before) {
    const coveredBalance = atMost(note.balance, coverage > 0n ? coverage : 0n);
    coverage -= coveredBalance;
    if (coveredBalance < note.balance)
      Object.assign(note, { balance: coveredBalance, ...(coveredBalance === 0n ? { creditStatus: 'voided' } : {}) });
  }
}

function writeVoidNotes(world: State, invoice: Invoice, { credit, refund }: RequestedNotes): void {
  const openItems = invoice.fees
    .map((fee) => ({ fee, amount: remaining(fee) }))
    .filter(({ amount }) => !amount.isZero());
  const total = credit + refund;
  if (openItems.length === 0) return;
  if (total > 0n) {
    const all = noteFigures(openItems, uncreditedPartOf(invoice, world));
    const estimated = all.total - all.taxes > all.subTotal ? all.total - 1n : all.total;
    const last = total >= estimated;
    const share = rational(total).over(estimated);
    const items = last
      ? openItems
      : openItems.map(({ fee, amount }) => ({ fee, amount: smaller(amount.times(share).roundTo(5), amount) }));
    const figures = noteFigures(items, uncreditedPartOf(invoice, world));
    const split = finalCent({ creditCents: credit, refundCents: refund, offsetCents: 0n }, figures);
    const refunded = centsOf(notesOf(world, invoice).map((note) => note.refundCents));
    const refundable = invoice.paidCents - refunded;
    if (split.refundCents > refundable && refund > 0n) split.refundCents = refundable;
    if (split.creditCents + split.refundCents > 0n) writeNote(world, invoice, items, figures, split);
  }
  const remainingItems = openItems
    .map(({ fee }) => ({ fee, amount: remaining(fee) }))
    .filter(({ amount }) => !amount.isZero());
  if (remainingItems.length === 0) return;
  const figures = noteFigures(remainingItems, uncreditedPartOf(invoice, world));
  if (figures.total <= 0n) return;
  const split = finalCent({ creditCents: figures.total, refundCents: 0n, offsetCents: 0n }, figures);
  const note = writeNote(world, invoice, remainingItems, figures, split);
  Object.assign(note, { creditStatus: 'voided', balance: 0n });
}

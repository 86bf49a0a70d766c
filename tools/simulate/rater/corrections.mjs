// Requested credit notes and voided invoices (invoices, sections 5.4, 6.2 to 6.6 and 9.8).
import { finalCent, noteFigures, remaining, uncreditedPartOf, writeNote } from './invoice.mjs';
import { rational, smaller, sum } from './rational.mjs';
import { restoreCredits } from './wallets.mjs';

const bigSum = (values) => values.reduce((total, value) => total + value, 0n);
const atMost = (value, most) => (value < most ? value : most);
const rateOf = (fee) => sum(fee.taxes.map(({ rate }) => rate)).over(100n);

/** The unpaid amount of an invoice. */
export const amountDueOf = (invoice) =>
  invoice.status === 'voided' ? 0n : invoice.totalCents - (invoice.paidCents ?? 0n) - (invoice.offsetCents ?? 0n);

/** Whether an invoice is fully paid or offset, or was zero. */
export const isPaid = (invoice) => invoice.totalCents - (invoice.paidCents ?? 0n) - (invoice.offsetCents ?? 0n) <= 0n;

export const notesOf = (world, invoice) => world.creditNotes.filter((note) => note.invoice === invoice);

/** Figures of a requested note. */
export function figuresOf(world, invoice, items) {
  return noteFigures(items, uncreditedPartOf(invoice, world));
}

/** @returns the status: on 200 the note exists */
export function createNote(world, invoice, items, split) {
  if (items.some(({ fee, amount }) => remaining(fee).lessThan(amount))) return 422;
  const figures = figuresOf(world, invoice, items);
  const { creditCents: credit, refundCents: refund, offsetCents: offset } = split;
  const total = credit + refund + offset;
  const others = notesOf(world, invoice);
  const totalOf = (part) => bigSum(others.map((note) => note[part]));
  const grossCents =
    bigSum(invoice.fees.map((fee) => fee.amountCents)) +
    sum(invoice.fees.map((fee) => rateOf(fee).times(fee.amountCents))).round();
  const paid = invoice.paidCents ?? 0n;
  const creditable = grossCents - totalOf('creditCents') - totalOf('offsetCents') + 1n;
  if (total - figures.total > 1n || figures.total - total > 1n || total <= 0n) return 422;
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
  invoice.offsetCents = (invoice.offsetCents ?? 0n) + written.offsetCents;
  return 200;
}

/** The amount of an invoice, with its taxes, that earlier notes have not credited. */
function uncreditedTotalOf(world, invoice) {
  const { subTotal, taxes } = uncreditedPartOf(invoice, world);
  return (subTotal > 0n ? subTotal : 0n) + (taxes > 0n ? taxes : 0n);
}

function cutTo(split, most) {
  let beyond = split.creditCents + split.refundCents + split.offsetCents - most;
  const cut = { ...split };
  for (const part of ['creditCents', 'refundCents', 'offsetCents']) {
    if (beyond <= 0n) break;
    const off = atMost(beyond, cut[part]);
    cut[part] -= off;
    beyond -= off;
  }
  return cut;
}

/** The creditable amount of an invoice (invoices, section 6.4), at most what notes have left (6.2). */
export function creditableOf(world, invoice) {
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
function restoreCoupons(invoice) {
  for (const { coupon, amountCents } of invoice.credits) {
    if (!coupon) continue;
    if (coupon.frequency === 'recurring') coupon.periods += 1;
    if (coupon.frequency === 'once' && coupon.type === 'fixed_amount')
      coupon.remaining = coupon.remaining.plus(amountCents);
    if (coupon.frequency !== 'forever') coupon.status = 'active';
  }
}

/** @param requestedNotes `{ credit, refund }` in cents where notes are requested, else null @returns the status */
export function voidInvoice(world, invoice, requestedNotes) {
  if (requestedNotes) {
    const creditable = creditableOf(world, invoice);
    const refunded = bigSum(notesOf(world, invoice).map((note) => note.refundCents));
    const refundable = atMost((invoice.paidCents ?? 0n) - refunded, uncreditedTotalOf(world, invoice));
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

/**
 * The lasting revenue of a voided invoice: money, and, with a note made by the void, the credits and notes that paid
 * it.
 */
function broughtIn(invoice) {
  const credits = invoice.creditedByVoid
    ? invoice.prepaid.granted + invoice.prepaid.purchased + invoice.creditNotesCents
    : 0n;
  return (invoice.paidCents ?? 0n) + credits;
}

/**
 * The highest total balance of a voided invoice's notes: its revenue, less what its notes refunded or paid elsewhere.
 */
function worthOfNotes(world, invoice) {
  const notes = notesOf(world, invoice);
  const paidElsewhere = world.invoices
    .filter((other) => !['voided', 'closed', 'deleted'].includes(other.status))
    .flatMap((other) => other.credits ?? [])
    .filter(({ note }) => note?.invoice === invoice);
  const spent = bigSum(notes.map((note) => note.refundCents)) + bigSum(paidElsewhere.map((use) => use.amountCents));
  const remainingWorth = broughtIn(invoice) - spent;
  return remainingWorth > 0n ? remainingWorth : 0n;
}

/**
 * Returns the balances of notes that paid a voided invoice. If the note's own invoice is voided too, only up to its
 * worth.
 */
function restoreNotes(world, invoice) {
  for (const { note, amountCents } of invoice.credits.filter((use) => use.note)) {
    const creditedInvoice = note.invoice;
    const held = bigSum(notesOf(world, creditedInvoice).map(({ balance }) => balance));
    const most = creditedInvoice.status === 'voided' ? worthOfNotes(world, creditedInvoice) - held : amountCents;
    const back = atMost(amountCents, most > 0n ? most : 0n);
    if (back > 0n) Object.assign(note, { balance: note.balance + back, creditStatus: 'available' });
  }
}

/** Reduces the balances of a voided invoice's earlier notes, latest first, down to the invoice's worth. */
function coverNotes(world, invoice, before) {
  const voidNotes = notesOf(world, invoice).filter((note) => !before.includes(note));
  let coverage = worthOfNotes(world, invoice) - bigSum(voidNotes.map(({ balance }) => balance));
  for (const note of before) {
    const coveredBalance = atMost(note.balance, coverage > 0n ? coverage : 0n);
    coverage -= coveredBalance;
    if (coveredBalance < note.balance)
      Object.assign(note, { balance: coveredBalance, ...(coveredBalance === 0n ? { creditStatus: 'voided' } : {}) });
  }
}

function writeVoidNotes(world, invoice, { credit, refund }) {
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
    const refunded = bigSum(notesOf(world, invoice).map((note) => note.refundCents));
    const refundable = (invoice.paidCents ?? 0n) - refunded;
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

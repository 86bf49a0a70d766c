// Credit notes that are asked for, and invoices that are taken back (invoices, sections 5.4, 6.2 to 6.6 and 9.8).
import { finalCent, noteFigures, remaining, restOf, writeNote } from './invoice.mjs';
import { rational, smaller, sum } from './rational.mjs';
import { giveBackCredits } from './wallets.mjs';

const bigSum = (values) => values.reduce((total, value) => total + value, 0n);
const atMost = (value, most) => (value < most ? value : most);
const rateOf = (fee) => sum(fee.taxes.map(({ rate }) => rate)).over(100n);

/** What is still to be paid of an invoice. */
export const dueOf = (invoice) =>
  invoice.status === 'voided' ? 0n : invoice.totalCents - (invoice.paidCents ?? 0n) - (invoice.offsetCents ?? 0n);

/** Whether all of it is paid, offset, or was nothing. */
export const isPaid = (invoice) => invoice.totalCents - (invoice.paidCents ?? 0n) - (invoice.offsetCents ?? 0n) <= 0n;

export const notesOf = (world, invoice) => world.creditNotes.filter((note) => note.invoice === invoice);

/** Figures of a note that is asked for. */
export function figuresOf(world, invoice, items) {
  return noteFigures(items, restOf(invoice, world));
}

/** @returns the status: 200, and then the note is there */
export function createNote(world, invoice, items, split) {
  if (items.some(({ fee, amount }) => remaining(fee).lessThan(amount))) return 422;
  const figures = figuresOf(world, invoice, items);
  const { creditCents: credit, refundCents: refund, offsetCents: offset } = split;
  const total = credit + refund + offset;
  const others = notesOf(world, invoice);
  const of = (part) => bigSum(others.map((note) => note[part]));
  const whole =
    bigSum(invoice.fees.map((fee) => fee.amountCents)) +
    sum(invoice.fees.map((fee) => rateOf(fee).times(fee.amountCents))).round();
  const paid = invoice.paidCents ?? 0n;
  const creditable = whole - of('creditCents') - of('offsetCents') + 1n;
  if (total - figures.total > 1n || figures.total - total > 1n || total <= 0n) return 422;
  if (refund > 0n && (paid === 0n || refund > paid - of('refundCents'))) return 422;
  if (credit > creditable || total > whole - of('totalCents') + 1n) return 422;
  if (offset > 0n && offset > atMost(dueOf(invoice), creditable)) return 422;
  const moved = finalCent(split, figures);
  // The final cent is not given where it would be more than was paid, or is due.
  const isWithin =
    moved.refundCents <= paid - of('refundCents') &&
    moved.creditCents <= creditable &&
    moved.offsetCents <= atMost(dueOf(invoice), creditable) &&
    moved.creditCents + moved.refundCents + moved.offsetCents <= whole - of('totalCents') + 1n;
  const more = moved.creditCents + moved.refundCents + moved.offsetCents > total;
  const written = cutTo(more && !isWithin ? split : moved, leftOf(world, invoice));
  writeNote(world, invoice, items, figures, written);
  invoice.offsetCents = (invoice.offsetCents ?? 0n) + written.offsetCents;
  return 200;
}

/** What the notes before have left of an invoice with its taxes. */
function leftOf(world, invoice) {
  const { subTotal, taxes } = restOf(invoice, world);
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

/** What can be credited of an invoice (invoices, section 6.4), no more than notes have left (6.2). */
export function creditableOf(world, invoice) {
  const left = invoice.fees.map((fee) => ({ fee, cents: remaining(fee) }));
  const all = sum(left.map(({ cents }) => cents));
  if (invoice.sells || all.isZero() || invoice.feesCents === 0n) return 0n;
  const discounts = rational(invoice.couponsCents + invoice.progressiveCents)
    .over(invoice.feesCents)
    .times(all);
  const taxes = sum(left.map(({ fee, cents }) => cents.minus(discounts.times(cents).over(all)).times(rateOf(fee))));
  return atMost(all.minus(discounts).plus(taxes.round()).round(), leftOf(world, invoice));
}

/** A coupon goes on as if an invoice had not used it (invoices, section 5.4). */
function giveBackCoupons(invoice) {
  for (const { coupon, amountCents } of invoice.credits) {
    if (!coupon) continue;
    if (coupon.frequency === 'recurring') coupon.periods += 1;
    if (coupon.frequency === 'once' && coupon.type === 'fixed_amount')
      coupon.remaining = coupon.remaining.plus(amountCents);
    if (coupon.frequency !== 'forever') coupon.status = 'active';
  }
}

/** @param wanted `{ credit, refund }` in cents where notes are wanted, else null. @returns the status */
export function voidInvoice(world, invoice, wanted) {
  if (wanted) {
    const creditable = creditableOf(world, invoice);
    const refunded = bigSum(notesOf(world, invoice).map((note) => note.refundCents));
    const refundable = atMost((invoice.paidCents ?? 0n) - refunded, leftOf(world, invoice));
    const paidButOpen = invoice.paidCents > 0n && invoice.paidCents === invoice.totalCents && !isPaid(invoice);
    if (wanted.refund > (paidButOpen || refundable < 0n ? 0n : refundable)) return 422;
    if (wanted.credit + wanted.refund > creditable) return 422;
  }
  if (invoice.status !== 'finalized') return 405;
  const before = notesOf(world, invoice);
  invoice.status = 'voided';
  invoice.creditedByVoid = wanted !== null;
  giveBackCoupons(invoice);
  // A purchase that nobody will pay has failed (wallets, section 3.8).
  if (invoice.sells) invoice.sells.status = 'failed';
  else if (wanted) writeVoidNotes(world, invoice, wanted);
  else {
    giveBackCredits(world, invoice);
    giveBackNotes(world, invoice);
  }
  coverNotes(world, invoice, before);
  return 200;
}

/** What a voided invoice brought in for good: money, and, where a note was made with the void, what credits and notes paid. */
function broughtIn(invoice) {
  const credits = invoice.creditedByVoid
    ? invoice.prepaid.granted + invoice.prepaid.purchased + invoice.creditNotesCents
    : 0n;
  return (invoice.paidCents ?? 0n) + credits;
}

/** What may be left on the notes of a voided invoice: what it brought in, less what they paid back or paid elsewhere. */
function worthOfNotes(world, invoice) {
  const notes = notesOf(world, invoice);
  const paidElsewhere = world.invoices
    .filter((other) => !['voided', 'closed', 'deleted'].includes(other.status))
    .flatMap((other) => other.credits ?? [])
    .filter(({ note }) => note?.invoice === invoice);
  const gone = bigSum(notes.map((note) => note.refundCents)) + bigSum(paidElsewhere.map((use) => use.amountCents));
  const left = broughtIn(invoice) - gone;
  return left > 0n ? left : 0n;
}

/** Notes that paid an invoice which is taken back have that again; of an own invoice that is taken back, what that was worth. */
function giveBackNotes(world, invoice) {
  for (const { note, amountCents } of invoice.credits.filter((use) => use.note)) {
    const own = note.invoice;
    const held = bigSum(notesOf(world, own).map(({ balance }) => balance));
    const most = own.status === 'voided' ? worthOfNotes(world, own) - held : amountCents;
    const back = atMost(amountCents, most > 0n ? most : 0n);
    if (back > 0n) Object.assign(note, { balance: note.balance + back, creditStatus: 'available' });
  }
}

/** The notes that a voided invoice had before lose their balances, the latest first, down to what it was worth. */
function coverNotes(world, invoice, before) {
  const made = notesOf(world, invoice).filter((note) => !before.includes(note));
  let left = worthOfNotes(world, invoice) - bigSum(made.map(({ balance }) => balance));
  for (const note of before) {
    const kept = atMost(note.balance, left > 0n ? left : 0n);
    left -= kept;
    if (kept < note.balance) Object.assign(note, { balance: kept, ...(kept === 0n ? { creditStatus: 'voided' } : {}) });
  }
}

function writeVoidNotes(world, invoice, { credit, refund }) {
  const whole = invoice.fees.map((fee) => ({ fee, amount: remaining(fee) })).filter(({ amount }) => !amount.isZero());
  const total = credit + refund;
  if (whole.length === 0) return;
  if (total > 0n) {
    const all = noteFigures(whole, restOf(invoice, world));
    const estimated = all.total - all.taxes > all.subTotal ? all.total - 1n : all.total;
    const last = total >= estimated;
    const share = rational(total).over(estimated);
    const items = last
      ? whole
      : whole.map(({ fee, amount }) => ({ fee, amount: smaller(amount.times(share).roundTo(5), amount) }));
    const figures = noteFigures(items, restOf(invoice, world));
    const split = finalCent({ creditCents: credit, refundCents: refund, offsetCents: 0n }, figures);
    const refunded = bigSum(notesOf(world, invoice).map((note) => note.refundCents));
    const left = (invoice.paidCents ?? 0n) - refunded;
    if (split.refundCents > left && refund > 0n) split.refundCents = left;
    if (split.creditCents + split.refundCents > 0n) writeNote(world, invoice, items, figures, split);
  }
  const rest = whole.map(({ fee }) => ({ fee, amount: remaining(fee) })).filter(({ amount }) => !amount.isZero());
  if (rest.length === 0) return;
  const figures = noteFigures(rest, restOf(invoice, world));
  if (figures.total <= 0n) return;
  const split = finalCent({ creditCents: figures.total, refundCents: 0n, offsetCents: 0n }, figures);
  const note = writeNote(world, invoice, rest, figures, split);
  Object.assign(note, { creditStatus: 'voided', balance: 0n });
}

// The credit of progressive invoices on the invoice that closes their period (charges, section 7.5; invoices, section
// 8).
import { isEmpty, type Span } from './calendar.ts';
import type { BillingPart, ChargeFee, Fee, Invoice, NoteItem, Subscription } from './model.ts';
import { issueNote, remaining } from './notes.ts';
import { type Rational, rational, smaller, sum } from './rational.ts';
import type { State } from './state.ts';

const total = (values: bigint[]) => values.reduce((all, value) => all + value, 0n);

/**
 * The progressive invoices of a period, oldest first: those that begin after all usage that was billed before it. A move
 * to another time zone may change where the period itself begins.
 */
export function progressiveInvoices(world: State, subscription: Subscription, { from, to }: Span): Invoice[] {
  const before = subscription.billedSpans.charges.filter((span) => span.to < from).map((span) => span.to);
  return world.invoices.filter(
    ({ progressive, status }) =>
      progressive?.subscription === subscription &&
      status !== 'voided' &&
      progressive.charges.from <= to &&
      before.every((end) => progressive.charges.from > end),
  );
}

/** A fee of a progressive invoice. */
interface BilledPart {
  fee: Fee;
  invoice: Invoice;
  /** Its amount beyond its earlier fees. */
  ownCents: bigint;
  /** That amount, less the fee's credit notes. */
  left: bigint;
  /** The least amount of a note. */
  least: bigint;
  credited: bigint;
}

/**
 * Credits, fee by fee and before coupons, the amounts that earlier invoices of the same period have billed (charges,
 * section 7.5).
 */
export function creditEarlier(invoice: Invoice, world: State): void {
  for (const part of invoice.parts) if (part.boundaries && part.withUsage) creditPart(invoice, part, world);
}

function creditPart(invoice: Invoice, { subscription, boundaries: { charges }, tz }: BillingPart, world: State): void {
  if (!charges || isEmpty(charges, tz)) return;
  const earlier = progressiveInvoices(world, subscription, charges).filter((one) => one !== invoice);
  const latest = earlier.at(-1);
  if (!latest || isAlreadyCredited(earlier, invoice, world)) return;
  const parts = earlier.flatMap((one) => one.fees.map((fee) => stillBilled(fee, one, world)));
  const credits = invoice.fees
    .filter((fee) => fee.type === 'charge')
    .filter((fee) => fee.subscription === subscription && !fee.trueUp)
    .map((fee) => creditOf(fee, parts));
  const credit = total(credits);
  for (const one of earlier.reverse()) issueNoteForRest(one, parts, world);
  if (credit === 0n) return;
  invoice.progressiveCents += credit;
  invoice.credits.push({ type: 'progressive', source: latest, amountCents: credit });
}

/** Whether another invoice has closed the period and taken its credit. */
const isAlreadyCredited = (earlier: Invoice[], invoice: Invoice, world: State) =>
  world.invoices.some(
    (one) =>
      one !== invoice &&
      !one.progressive &&
      one.status !== 'voided' &&
      one.credits.some((credit) => credit.type === 'progressive' && earlier.includes(credit.source)),
  );

/** The amount of a fee beyond its earlier fees, less its credit notes. */
function stillBilled(fee: Fee, invoice: Invoice, world: State): BilledPart {
  const ownCents = fee.amountCents - fee.early;
  const noted =
    fee.amountCents === 0n ? rational(0) : notedOf(fee, invoice, world).times(ownCents).over(fee.amountCents);
  const unnoted = ownCents - noted.round();
  const apart = noted.minus(noted.round());
  const isWholeCent = !apart.times(100n).greaterThan(1n) && !apart.negated().times(100n).greaterThan(1n);
  return { fee, invoice, ownCents, left: unnoted > 0n ? unnoted : 0n, least: isWholeCent ? 1n : 2n, credited: 0n };
}

/** The fee's items on notes; for a voided note only the refunded or offset part. */
function notedOf(fee: Fee, invoice: Invoice, world: State): Rational {
  const notes = world.creditNotes.filter((note) => note.invoice === invoice && note.totalCents > 0n);
  return sum(
    notes.flatMap((note) => {
      const part = note.creditStatus === 'voided' ? note.refundCents + note.offsetCents : note.totalCents;
      const feeItems = note.items.filter((item) => item.fee === fee);
      return feeItems.map(({ amount }) => amount.times(part).over(note.totalCents));
    }),
  );
}

const isSameBucket = (fee: ChargeFee, other: Fee) =>
  other.type === 'charge' &&
  fee.charge === other.charge &&
  JSON.stringify([fee.filter, fee.group]) === JSON.stringify([other.filter, other.group]);

/** Credits a fee with earlier fees of its usage, oldest first. @returns the credit */
function creditOf(fee: ChargeFee, parts: BilledPart[]): bigint {
  let credit = 0n;
  for (const part of parts.filter((one) => isSameBucket(fee, one.fee))) {
    const most = part.left - part.credited;
    const used = fee.amountCents - credit < most ? fee.amountCents - credit : most;
    part.credited += used;
    credit += used;
  }
  fee.early = credit;
  fee.coupons = fee.coupons.plus(credit);
  return credit;
}

/** Issues a note for the amount that an invoice billed beyond the usage. */
function issueNoteForRest(earlier: Invoice, parts: BilledPart[], world: State): void {
  const items: NoteItem[] = [];
  for (const { fee, invoice, ownCents, left, least, credited } of parts) {
    if (invoice !== earlier || left - credited < least) continue;
    const amount = rational(left - credited)
      .times(fee.amountCents)
      .over(ownCents)
      .roundTo(5);
    const within = smaller(amount, remaining(fee));
    if (within.greaterThan(0n)) items.push({ fee, amount: within });
  }
  if (items.length > 0) issueNote(earlier, items, world);
}

// Usage thresholds: progressive invoices, and their credit on later ones (charges, section 7; invoices, section 8).
import { boundariesOf } from './boundaries.mjs';
import { isEmpty, localDay } from './calendar.mjs';
import { usageFees } from './charge-fees.mjs';
import { compute, issueNote, remaining } from './invoice.mjs';
import { rational, smaller, sum } from './rational.mjs';

const total = (fees) => fees.reduce((sum, fee) => sum + fee.amountCents, 0n);

/** A subscription's part of an invoice that bills the running period until now. */
function runningPart(world, subscription) {
  const tz = world.tzOf(subscription.customer);
  const boundaries = boundariesOf(subscription, world.now, tz, { running: true, whole: true });
  return { subscription, tz, at: world.now, ended: null, withUsage: true, soFar: true, boundaries };
}

/** The latest progressive invoice of a period, or undefined. */
const latestProgressive = (world, subscription, from) =>
  world.invoices.findLast(
    ({ progressive, status, parts: [part] }) =>
      progressive &&
      status !== 'voided' &&
      part.subscription === subscription &&
      part.boundaries.charges.from <= from &&
      from <= part.boundaries.charges.to,
  );

/**
 * Invoiced usage of all subscriptions that follow each other. Charges in advance of the running period are excluded:
 * its usage includes them (charges, section 7.2).
 */
function invoicedUsage(world, subscription) {
  const chain = world.subscriptions.filter(
    (one) => one.externalId === subscription.externalId && one.subscriptionAt === subscription.subscriptionAt,
  );
  const fees = world.invoices
    .filter(({ progressive, status }) => !progressive && ['draft', 'finalized'].includes(status))
    .flatMap((invoice) => invoice.fees);
  const runs = (fee) => fee.charge.inAdvance && fee.subscription === subscription && fee.to >= world.now;
  return total(fees.filter((fee) => fee.type === 'charge' && chain.includes(fee.subscription) && !runs(fee)));
}

/** The thresholds that uninvoiced usage has passed (charges, section 7.3). */
function passedThresholds(thresholds, invoiced, current) {
  const cents = (threshold) => BigInt(threshold.amount_cents);
  const steps = thresholds.filter(({ recurring }) => !recurring).sort((a, b) => a.amount_cents - b.amount_cents);
  const recurring = thresholds.find((threshold) => threshold.recurring);
  const largest = steps.map(cents).reduce((most, one) => (one > most ? one : most), 0n);
  const lifetime = invoiced + current;
  const passed = steps.filter((step) => invoiced < cents(step) && cents(step) <= lifetime);
  if (!recurring) return passed;
  const recursAgain =
    invoiced < largest
      ? lifetime - largest >= cents(recurring)
      : current + (invoiced % cents(recurring)) >= cents(recurring);
  return recursAgain ? [...passed, recurring] : passed;
}

/**
 * Whether the same threshold is billed already. A recurring one may repeat after an earlier invoice (charges, section
 * 7.4).
 */
const isBilled = (world, subscription, invoiced, threshold, before) =>
  world.invoices.some(
    ({ parts: [part], reached }) =>
      reached?.invoiced === invoiced &&
      reached.threshold === threshold &&
      part.subscription.externalId === subscription.externalId &&
      (!threshold.recurring || reached.before === before),
  );

/** Bills the usage of the running period if it has passed a threshold. */
export function checkThresholds(world, subscription) {
  const { plan, status, customer, ownThresholds } = subscription;
  const thresholds = ownThresholds.length > 0 ? ownThresholds : plan.thresholds;
  if (status !== 'active' || thresholds.length === 0) return;
  const part = runningPart(world, subscription);
  const fees = usageFees(part, world);
  const before = latestProgressive(world, subscription, part.boundaries.charges.from);
  const billed = before?.feesCents ?? 0n;
  const current = total(fees) - billed;
  if (current <= 0n) return;
  const invoiced = invoicedUsage(world, subscription);
  const inAdvance = total(usageFees(part, world, true));
  const passed = passedThresholds(thresholds, invoiced + inAdvance + billed, current);
  if (passed.length === 0 || isBilled(world, subscription, invoiced, passed.at(-1), before)) return;
  const invoice = {
    reached: { invoiced, threshold: passed.at(-1), before },
    customer,
    parts: [part],
    progressive: true,
    readyFees: fees,
    at: world.now,
    reasons: ['progressive_billing'],
    currency: plan.currency,
    pendingNotes: [],
    fees: [],
    status: 'finalized',
    issuingDay: localDay(world.now, part.tz),
  };
  compute(invoice, world, true);
  world.invoices.push(invoice);
}

const isSameBucket = (fee, other) =>
  fee.charge === other.charge &&
  JSON.stringify([fee.filter, fee.group]) === JSON.stringify([other.filter, other.group]);

/** The progressive invoices of a period, oldest first. */
const earlierProgressive = (world, subscription, from) =>
  world.invoices.filter(
    ({ progressive, status, parts: [part] }) =>
      progressive &&
      status !== 'voided' &&
      part.subscription === subscription &&
      part.boundaries.charges.from <= from &&
      from <= part.boundaries.charges.to,
  );

/**
 * Credits, fee by fee and before coupons, the amounts that earlier invoices of the same period have billed (charges,
 * section 7.5).
 */
export function creditEarlier(invoice, world) {
  for (const { subscription, withUsage, boundaries, tz } of invoice.parts) {
    if (!withUsage || !boundaries?.charges || isEmpty(boundaries.charges, tz)) continue;
    const earlier = earlierProgressive(world, subscription, boundaries.charges.from).filter((one) => one !== invoice);
    if (earlier.length === 0 || isAlreadyCredited(earlier, invoice, world)) continue;
    const parts = earlier.flatMap((one) => one.fees.map((fee) => stillBilled(fee, one, world)));
    const credits = invoice.fees
      .filter((fee) => fee.type === 'charge' && fee.subscription === subscription && !fee.trueUp)
      .map((fee) => creditOf(fee, parts));
    const credit = credits.reduce((all, one) => all + one, 0n);
    for (const one of [...earlier].reverse()) issueNoteForRest(one, parts, world);
    if (credit === 0n) continue;
    invoice.progressiveCents += credit;
    invoice.credits.push({ type: 'progressive', source: earlier.at(-1), amountCents: credit });
  }
}

/** Whether another invoice has closed the period and taken its credit. */
const isAlreadyCredited = (earlier, invoice, world) =>
  world.invoices.some(
    (one) =>
      one !== invoice &&
      !one.progressive &&
      one.status !== 'voided' &&
      one.credits.some(({ type, source }) => type === 'progressive' && earlier.includes(source)),
  );

/** The amount of a fee beyond its earlier fees, less its credit notes. */
function stillBilled(fee, invoice, world) {
  const ownCents = fee.amountCents - fee.early;
  const noted =
    fee.amountCents === 0n ? rational(0) : notedOf(fee, invoice, world).times(ownCents).over(fee.amountCents);
  const unnoted = ownCents - noted.round();
  const apart = noted.minus(noted.round());
  const isWholeCent = !apart.times(100n).greaterThan(1n) && !apart.negated().times(100n).greaterThan(1n);
  return { fee, invoice, ownCents, left: unnoted > 0n ? unnoted : 0n, least: isWholeCent ? 1n : 2n, credited: 0n };
}

/** The fee's items on notes; for a voided note only the refunded or offset part. */
function notedOf(fee, invoice, world) {
  const notes = world.creditNotes.filter((note) => note.invoice === invoice && note.totalCents > 0n);
  return sum(
    notes.flatMap((note) => {
      const part = note.creditStatus === 'voided' ? note.refundCents + note.offsetCents : note.totalCents;
      const feeItems = note.items.filter((item) => item.fee === fee);
      return feeItems.map(({ amount }) => amount.times(part).over(note.totalCents));
    }),
  );
}

/** Credits a fee with earlier fees of its usage, oldest first. @returns the credit */
function creditOf(fee, parts) {
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
function issueNoteForRest(earlier, parts, world) {
  const items = [];
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

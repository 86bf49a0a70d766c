// Usage thresholds: invoices of the usage so far, and their credit on later ones (charges, section 7; invoices, section 8).
import { boundariesOf } from './boundaries.mjs';
import { isEmpty, localDay } from './calendar.mjs';
import { usageFees } from './charge-fees.mjs';
import { compute, issueNote, remaining } from './invoice.mjs';
import { rational, smaller, sum } from './rational.mjs';

const total = (fees) => fees.reduce((sum, fee) => sum + fee.amountCents, 0n);

/** A subscription's share of an invoice that bills the running period until now. */
function runningPart(world, subscription) {
  const tz = world.tzOf(subscription.customer);
  const boundaries = boundariesOf(subscription, world.now, tz, { running: true, whole: true });
  return { subscription, tz, at: world.now, ended: null, withUsage: true, soFar: true, boundaries };
}

/** The latest of the invoices of a period's usage so far, or undefined. */
const latestOf = (world, subscription, from) =>
  world.invoices.findLast(
    ({ progressive, status, parts: [part] }) =>
      progressive &&
      status !== 'voided' &&
      part.subscription === subscription &&
      part.boundaries.charges.from <= from &&
      from <= part.boundaries.charges.to,
  );

/**
 * Usage on subscription invoices of all subscriptions that follow each other. What charges in advance have billed of the
 * running period is in its usage, too, and counts there (charges, section 7.2).
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

/** Which thresholds usage has passed that was not invoiced yet (charges, section 7.3). */
function passedBy(thresholds, invoiced, current) {
  const cents = (threshold) => BigInt(threshold.amount_cents);
  const steps = thresholds.filter(({ recurring }) => !recurring).sort((a, b) => a.amount_cents - b.amount_cents);
  const recurring = thresholds.find((threshold) => threshold.recurring);
  const largest = steps.map(cents).reduce((most, one) => (one > most ? one : most), 0n);
  const lifetime = invoiced + current;
  const passed = steps.filter((step) => invoiced < cents(step) && cents(step) <= lifetime);
  if (!recurring) return passed;
  const again =
    invoiced < largest
      ? lifetime - largest >= cents(recurring)
      : current + (invoiced % cents(recurring)) >= cents(recurring);
  return again ? [...passed, recurring] : passed;
}

/** Of the same there is one invoice, a recurring threshold apart from an earlier one (charges, section 7.4). */
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
  const before = latestOf(world, subscription, part.boundaries.charges.from);
  const billed = before?.feesCents ?? 0n;
  const current = total(fees) - billed;
  if (current <= 0n) return;
  const invoiced = invoicedUsage(world, subscription);
  const inAdvance = total(usageFees(part, world, true));
  const passed = passedBy(thresholds, invoiced + inAdvance + billed, current);
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

const isAlike = (fee, other) =>
  fee.charge === other.charge &&
  JSON.stringify([fee.filter, fee.group]) === JSON.stringify([other.filter, other.group]);

/** The invoices of a period's usage so far, oldest first. */
const earlierOf = (world, subscription, from) =>
  world.invoices.filter(
    ({ progressive, status, parts: [part] }) =>
      progressive &&
      status !== 'voided' &&
      part.subscription === subscription &&
      part.boundaries.charges.from <= from &&
      from <= part.boundaries.charges.to,
  );

/** Takes off, fee by fee and before coupons, what earlier invoices of the same period have billed (charges, section 7.5). */
export function creditEarlier(invoice, world) {
  for (const { subscription, withUsage, boundaries, tz } of invoice.parts) {
    if (!withUsage || !boundaries?.charges || isEmpty(boundaries.charges, tz)) continue;
    const earlier = earlierOf(world, subscription, boundaries.charges.from).filter((one) => one !== invoice);
    if (earlier.length === 0 || isDrawn(earlier, invoice, world)) continue;
    const parts = earlier.flatMap((one) => one.fees.map((fee) => stillBilled(fee, one, world)));
    const credits = invoice.fees
      .filter((fee) => fee.type === 'charge' && fee.subscription === subscription && !fee.trueUp)
      .map((fee) => creditOf(fee, parts));
    const credit = credits.reduce((all, one) => all + one, 0n);
    for (const one of [...earlier].reverse()) noteOfRest(one, parts, world);
    if (credit === 0n) continue;
    invoice.progressiveCents += credit;
    invoice.credits.push({ type: 'progressive', source: earlier.at(-1), amountCents: credit });
  }
}

/** Whether another invoice has closed the period: then nothing is left to credit. */
const isDrawn = (earlier, invoice, world) =>
  world.invoices.some(
    (one) =>
      one !== invoice &&
      !one.progressive &&
      one.status !== 'voided' &&
      one.credits.some(({ type, source }) => type === 'progressive' && earlier.includes(source)),
  );

/** What a fee has billed that none before it had, less what notes gave back of that. */
function stillBilled(fee, invoice, world) {
  const own = fee.amountCents - fee.early;
  const noted = fee.amountCents === 0n ? rational(0) : notedOf(fee, invoice, world).times(own).over(fee.amountCents);
  const left = own - noted.round();
  const apart = noted.minus(noted.round());
  const isWhole = !apart.times(100n).greaterThan(1n) && !apart.negated().times(100n).greaterThan(1n);
  return { fee, invoice, own, left: left > 0n ? left : 0n, least: isWhole ? 1n : 2n, credited: 0n };
}

/** Items of its notes; of a voided one the part that was paid back or offset. */
function notedOf(fee, invoice, world) {
  const notes = world.creditNotes.filter((note) => note.invoice === invoice && note.totalCents > 0n);
  return sum(
    notes.flatMap((note) => {
      const part = note.creditStatus === 'voided' ? note.refundCents + note.offsetCents : note.totalCents;
      const own = note.items.filter((item) => item.fee === fee);
      return own.map(({ amount }) => amount.times(part).over(note.totalCents));
    }),
  );
}

/** Credits a fee with what was billed of its usage, oldest first. @returns how much */
function creditOf(fee, parts) {
  let credit = 0n;
  for (const part of parts.filter((one) => isAlike(fee, one.fee))) {
    const most = part.left - part.credited;
    const taken = fee.amountCents - credit < most ? fee.amountCents - credit : most;
    part.credited += taken;
    credit += taken;
  }
  fee.early = credit;
  fee.coupons = fee.coupons.plus(credit);
  return credit;
}

/** A note of what an invoice has billed beyond the usage. */
function noteOfRest(earlier, parts, world) {
  const items = [];
  for (const { fee, invoice, own, left, least, credited } of parts) {
    if (invoice !== earlier || left - credited < least) continue;
    const amount = rational(left - credited)
      .times(fee.amountCents)
      .over(own)
      .roundTo(5);
    const within = smaller(amount, remaining(fee));
    if (within.greaterThan(0n)) items.push({ fee, amount: within });
  }
  if (items.length > 0) issueNote(earlier, items, world);
}

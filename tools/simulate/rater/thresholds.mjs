// Usage thresholds: invoices of the usage so far, and their credit on later ones (charges, section 7; invoices, section 8).
import { boundariesOf } from './boundaries.mjs';
import { isEmpty, localDay } from './calendar.mjs';
import { usageFees } from './charge-fees.mjs';
import { compute, issueNote, remaining } from './invoice.mjs';
import { rational, smaller } from './rational.mjs';

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
    ({ progressive, parts: [part] }) =>
      progressive &&
      part.subscription === subscription &&
      part.boundaries.charges.from <= from &&
      from <= part.boundaries.charges.to,
  );

/** Usage on subscription invoices of all subscriptions that follow each other. */
function invoicedUsage(world, subscription) {
  const chain = world.subscriptions.filter(
    (one) => one.externalId === subscription.externalId && one.subscriptionAt === subscription.subscriptionAt,
  );
  const fees = world.invoices.filter(({ progressive }) => !progressive).flatMap((invoice) => invoice.fees);
  return total(fees.filter((fee) => fee.type === 'charge' && chain.includes(fee.subscription)));
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
  const { plan, status, customer } = subscription;
  if (status !== 'active' || plan.thresholds.length === 0) return;
  const part = runningPart(world, subscription);
  const fees = usageFees(part, world);
  const before = latestOf(world, subscription, part.boundaries.charges.from);
  const billed = before?.feesCents ?? 0n;
  const current = total(fees) - billed;
  if (current < 0n) return;
  const invoiced = invoicedUsage(world, subscription);
  const passed = passedBy(plan.thresholds, invoiced + billed, current);
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

const alike = (fee, other) =>
  fee.charge === other.charge &&
  fee.trueUp === other.trueUp &&
  JSON.stringify([fee.filter, fee.group]) === JSON.stringify([other.filter, other.group]);

/** Takes off what earlier invoices of the same period have billed (charges, section 7.5). */
export function creditEarlier(invoice, world) {
  for (const { subscription, withUsage, boundaries, tz } of invoice.parts) {
    if (!withUsage || !boundaries?.charges || isEmpty(boundaries.charges, tz)) continue;
    const earlier = latestOf(world, subscription, boundaries.charges.from);
    if (!earlier) continue;
    const charges = new Set(earlier.fees.map((fee) => fee.charge));
    const fees = invoice.fees.filter((fee) => fee.subscription === subscription && charges.has(fee.charge));
    const owed = stillToCredit(earlier, world);
    const base = total(fees);
    const credit = owed < base ? owed : base;
    if (owed > base) noteOfRest(earlier, owed - base, world);
    if (credit <= 0n) continue;
    invoice.progressiveCents += credit;
    invoice.credits.push({ type: 'progressive', source: earlier, amountCents: credit });
    for (const fee of fees) {
      const billed = earlier.fees.find((other) => alike(fee, other));
      if (billed) fee.coupons = smaller(fee.coupons.plus(billed.amountCents), rational(fee.amountCents));
    }
  }
}

function stillToCredit(earlier, world) {
  const live = world.invoices.filter(({ status }) => status !== 'voided');
  const drawn = live.flatMap(({ credits }) => credits).filter(({ source }) => source === earlier);
  // What a note offsets or refunds is not given back here.
  const notes = world.creditNotes.filter((note) => note.invoice === earlier && note.creditStatus !== 'voided');
  const given = notes.reduce((sum, note) => sum + note.creditCents, 0n);
  const rest = earlier.feesCents - earlier.couponsCents - total(drawn) - given;
  return rest > 0n ? rest : 0n;
}

/** A note for more than the period has cost in the end; the largest fees first (invoices, section 6.7). */
function noteOfRest(earlier, owed, world) {
  let rest = rational(owed);
  const items = [];
  for (const fee of [...earlier.fees].sort((a, b) => Number(b.amountCents - a.amountCents))) {
    const amount = smaller(rest, remaining(fee));
    if (amount.isZero()) continue;
    items.push({ fee, amount });
    rest = rest.minus(amount);
  }
  issueNote(earlier, items, world);
}

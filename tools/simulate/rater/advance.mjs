// Charges paid in advance, event by event (charges, section 3; metering, sections 4.5 and 5.10).
import { boundariesOf, chargesInterval } from './boundaries.mjs';
import { anchorOf, daysBetween, localDay, periodDays } from './calendar.mjs';
import { wholeDays } from './charge-fees.mjs';
import { compute, keepLoose } from './invoice.mjs';
import { exponentOf, inCents, price } from './prices.mjs';
import { aggregate, countedEvents, filterOfOne, groupOf, isSince, valueOf } from './usage.mjs';
import { latestMark, markKey } from './marks.mjs';
import { rational, greater, zero } from './rational.mjs';

const one = rational(1);

/** The subscription that runs at an event's time; a running one before an ended one. */
function holderOf(world, event) {
  const fits = world.subscriptions.filter(
    (s) =>
      s.externalId === event.subscription &&
      s.startedAt !== null &&
      (s.startedAt <= event.at || s.firstSecond === event.at) &&
      (s.terminatedAt === null || event.at <= s.terminatedAt),
  );
  return fits.sort(
    (a, b) => (b.terminatedAt ?? Infinity) - (a.terminatedAt ?? Infinity) || b.startedAt - a.startedAt,
  )[0];
}

/** What the event adds, and what of it is to be paid, by the high-water mark of the period. */
function movement(world, key, to, event, metric, before) {
  if (metric.aggregation === 'count_agg') return { applied: one, billable: one };
  const states = world.marks.get(key) ?? world.marks.set(key, []).get(key);
  const last = latestMark(states, to);
  const applied = metric.aggregation === 'sum_agg' ? valueOf(event, metric) : presenceChange(event, metric, before);
  let current = applied;
  let max;
  let billable;
  if (last === null) {
    // What was present before the period is not in its state: taking it away leaves nothing to lift (charges, section 3.2).
    if (metric.aggregation === 'unique_count_agg') current = greater(applied, zero);
    max = current;
    billable = greater(applied, zero);
  } else {
    current = last.current.plus(applied);
    billable = current.greaterThan(last.max) ? current.minus(last.max) : zero;
    max = billable.isZero() ? last.max : greater(current, billable);
  }
  const mark = { at: event.at, current, max, share: zero };
  states.push(mark);
  return { applied, billable, mark };
}

function presenceChange(event, metric, before) {
  const value = String(event.properties[metric.field] ?? '');
  let present = false;
  for (const earlier of before)
    if (String(earlier.properties[metric.field] ?? '') === value)
      present = earlier.properties.operation_type !== 'remove';
  if (event.properties.operation_type === 'remove') return present ? one.negated() : zero;
  return present ? zero : one;
}

/** What one event costs: the price of all up to it, less the price without it. */
function amountOf(charge, properties, { alike, before, billable, period, exponent }) {
  if (billable.isZero()) return zero;
  const { metric } = charge;
  if (charge.prorated) return shareOfPeriod(billable, alike.at(-1), period).times(properties.amount);
  const plain = { ...metric, rounding: null };
  const usage = (events) => aggregate(events, plain, charge, { ...period, days: 1 });
  const withIt = usage(alike);
  const units = withIt.units.minus(billable);
  const amount = price(charge.model, properties, withIt, plain, exponent).amount;
  if (units.isZero()) return amount;
  const without = { ...usage(before), units, priced: units, count: withIt.count - 1 };
  return amount.minus(price(charge.model, properties, without, plain, exponent).amount);
}

/** Units of the rest of the period (charges, section 3.3). */
const shareOfPeriod = (units, event, { to, tz, wholeDays }) =>
  units
    .times(BigInt(daysBetween(event.at, to, tz)))
    .over(BigInt(wholeDays))
    .ceilTo(5);

function eventFee(world, subscription, charge, event) {
  const tz = world.tzOf(subscription.customer);
  const { metric } = charge;
  const { filter, properties } = filterOfOne(charge, metric, event);
  // The period as it was when the event came: not cut by an end of that moment.
  const ended = subscription.terminatedAt < world.now ? subscription.terminatedAt : null;
  const boundaries = boundariesOf(subscription, event.at, tz, { running: true, whole: true, ended });
  const { from, to, firstDay, firstSecond } = boundaries.charges;
  const group = groupOf(properties, event);
  const alike = countedEvents(world.events, subscription, metric, event.at).filter(
    (other) =>
      (metric.recurring || isSince(other, { from, firstSecond })) &&
      (other.at < event.at || other.arrival <= event.arrival) &&
      JSON.stringify(filterOfOne(charge, metric, other).filter) === JSON.stringify(filter) &&
      JSON.stringify(groupOf(properties, other)) === JSON.stringify(group),
  );
  const before = alike.filter((other) => other !== event);
  const key = markKey(subscription, metric, { filter, group }, from);
  const { applied, billable, mark } = movement(world, key, to, event, metric, before);
  const { plan } = subscription;
  const wholeDays = periodDays(firstDay, chargesInterval(plan), anchorOf(subscription, tz));
  const exponent = exponentOf(plan.currency);
  const period = { from, to, tz, wholeDays, firstSecond };
  if (mark && charge.prorated) mark.share = shareOfPeriod(billable, event, period);
  const amount = amountOf(charge, properties, { alike, before, billable, period, exponent });
  const units = billable.isZero() ? greater(applied, zero) : billable;
  return {
    type: 'charge',
    event: event.transaction,
    subscription,
    charge,
    code: metric.code,
    filter,
    group,
    units: amount.isNegative() ? zero : units,
    eventsCount: 1,
    amountCents: inCents(greater(amount, zero), plan.currency),
    precise: greater(amount, zero).times(10n ** BigInt(exponent)),
    from,
    to,
  };
}

/** Charges an event that was just taken in; each charge in advance gives an invoice of its own, or a fee without one. */
export function chargeInAdvance(world, event) {
  const metric = world.metrics.get(event.code);
  const subscription = holderOf(world, event);
  if (!metric || !subscription) return;
  if (metric.aggregation !== 'count_agg' && String(event.properties[metric.field] ?? '').trim() === '') return;
  const { customer } = subscription;
  for (const charge of subscription.plan.charges) {
    if (!charge.inAdvance || charge.metric !== metric) continue;
    const fee = eventFee(world, subscription, charge, event);
    if (!charge.invoiceable) {
      keepLoose({ ...fee, shown: wholeDays(fee) }, world);
      continue;
    }
    const invoice = {
      customer,
      parts: [{ subscription }],
      readyFees: [fee],
      at: world.now,
      reasons: ['in_advance_charge'],
      currency: subscription.plan.currency,
      pendingNotes: [],
      status: 'finalized',
      issuingDay: localDay(event.at, world.tzOf(customer)),
    };
    world.invoices.push(invoice);
    compute(invoice, world, true);
  }
}

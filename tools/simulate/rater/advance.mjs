// Charges paid in advance, event by event (charges, section 3; metering, sections 4.5 and 5.10).
import { boundariesOf, chargesInterval } from './boundaries.mjs';
import { anchorOf, daysBetween, localDay, periodDays } from './calendar.mjs';
import { wholeDays } from './charge-fees.mjs';
import { compute, storeUninvoicedFee } from './invoice.mjs';
import { exponentOf, inCents, price } from './prices.mjs';
import { aggregate, countedEvents, filterFor, groupOf, isSince, valueOf } from './usage.mjs';
import { latestMark, markKey } from './marks.mjs';
import { rational, greater, zero } from './rational.mjs';

const one = rational(1);

/** The subscription that runs at an event's time; a running one precedes an ended one. */
function subscriptionFor(world, event) {
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

/** The units that an event adds and the billable part of them, by the high-water mark of the period. */
function movement(world, key, to, event, metric, before) {
  if (metric.aggregation === 'count_agg') return { applied: one, billable: one };
  const states = world.marks.get(key) ?? world.marks.set(key, []).get(key);
  const last = latestMark(states, to);
  const applied = metric.aggregation === 'sum_agg' ? valueOf(event, metric) : presenceChange(event, metric, before);
  let current = applied;
  let max;
  let billable;
  if (last === null) {
    // The period's state does not include values present before it: removing one leaves nothing to bill (charges,
    // section 3.2).
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

/** The price of one event: the price of all events up to it, less the price without it. */
function amountOf(charge, properties, { groupEvents, before, billable, period, exponent }) {
  if (billable.isZero()) return zero;
  const { metric } = charge;
  if (charge.prorated) return shareOfPeriod(billable, groupEvents.at(-1), period).times(properties.amount);
  const plain = { ...metric, rounding: null };
  const usage = (events) => aggregate(events, plain, charge, { ...period, days: 1 });
  const usageWith = usage(groupEvents);
  const units = usageWith.units.minus(billable);
  const amount = price(charge.model, properties, usageWith, plain, exponent).amount;
  if (units.isZero()) return amount;
  const usageWithout = { ...usage(before), units, priced: units, count: usageWith.count - 1 };
  return amount.minus(price(charge.model, properties, usageWithout, plain, exponent).amount);
}

/** Units prorated for the rest of the period (charges, section 3.3). */
const shareOfPeriod = (units, event, { to, tz, wholeDays }) =>
  units
    .times(BigInt(daysBetween(event.at, to, tz)))
    .over(BigInt(wholeDays))
    .ceilTo(5);

function eventFee(world, subscription, charge, event) {
  const tz = world.tzOf(subscription.customer);
  const { metric } = charge;
  const { filter, properties } = filterFor(charge, metric, event);
  // The period at the event's arrival: an end at the same moment does not cut it.
  const ended = subscription.terminatedAt < world.now ? subscription.terminatedAt : null;
  const boundaries = boundariesOf(subscription, event.at, tz, { running: true, whole: true, ended });
  const { from, to, firstDay, firstSecond } = boundaries.charges;
  const group = groupOf(properties, event);
  const groupEvents = countedEvents(world.events, subscription, metric, event.at).filter(
    (other) =>
      (metric.recurring || isSince(other, { from, firstSecond })) &&
      (other.at < event.at || other.arrival <= event.arrival) &&
      JSON.stringify(filterFor(charge, metric, other).filter) === JSON.stringify(filter) &&
      JSON.stringify(groupOf(properties, other)) === JSON.stringify(group),
  );
  const before = groupEvents.filter((other) => other !== event);
  const key = markKey(subscription, metric, { filter, group }, from);
  const { applied, billable, mark } = movement(world, key, to, event, metric, before);
  const { plan } = subscription;
  const wholeDays = periodDays(firstDay, chargesInterval(plan), anchorOf(subscription, tz));
  const exponent = exponentOf(plan.currency);
  const period = { from, to, tz, wholeDays, firstSecond };
  if (mark && charge.prorated) mark.share = shareOfPeriod(billable, event, period);
  const amount = amountOf(charge, properties, { groupEvents, before, billable, period, exponent });
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

/** Charges a new event. Each charge in advance makes its own invoice, or a fee without one. */
export function chargeInAdvance(world, event) {
  const metric = world.metrics.get(event.code);
  const subscription = subscriptionFor(world, event);
  if (!metric || !subscription) return;
  if (metric.aggregation !== 'count_agg' && String(event.properties[metric.field] ?? '').trim() === '') return;
  const { customer } = subscription;
  for (const charge of subscription.plan.charges) {
    if (!charge.inAdvance || charge.metric !== metric) continue;
    const fee = eventFee(world, subscription, charge, event);
    if (!charge.invoiceable) {
      storeUninvoicedFee({ ...fee, shown: wholeDays(fee) }, world);
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

// Charges paid in advance, event by event (charges, section 3; metering, sections 4.5 and 5.10).
import type { Properties } from '../requests.ts';
import { chargesInterval } from './boundaries.ts';
import { anchorOf, localDay, periodDays } from './calendar.ts';
import { wholeDays } from './charge-fees.ts';
import { compute, storeUninvoicedFee } from './invoice.ts';
import { exponentOf, inCents, price } from './prices.ts';
import { present } from './impossible.ts';
import { latestMark, markKey } from './marks.ts';
import { usagePeriodAt } from './moves.ts';
import type { ChargeFee, Mark, Subscription, UsageEvent } from './model.ts';
import type { Charge, Metric } from './catalog.ts';
import { type Rational, rational, greater, zero } from './rational.ts';
import { barePart, newFigures, newInvoice } from './records.ts';
import type { State } from './state.ts';
import {
  aggregate,
  countedEvents,
  daysLeft,
  filterFor,
  groupOf,
  isSince,
  lastDayOf,
  type Period,
  valueOf,
} from './usage.ts';

const one = rational(1);

/** The subscription that runs at an event's time; a running one precedes an ended one. */
function subscriptionFor(world: State, event: UsageEvent): Subscription | undefined {
  const fits = world.subscriptions.filter(
    (s) =>
      s.externalId === event.subscription &&
      (s.startedAt <= event.at || s.firstSecond === event.at) &&
      event.at <= s.terminatedAt,
  );
  return fits.sort(
    // Two that run have no difference of ends (it is not a number).
    (a, b) => b.terminatedAt - a.terminatedAt || b.startedAt - a.startedAt,
  )[0];
}

/** The units that an event adds and the billable part of them, and the new high-water mark of the period. */
interface Movement {
  applied: Rational;
  billable: Rational;
  mark: Mark | null;
}

function movement(
  world: State,
  { key, to, before }: { key: string; to: number; before: UsageEvent[] },
  event: UsageEvent,
  metric: Metric,
): Movement {
  if (metric.aggregation === 'count_agg') return { applied: one, billable: one, mark: null };
  const states = world.marks.get(key) ?? [];
  world.marks.set(key, states);
  const last = latestMark(states, to);
  const applied = metric.aggregation === 'sum_agg' ? valueOf(event, metric) : presenceChange(event, metric, before);
  let current = applied;
  let max: Rational;
  let billable: Rational;
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

/** One, minus one or zero: whether an event adds or removes a value. */
function presenceChange(event: UsageEvent, { field = '' }: Metric, before: UsageEvent[]): Rational {
  const value = String(event.properties[field] ?? '');
  let present = false;
  for (const earlier of before)
    if (String(earlier.properties[field] ?? '') === value) present = earlier.properties.operation_type !== 'remove';
  if (event.properties.operation_type === 'remove') return present ? one.negated() : zero;
  return present ? zero : one;
}

/** An event among those of its group, with the period at its arrival. */
interface EventUsage {
  event: UsageEvent;
  groupEvents: UsageEvent[];
  before: UsageEvent[];
  billable: Rational;
  period: Period;
  exponent: number;
}

/** The price of one event: the price of all events up to it, less the price without it. */
function amountOf(
  charge: Charge,
  properties: Properties,
  { event, groupEvents, before, billable, period, exponent }: EventUsage,
): Rational {
  if (billable.isZero()) return zero;
  const { metric } = charge;
  if (charge.prorated)
    return shareOfPeriod(billable, groupEvents.at(-1) ?? event, period).times(present(properties.amount, 'amount'));
  const plain = { ...metric, rounding: null };
  const usage = (events: UsageEvent[]) => aggregate(events, plain, charge, { ...period, days: 1 });
  const usageWith = usage(groupEvents);
  const units = usageWith.units.minus(billable);
  const amount = price(charge.model, properties, usageWith, plain, exponent).amount;
  // A first event carries the flat amount of the first range.
  if (units.isZero() && charge.model.startsWith('graduated')) return amount;
  const usageWithout = { ...usage(before), units, priced: units, count: (usageWith.count ?? 0) - 1 };
  return amount.minus(price(charge.model, properties, usageWithout, plain, exponent).amount);
}

/** Units prorated for the rest of the period (charges, section 3.3). */
const shareOfPeriod = (units: Rational, event: UsageEvent, period: Period) =>
  units
    .times(BigInt(daysLeft(period, event.at)))
    .over(BigInt(period.days))
    .ceilTo(5);

function eventFee(world: State, subscription: Subscription, charge: Charge, event: UsageEvent): ChargeFee {
  const tz = world.tzOf(subscription.customer);
  const { metric } = charge;
  const { filter, properties } = filterFor(charge, metric, event);
  // The period at the event's arrival: an end at the same moment does not cut it.
  const ended = subscription.terminatedAt < world.now ? subscription.terminatedAt : null;
  const { from, to, firstDay, firstSecond } = usagePeriodAt(subscription, 'charges', event.at, tz, ended);
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
  const { applied, billable, mark } = movement(world, { key, to, before }, event, metric);
  const { plan } = subscription;
  const days = periodDays(firstDay, chargesInterval(plan), anchorOf(subscription, tz));
  const exponent = exponentOf(plan.currency);
  const lastDay = lastDayOf({ upgraded: false, ended: null, tz }, { to, firstDay, days });
  const period: Period = { from, to, tz, days, firstDay, lastDay, firstSecond };
  if (mark && charge.prorated) mark.share = shareOfPeriod(billable, event, period);
  const amount = amountOf(charge, properties, { event, groupEvents, before, billable, period, exponent });
  const units = billable.isZero() ? greater(applied, zero) : billable;
  return {
    type: 'charge',
    event: event.transaction,
    subscription,
    charge,
    code: metric.code,
    filter,
    group,
    ...newFigures(
      amount.isNegative() ? zero : units,
      inCents(greater(amount, zero), plan.currency),
      greater(amount, zero).times(10n ** BigInt(exponent)),
    ),
    eventsCount: 1,
    from,
    to,
    trueUp: false,
    shown: null,
    levelKey: null,
    level: zero,
  };
}

/** Charges a new event. Each charge in advance makes its own invoice, or a fee without one. */
export function chargeInAdvance(world: State, event: UsageEvent): void {
  const metric = world.metrics.get(event.code);
  const subscription = subscriptionFor(world, event);
  if (!metric || !subscription) return;
  if (metric.aggregation !== 'count_agg' && String(event.properties[metric.field ?? ''] ?? '').trim() === '') return;
  const { customer } = subscription;
  for (const charge of subscription.plan.charges) {
    if (!charge.inAdvance || charge.metric !== metric) continue;
    const fee = eventFee(world, subscription, charge, event);
    if (!charge.invoiceable) {
      storeUninvoicedFee({ ...fee, shown: wholeDays(fee) }, world);
      continue;
    }
    const invoice = newInvoice(world, {
      customer,
      parts: [barePart(subscription)],
      readyFees: [fee],
      at: world.now,
      reasons: ['in_advance_charge'],
      currency: subscription.plan.currency,
      issuingDay: localDay(event.at, world.tzOf(customer)),
    });
    world.invoices.push(invoice);
    compute(invoice, world, true);
  }
}

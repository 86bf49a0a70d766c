// Fees of charges and the spending minimum, and the minimum commitment of a plan (charges, sections 2 and 6).
import {
  anchorOf,
  dayMs,
  daysBetween,
  endOf,
  isEmpty,
  localDay,
  periodDays,
  periodStart,
  type Span,
} from './calendar.ts';
import {
  aggregate,
  type Bucket,
  bucketsOf,
  countedEvents,
  type EventGroup,
  filterFor,
  groupOf,
  daysLeft,
  lastDayOf,
  groupsOf,
  isSince,
  type Period,
  valueOf,
} from './usage.ts';
import { chargesInterval, wholeBoundaries } from './boundaries.ts';
import { withMarks } from './marks.ts';
import { isOfPeriod } from './moves.ts';
import type {
  BillingPart,
  ChargeFee,
  CommitmentFee,
  Fee,
  Group,
  Invoice,
  Subscription,
  SubscriptionFee,
  UsageEvent,
  UsageSpan,
} from './model.ts';
import type { Charge } from './catalog.ts';
import { exponentOf, inCents, price } from './prices.ts';
import { greater, type Rational, rational, sum, zero } from './rational.ts';
import { newFigures } from './records.ts';
import type { State } from './state.ts';

const levelKey = (charge: Charge, bucket: Pick<Bucket, 'filter'>, group: Group) =>
  JSON.stringify([charge.metric.code, bucket.filter, group]);

/** The usage of one charge in a period. */
interface ChargePeriod {
  part: BillingPart;
  period: UsageSpan;
  charge: Charge;
}

/**
 * The level with which a recurring weighted sum begins (metering, section 4.3). It is the level of the last bill, or
 * zero for a bucket that the bill does not list, plus all events after this bill. A voided bill is none. Without a bill
 * all events since the start count; for a subscription that follows another, also all earlier ones.
 */
function carriedLevel(world: State, usageOf: ChargePeriod, key: string, events: UsageEvent[]): Rational {
  const { period, charge } = usageOf;
  if (!carriesLevel(charge)) return zero;
  const { fees, since } = levelsBefore(world, usageOf);
  const level = fees.findLast((fee) => fee.levelKey === key)?.level ?? zero;
  const unbilled = events.filter((event) => event.at > since && !isSince(event, period));
  return level.plus(sum(unbilled.map((event) => valueOf(event, charge.metric))));
}

const carriesLevel = ({ metric }: Charge) => metric.recurring && metric.aggregation === 'weighted_sum_agg';

/** The fees with levels on earlier bills, and the instant after which events are on none. */
function levelsBefore(
  world: State,
  { part: { subscription, invoice } }: ChargePeriod,
): { fees: ChargeFee[]; since: number } {
  const bills = world.invoicesBefore(invoice).filter((one) => !one.progressive && one.status !== 'voided');
  const fees = bills
    .flatMap((one) => one.fees)
    .filter((fee) => fee.type === 'charge')
    .filter((fee) => fee.subscription === subscription);
  return { fees, since: billedUntil(bills, subscription) ?? beginningOfUsage(world, subscription) };
}

/**
 * The events that make the pricing groups of a charge; earlier ones do where a quantity continues. Those of a weighted
 * sum do if they belong to its level: no group without usage costs a flat amount (metering, section 5.13).
 */
function groupingEvents(world: State, usageOf: ChargePeriod, counted: UsageEvent[]): UsageEvent[] {
  const { period, charge } = usageOf;
  const { metric } = charge;
  if (!metric.recurring) return counted.filter((event) => isSince(event, period));
  if (!carriesLevel(charge)) return counted;
  const { fees, since } = levelsBefore(world, usageOf);
  const used = fees.filter(({ eventsCount, level }) => (eventsCount ?? 0) > 0 || !level.isZero());
  const known = new Set(used.map((fee) => fee.levelKey));
  return counted.filter((event) => {
    if (event.at > since || isSince(event, period)) return true;
    const { filter, properties } = filterFor(charge, metric, event);
    return known.has(levelKey(charge, { filter }, groupOf(properties, event)));
  });
}

/** The last instant of the usage of a subscription that some invoices bill; undefined for none. */
function billedUntil(bills: Invoice[], subscription: Subscription): number | undefined {
  const ends = bills
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.subscription === subscription && part.withUsage ? [part.boundaries.charges?.to] : []))
    .filter((to) => to !== undefined);
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

/** The instant before the first event that counts for a subscription without a bill. */
function beginningOfUsage(world: State, subscription: Subscription): number {
  const { externalId, startedAt, firstSecond } = subscription;
  const place = world.subscriptions.indexOf(subscription);
  const follows = world.subscriptions.some(
    (one, index) =>
      one.externalId === externalId &&
      (one.startedAt < startedAt || (one.startedAt === startedAt && one.startedAt < Infinity && index < place)),
  );
  return follows ? -Infinity : (firstSecond ?? startedAt) - 1;
}

/** The period that fees in advance show: whole days of UTC (charges, section 1.3). */
export const wholeDays = ({ from, to }: Span): Span => ({
  from: Math.floor(from / dayMs) * dayMs,
  to: (Math.floor(to / dayMs) + 1) * dayMs - 1,
});

/**
 * An event at the instant at which another subscription takes over, by a plan change or a new start, belongs to that
 * one (metering, section 2.3).
 */
function endOfUsage({ subscription, upgraded, downgraded, ended }: BillingPart, { to }: Span, world: State): number {
  const { externalId } = subscription;
  const restarts = world.subscriptions.some((one) => one.externalId === externalId && one.startedAt === ended);
  return (upgraded || downgraded || restarts) && to === ended ? to - 1 : to;
}

function usageFee(usageOf: ChargePeriod, bucket: Bucket, { group, events }: EventGroup, world: State): ChargeFee {
  const { part, period: span, charge } = usageOf;
  const { subscription, tz } = part;
  const { currency } = subscription.plan;
  const { from, to, firstDay, firstSecond } = span;
  const days = periodDays(firstDay, chargesInterval(subscription.plan), anchorOf(subscription, tz));
  const end = endOfUsage(part, span, world);
  const key = levelKey(charge, bucket, group);
  const period: Period = {
    from,
    to: end,
    days,
    tz,
    firstDay,
    firstSecond,
    lastDay: lastDayOf(part, { to, firstDay, days }),
  };
  const aggregated = aggregate(
    events.filter((event) => event.at <= end),
    charge.metric,
    charge,
    period,
    carriedLevel(world, usageOf, key, events),
  );
  const runs = part.soFar && charge.inAdvance;
  const usage = runs
    ? withMarks(world, { subscription, charge, filter: bucket.filter, group }, aggregated, period)
    : aggregated;
  let { amount } = price(charge.model, bucket.properties, usage, charge.metric, exponentOf(currency));
  let { units } = usage;
  if (units.isNegative() || usage.priced.isNegative() || amount.isNegative()) [amount, units] = [zero, zero];
  const precise = amount.times(10n ** BigInt(exponentOf(currency)));
  return {
    type: 'charge',
    subscription,
    charge,
    code: charge.metric.code,
    filter: bucket.filter,
    group,
    ...newFigures(units, inCents(amount, currency), precise),
    eventsCount: usage.count,
    from,
    to,
    levelKey: key,
    level: usage.level,
    trueUp: false,
    event: null,
    shown: null,
  };
}

/**
 * Fees for the units of recurring metrics in advance that carry over into a new period, at its full price (charges,
 * sections 2.1 and 3.7).
 * @param invoiceable those on the invoice, or those without one, which are created for zero units too
 */
export function renewalFees(part: BillingPart, world: State, invoiceable: boolean): ChargeFee[] {
  const { subscription, at, tz } = part;
  const endedPeriod = part.boundaries.charges;
  if (!part.withUsage || endedPeriod === null || isEmpty(endedPeriod, tz) || (part.ended !== null && !part.downgraded))
    return [];
  if (subscription.byUpgrade && localDay(subscription.startedAt, tz) === localDay(at, tz)) return [];
  const { from, to } = wholeBoundaries(subscription, at, tz, { running: true }).charges;
  const shown = wholeDays({ from, to });
  const fees: ChargeFee[] = [];
  for (const charge of subscription.plan.charges) {
    if (!charge.inAdvance || !charge.metric.recurring || charge.invoiceable !== invoiceable) continue;
    const end = endOfUsage(part, endedPeriod, world);
    const counted = countedEvents(world.events, subscription, charge.metric, end);
    const usageOf = { part, period: endedPeriod, charge: { ...charge, prorated: false } };
    for (const bucket of bucketsOf(charge, charge.metric, counted)) {
      for (const group of groupsOf(bucket)) {
        const fee = { ...usageFee(usageOf, bucket, group, world), charge, shown };
        // A fee without an invoice counts in the ended period (charges, section 6.1).
        if (!invoiceable) fees.push(fee);
        else if (isBillable(fee)) fees.push({ ...fee, from, to });
      }
    }
  }
  return fees;
}

const isBillable = (fee: ChargeFee) => !fee.units.isZero() || fee.amountCents !== 0n || (fee.eventsCount ?? 0) !== 0;

/** The charge's spending minimum, prorated by the days of the period. */
function trueUp({ part, period, charge }: ChargePeriod, fees: ChargeFee[], group: Group): ChargeFee | null {
  const { subscription, tz } = part;
  const { from, to, firstDay } = period;
  const periodLength = periodDays(firstDay, chargesInterval(subscription.plan), anchorOf(subscription, tz));
  const lastDay = lastDayOf(part, { to, firstDay, days: periodLength });
  const days = daysLeft({ tz, firstDay, lastDay }, from);
  const minimum = rational(charge.minAmountCents).times(BigInt(days)).over(BigInt(periodLength));
  const used = sum(fees.map((fee) => fee.amountCents));
  if (!used.lessThan(minimum)) return null;
  const amountCents = minimum.minus(used).round();
  const precise = greater(minimum.minus(sum(fees.map((fee) => fee.precise))), zero);
  return {
    type: 'charge',
    trueUp: true,
    subscription,
    charge,
    code: charge.metric.code,
    filter: null,
    group,
    ...newFigures(rational(1), amountCents, precise),
    eventsCount: 0,
    from,
    to,
    event: null,
    shown: null,
    levelKey: null,
    level: zero,
  };
}

/**
 * Whether the new plan of an upgrade bills the whole quantity of a charge at its period's end, so the old plan does not
 * (charges, section 2.1). Each plan bills a time-weighted quantity for its own days.
 */
const isCarriedOver = (part: BillingPart, charge: Charge) =>
  part.upgraded &&
  charge.metric.recurring &&
  charge.metric.aggregation !== 'weighted_sum_agg' &&
  !charge.prorated &&
  part.successor?.plan.charges.some((other) => other.metric === charge.metric && !other.inAdvance) === true;

/** The fees of a charge that an invoice shows, with that of its spending minimum. */
function feesOfCharge(usageOf: ChargePeriod, world: State): ChargeFee[] {
  const { part, period, charge } = usageOf;
  const end = endOfUsage(part, period, world);
  const counted = groupingEvents(world, usageOf, countedEvents(world.events, part.subscription, charge.metric, end));
  const fees = bucketsOf(charge, charge.metric, counted).flatMap((bucket) =>
    groupsOf(bucket).map((group) => usageFee(usageOf, bucket, group, world)),
  );
  const billable = fees.filter(isBillable);
  const parent = fees.find((fee) => fee.filter === null);
  const minimum = charge.minAmountCents > 0 && !part.soFar ? trueUp(usageOf, fees, parent?.group ?? {}) : null;
  if (!minimum) return billable;
  return [...billable, ...(parent && !billable.includes(parent) ? [parent] : []), minimum];
}

/**
 * The usage fees of a period, one for each bucket and group.
 * @param inAdvance of charges in advance: their usage, which is billed elsewhere
 */
export function usageFees(part: BillingPart, world: State, inAdvance = false): ChargeFee[] {
  const period = part.boundaries.charges;
  if (!part.withUsage || period === null || isEmpty(period, part.tz)) return [];
  return part.subscription.plan.charges
    .filter((charge) => !isCarriedOver(part, charge) && charge.inAdvance === inAdvance)
    .flatMap((charge) => feesOfCharge({ part, period, charge }, world));
}

/** The amount by which a settled period falls short of the plan's minimum commitment, or nothing. */
export function commitmentFee(part: BillingPart, fees: Fee[], world: State): CommitmentFee[] {
  const { subscription, tz } = part;
  const { plan } = subscription;
  const settled = part.settles;
  if (!plan.commitmentCents || !settled) return [];
  const periodLength = periodDays(localDay(settled.from, tz), plan.interval, anchorOf(subscription, tz));
  const days = Math.max(0, daysBetween(settled.from, settled.to, tz) - (part.upgraded ? 1 : 0));
  const commitment = rational(plan.commitmentCents).times(BigInt(days)).over(BigInt(periodLength)).round();
  const others = world.feesOf(subscription, part.invoice);
  // A fee in advance goes on beyond the end of its subscription, so the whole period decides.
  const first = periodStart(localDay(settled.from, tz), plan.interval, anchorOf(subscription, tz));
  const whole = { from: settled.from, to: Math.max(settled.to, endOf(first + periodLength - 1, tz)) };
  const billed = [...others, ...fees]
    .filter((fee): fee is SubscriptionFee => fee.subscription === subscription)
    .filter((fee) => fee.type !== 'commitment' && isOfPeriod(fee, whole))
    .reduce((total, fee) => total + fee.amountCents, 0n);
  const amountCents = commitment - billed;
  if (amountCents <= 0n) return [];
  const { from, to } = settled;
  const figures = newFigures(rational(1), amountCents);
  return [{ type: 'commitment', subscription, code: plan.code, ...figures, from, to }];
}

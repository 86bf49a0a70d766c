// The usage of a charge: the events that count, their bucket and group, and their units (metering, sections 3, 4 and
// 6). Event by event, in the order of time.
import type { FilterRequest, FilterValues, Properties } from '../requests.ts';
import { localDay, type Span } from './calendar.ts';
import type { BillingPart, Group, Subscription, UsageEvent } from './model.ts';
import type { Charge, Metric } from './catalog.ts';
import { type Rational, rational, sum, zero, greater } from './rational.ts';

/**
 * A period of usage: the days are those of the whole period, from its first one. A move to another time zone may put
 * hours of the local day before in front of it; they cost nothing more (charges, section 5.4).
 */
export interface Period extends Span {
  days: number;
  firstDay: number;
  /** The day before an upgrade that ends it: its day belongs to the new subscription (metering, section 4.4). */
  lastDay: number;
  tz: string;
  firstSecond: number | null;
}

/** Units to price; a prorated price has fewer than the shown units. */
export interface PricedUnits {
  units: Rational;
  priced: Rational;
  prorated: boolean;
}

/** The usage of one group: its counted events, and those of the period. */
export interface Usage extends PricedUnits {
  count: number | null;
  events: UsageEvent[];
  within: UsageEvent[];
  /** The level at the end of a weighted sum. */
  level: Rational;
}

/** The events of a filter, or of none. */
export interface Bucket {
  filter: FilterValues | null;
  properties: Properties;
  events: UsageEvent[];
}

export interface EventGroup {
  group: Group;
  events: UsageEvent[];
}

interface MetricFilter extends FilterRequest {
  metricValues: FilterValues;
}

const wildcard = '__ALL_FILTER_VALUES__';
const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value);
const decimal = /^-?\d+(\.\d+)?$/;
const needsNumber = ['sum_agg', 'max_agg', 'latest_agg', 'weighted_sum_agg'];

/** Events by time, then by arrival. */
const inOrder = (events: UsageEvent[]) => [...events].sort((a, b) => a.at - b.at || a.arrival - b.arrival);

/** The values of a filter's key; the wildcard lists those of the metric. */
function listed({ values, metricValues }: MetricFilter, key: string): string[] {
  const own = values[key] ?? [];
  return own.includes(wildcard) ? (metricValues[key] ?? []) : own;
}

const fitsFilter = (filter: MetricFilter, event: UsageEvent) =>
  Object.keys(filter.values).every((key) => {
    const value = textOf(event.properties[key]);
    return value !== null && listed(filter, key).includes(value);
  });

/** Whether filter `b` takes precedence over `a` for an event that both match (metering, section 6.1). */
function takesPrecedence(b: MetricFilter & { place: number }, a: MetricFilter & { place: number }): boolean {
  const keys = Object.keys(a.values);
  if (!keys.every((key) => b.values[key] && listed(b, key).some((value) => listed(a, key).includes(value))))
    return false;
  if (Object.keys(b.values).length > keys.length) return true;
  const within = keys.every((key) => listed(b, key).every((value) => listed(a, key).includes(value)));
  const hasSameValues = within && keys.every((key) => listed(b, key).length === listed(a, key).length);
  return hasSameValues ? b.place < a.place : within;
}

/** The buckets of a charge: one for each filter, and one for events without a matching filter. */
export function bucketsOf(charge: Charge, metric: Metric, events: UsageEvent[]): Bucket[] {
  const filters = charge.filters.map((filter, place) => ({
    ...filter,
    place,
    metricValues: metric.filterValues,
  }));
  const matching = (event: UsageEvent) => filters.filter((filter) => fitsFilter(filter, event));
  const buckets: Bucket[] = filters.map((filter) => ({
    filter: filter.values,
    properties: filter.properties,
    events: events.filter((event) => {
      const fits = matching(event);
      return fits.includes(filter) && !fits.some((other) => other !== filter && takesPrecedence(other, filter));
    }),
  }));
  buckets.push({
    filter: null,
    properties: charge.properties,
    events: events.filter((event) => matching(event).length === 0),
  });
  return buckets;
}

/** The filter of a single event in advance: that with the most keys, the first of a tie. */
export function filterFor(charge: Charge, metric: Metric, event: UsageEvent): Omit<Bucket, 'events'> {
  const filters = charge.filters
    .map((filter) => ({ ...filter, metricValues: metric.filterValues }))
    .filter((filter) => fitsFilter(filter, event));
  const most = Math.max(0, ...filters.map(({ values }) => Object.keys(values).length));
  const bestFilter = filters.find(({ values }) => Object.keys(values).length === most);
  return bestFilter
    ? { filter: bestFilter.values, properties: bestFilter.properties }
    : { filter: null, properties: charge.properties };
}

/** An event's values of the pricing group keys. */
export const groupOf = (properties: Properties, event: UsageEvent): Group =>
  Object.fromEntries((properties.pricing_group_keys ?? []).map((key) => [key, textOf(event.properties[key]) || null]));

/** A bucket's events by their values of the pricing group keys. */
export function groupsOf(bucket: Bucket): EventGroup[] {
  const { events } = bucket;
  const keys = bucket.properties.pricing_group_keys ?? [];
  if (keys.length === 0) return [{ group: {}, events }];
  if (events.length === 0) return [{ group: Object.fromEntries(keys.map((key) => [key, null])), events }];
  const groups = new Map<string, EventGroup>();
  for (const event of events) {
    const group = groupOf(bucket.properties, event);
    const id = JSON.stringify(group);
    const known = groups.get(id);
    if (known) known.events.push(event);
    else groups.set(id, { group, events: [event] });
  }
  return [...groups.values()];
}

/** Whether an event is in the period or at its first second, which may begin before the period. */
export const isSince = ({ at }: UsageEvent, { from, firstSecond }: { from: number; firstSecond: number | null }) =>
  at >= from || at === firstSecond;

/** The events of a subscription that a metric counts, up to an instant. */
export function countedEvents(
  events: UsageEvent[],
  subscription: Subscription,
  metric: Metric,
  to: number,
): UsageEvent[] {
  return inOrder(events).filter((event) => {
    if (event.subscription !== subscription.externalId || event.code !== metric.code || event.at > to) return false;
    return !needsNumber.includes(metric.aggregation) || decimal.test(fieldOf(event, metric) ?? '');
  });
}

const fieldOf = (event: UsageEvent, { field = '' }: Metric) => textOf(event.properties[field]);

/** The number that an event has for a metric. */
export const valueOf = (event: UsageEvent, metric: Metric): Rational => rational(String(fieldOf(event, metric)));

/** From when to when a value was present; null while it is. */
interface Presence {
  from: number;
  to: number | null;
}

/** Presence of a value over time: when it was added and removed. */
function presences(events: UsageEvent[], metric: Metric): Presence[][] {
  const values = new Map<string, Presence[]>();
  for (const event of events) {
    const value = fieldOf(event, metric) ?? '';
    const intervals = values.get(value) ?? [];
    values.set(value, intervals);
    const last = intervals.at(-1);
    const open = last?.to === null ? last : null;
    const removes = event.properties.operation_type === 'remove';
    if (!removes && !open) intervals.push({ from: event.at, to: null });
    if (removes && open) open.to = event.at;
  }
  return [...values.values()];
}

/** Each value holds from its event, even at the whole second before a start; the carried level holds from the start. */
function weighted(events: UsageEvent[], metric: Metric, { from, to, days }: Period, carried: Rational) {
  const until = Math.ceil(to / 1000) * 1000;
  const areas = events.map((event) => valueOf(event, metric).times(BigInt(until - event.at)));
  const area = carried.times(BigInt(until - from)).plus(sum(areas));
  const level = carried.plus(sum(events.map((event) => valueOf(event, metric))));
  return { units: area.over(BigInt(days) * 86_400_000n).ceilTo(20), level };
}

/**
 * The last local day that a period counts: the day of an upgrade belongs to the new subscription. A move to the east puts
 * hours of the local day after behind a period that is over; they cost nothing more.
 */
export const lastDayOf = (
  { upgraded, ended, tz }: Pick<BillingPart, 'upgraded' | 'ended' | 'tz'>,
  { to, firstDay, days }: Pick<Period, 'to' | 'firstDay' | 'days'>,
): number => Math.min(localDay(to, tz), firstDay + days - 1) - (upgraded && to === ended ? 1 : 0);

/** Local calendar days of a period from an instant on (charges, section 5.4; subscriptions, section 2.8). */
export const daysLeft = ({ tz, firstDay, lastDay }: Pick<Period, 'tz' | 'firstDay' | 'lastDay'>, at: number): number =>
  Math.max(0, lastDay - Math.max(localDay(at, tz), firstDay) + 1);

/** A prorated recurring sum or number of distinct values (metering, section 4.4). */
function prorated(events: UsageEvent[], metric: Metric, period: Period): Rational {
  const { from, to, days, tz, firstDay, lastDay } = period;
  const share = (count: number) => rational(BigInt(count)).over(BigInt(days));
  if (metric.aggregation === 'sum_agg') {
    const before = sum(events.filter((event) => event.at < from).map((event) => valueOf(event, metric)));
    const within = events.filter((event) => event.at >= from);
    return sum([
      before.times(share(daysLeft(period, from))),
      ...within.map((event) => valueOf(event, metric).times(share(daysLeft(period, event.at)))),
    ]).ceilTo(5);
  }
  let touched = 0;
  for (const intervals of presences(events, metric)) {
    const daysTouched = new Set<number>();
    for (const { from: added, to: removed } of intervals) {
      if (removed !== null && removed < from) continue;
      const first = Math.max(localDay(Math.max(added, from), tz), firstDay);
      for (let day = first; day <= Math.min(localDay(removed ?? to, tz), lastDay); day++) daysTouched.add(day);
    }
    touched += daysTouched.size;
  }
  return share(touched).ceilTo(5);
}

function rounded(units: Rational, metric: Metric): Rational {
  const places = metric.roundingPrecision ?? 0;
  if (metric.rounding === 'round') return units.roundTo(places);
  if (metric.rounding === 'ceil') return units.ceilTo(places);
  if (metric.rounding === 'floor') return units.floorTo(places);
  return units;
}

/**
 * The usage of one group of a bucket.
 * @param carried level of a recurring weighted sum at the end of the previous period
 */
export function aggregate(
  all: UsageEvent[],
  metric: Metric,
  charge: Charge,
  period: Period,
  carried: Rational = zero,
): Usage {
  const within = all.filter((event) => isSince(event, period));
  const events = metric.recurring && metric.aggregation !== 'weighted_sum_agg' ? all : within;
  const count = events.length;
  const result = (units: Rational, rest: Partial<Usage> = {}): Usage => ({
    units: rounded(units, metric),
    priced: rounded(units, metric),
    prorated: false,
    count,
    events,
    within,
    level: zero,
    ...rest,
  });
  const values = () => events.map((event) => valueOf(event, metric));
  switch (metric.aggregation) {
    case 'count_agg':
      return result(rational(count));
    case 'sum_agg': {
      const units = sum(values());
      return result(
        units,
        charge.prorated ? { priced: rounded(prorated(all, metric, period), metric), prorated: true } : {},
      );
    }
    case 'max_agg':
      return result(
        values().reduce<Rational | null>((most, value) => (most === null ? value : greater(most, value)), null) ?? zero,
      );
    case 'latest_agg':
      return result(greater(values().at(-1) ?? zero, zero));
    case 'unique_count_agg': {
      const units = rational(presences(events, metric).filter((intervals) => intervals.at(-1)?.to === null).length);
      if (!charge.prorated) return result(units, { count: Number(units.floor()) });
      return result(units, {
        count: null,
        priced: rounded(prorated(all, metric, period), metric),
        prorated: true,
      });
    }
    case 'weighted_sum_agg': {
      const { units, level } = weighted(within, metric, period, metric.recurring ? carried : zero);
      return result(units, { level });
    }
    default:
      throw new Error(`No such aggregation: ${metric.aggregation}`);
  }
}

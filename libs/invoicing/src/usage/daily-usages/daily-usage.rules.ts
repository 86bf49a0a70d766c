import type { Instant } from '@tollgate/platform';
import {
  addDays,
  aggregationOf,
  Decimal,
  endOfDate,
  formatDate,
  localDate,
  parseDate,
  runningPeriod,
  startOfDate,
  sumOf,
  type PeriodHistory,
} from '@tollgate/rating';
import type { CustomerView, SubscriptionView } from '@tollgate/subscription/reader';
import type { RatedCharge } from '../../model/rated-charges/rated-charge.js';
import type { UsageSnapshotsTable, UsageTotals } from '../../model/figures/daily-usages.tables.js';

const HOUR = 3_600_000;

/** A subscription and its customer. */
export interface Used {
  subscription: SubscriptionView;
  customer: CustomerView;
}

/** A used subscription with the days of its events. */
export interface UsedOn extends Used {
  used: Set<string>;
}

/** A used subscription with the billed spans by which the periods of its days carry on. */
export interface UsedInPeriods extends UsedOn {
  periods: PeriodHistory;
}

type LastSnapshot = Pick<UsageSnapshotsTable, 'carries'>;

export const daysLater = (day: string, days: number): string => formatDate(addDays(parseDate(day), days));
export const dayAfter = (day: string): string => daysLater(day, 1);
export const earlier = (one: string, other: string): string => (one < other ? one : other);
export const later = (one: string, other: string): string => (one < other ? other : one);

/** Days from the first to the last, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/** The last day that has ended in every time zone: the last zone is twelve hours west of UTC. */
export const lastDayOver = (now: Instant): string =>
  formatDate(addDays(parseDate(localDate(now - 12 * HOUR, 'UTC')), -1));
/** The last day that has ended in any time zone: the first zone is fourteen hours east of UTC. */
export const lastDayAnywhere = (now: Instant): string =>
  formatDate(addDays(parseDate(localDate(now + 14 * HOUR, 'UTC')), -1));

/**
 * The instant at which a day's usage is computed: its end in the customer's time zone, or the end of the subscription
 * on it. Null for a day that has not ended, or on which the subscription did not run.
 */
export function computationInstant({ subscription, customer }: Used, day: string, now: Instant): Instant | null {
  const end = endOfDate(parseDate(day), customer.timezone);
  const { startedAt, terminatedAt } = subscription.agreement;
  if (end >= now || end < startedAt) return null;
  if (terminatedAt === null || terminatedAt >= end) return end;
  return localDate(terminatedAt, customer.timezone) === day ? terminatedAt : null;
}

/** The instant at which a day has ended in every time zone. */
const endEverywhere = (day: string): Instant => startOfDate(parseDate(dayAfter(day)), 'UTC') + 12 * HOUR;
/** The instant at which a day begins in the first time zone. */
const startAnywhere = (day: string): Instant => startOfDate(parseDate(day), 'UTC') - 14 * HOUR;

/** How far the usage of an organization is computed. */
interface Progress {
  through: string;
  computedUntil: Date | null;
  staleFrom: string | null;
}

/**
 * The instant, by the organization's clock, up to which every ended day is stored, in the time zone of its customer.
 */
export function completeTo({ through, computedUntil, staleFrom }: Progress): Instant {
  const computed = Math.max(computedUntil?.getTime() ?? -Infinity, endEverywhere(through));
  return staleFrom === null ? computed : Math.min(computed, startAnywhere(staleFrom));
}

/** Whether usage differs from that of the day before, even without an event. */
export function changesWithoutEvents(
  { subscription, customer, periods }: UsedInPeriods,
  carries: UsageSnapshotsTable['carries'],
  at: Instant,
): boolean {
  if (carries !== 'levels') return carries === 'time';
  const { from } = runningPeriod(subscription.agreement, at, customer.timezone, periods);
  return localDate(from, customer.timezone) === localDate(at, customer.timezone);
}

/** Whether some of these days are over and have usage to compute: by events, or by changes without events. */
export const hasDaysToCompute = (
  used: UsedOn,
  lastSnapshot: LastSnapshot | undefined,
  days: string[],
  now: Instant,
): boolean =>
  days.some(
    (day) =>
      computationInstant(used, day, now) !== null &&
      (used.used.has(day) || (lastSnapshot !== undefined && lastSnapshot.carries !== 'nothing')),
  );

/** Derives how usage changes without events, from its charges. */
export function carriesOf(rated: RatedCharge[]): UsageSnapshotsTable['carries'] {
  const used = rated.filter(({ buckets }) =>
    buckets.some(({ aggregation }) => !aggregation.currentUsageUnits.isZero()),
  );
  const grows = ({ charge }: RatedCharge) =>
    aggregationOf(charge.metric.aggregationType).isOverTime || (charge.metric.recurring && charge.prorated);
  if (used.some(grows)) return 'time';
  return used.some(({ charge }) => charge.metric.recurring) ? 'levels' : 'nothing';
}

/** Sums units and amounts of all charges by metric. */
export function totalsOf(rated: RatedCharge[]): UsageTotals {
  const totals: UsageTotals = {};
  for (const { charge, buckets } of rated) {
    const previous = totals[charge.metric.code] ?? { units: '0', amountCents: '0' };
    const units = sumOf(buckets.map(({ aggregation }) => aggregation.currentUsageUnits));
    const amountCents = buckets.reduce((sum, { fee }) => sum + fee.amountCents, BigInt(previous.amountCents));
    totals[charge.metric.code] = { units: units.plus(previous.units).toFixed(), amountCents: amountCents.toString() };
  }
  return totals;
}

/** The differences of totals. It leaves out metrics without a charge and metrics without a change. */
export function addedTotals(totals: UsageTotals, before: UsageTotals): UsageTotals {
  const added = Object.entries(totals).map(([code, { units, amountCents }]) => {
    const previous = before[code] ?? { units: '0', amountCents: '0' };
    return [
      code,
      {
        units: new Decimal(units).minus(previous.units).toFixed(),
        amountCents: (BigInt(amountCents) - BigInt(previous.amountCents)).toString(),
      },
    ] as const;
  });
  return Object.fromEntries(
    added.filter(([, { units, amountCents }]) => !new Decimal(units).isZero() || amountCents !== '0'),
  );
}

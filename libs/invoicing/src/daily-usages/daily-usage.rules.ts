import type { Instant } from '@tollgate/platform';
import {
  addDays,
  Decimal,
  endOfDate,
  formatDate,
  localDate,
  parseDate,
  startOfDate,
  sumOf,
  usagePeriod,
} from '@tollgate/rating';
import type { CustomerView, SubscriptionView } from '@tollgate/subscription/reader';
import type { RatedCharge } from '../line-items/rated-charge.js';
import type { UsageSnapshotsTable, UsageTotals } from '../tables/daily-usages.tables.js';

const HOUR = 3_600_000;

/** A subscription and who has it. */
export interface Used {
  subscription: SubscriptionView;
  customer: CustomerView;
}

/** The same with the days on which there were events. */
export interface UsedOn extends Used {
  used: Set<string>;
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

/** The last day that has ended wherever a customer may be: the last of them ends twelve hours behind UTC. */
export const lastDayOver = (now: Instant): string =>
  formatDate(addDays(parseDate(localDate(now - 12 * HOUR, 'UTC')), -1));
/** The last day that has ended anywhere: the first of them ends fourteen hours before UTC. */
export const lastDayAnywhere = (now: Instant): string =>
  formatDate(addDays(parseDate(localDate(now + 14 * HOUR, 'UTC')), -1));

/**
 * At which instant of a day its usage is looked at: at its end in the customer's time zone, or when the subscription ended on
 * it. Null where the day has not ended, or the subscription did not run on it.
 */
export function computationInstant({ subscription, customer }: Used, day: string, now: Instant): Instant | null {
  const end = endOfDate(parseDate(day), customer.timezone);
  const { startedAt, terminatedAt } = subscription.terms;
  if (end >= now || end < startedAt) return null;
  if (terminatedAt === null || terminatedAt >= end) return end;
  return localDate(terminatedAt, customer.timezone) === day ? terminatedAt : null;
}

/** Since when a day has ended wherever a customer may be. */
const endEverywhere = (day: string): Instant => startOfDate(parseDate(dayAfter(day)), 'UTC') + 12 * HOUR;
/** Since when a day is anywhere. */
const startAnywhere = (day: string): Instant => startOfDate(parseDate(day), 'UTC') - 14 * HOUR;

/** How far the usage of an organization was looked at. */
interface Progress {
  through: string;
  computedUntil: Date | null;
  owedFrom: string | null;
}

/** By the clock of the organization: every day that had ended by this instant, where its customer is, is kept. */
export function completeTo({ through, computedUntil, owedFrom }: Progress): Instant {
  const computed = Math.max(computedUntil?.getTime() ?? -Infinity, endEverywhere(through));
  return owedFrom === null ? computed : Math.min(computed, startAnywhere(owedFrom));
}

/** Whether usage of a day is other than that of the day before, though there was no event. */
export function changesWithoutEvents(
  { subscription, customer }: Used,
  carries: UsageSnapshotsTable['carries'],
  at: Instant,
): boolean {
  if (carries !== 'levels') return carries === 'time';
  const { from } = usagePeriod(subscription.terms, at, customer.timezone);
  return localDate(from, customer.timezone) === localDate(at, customer.timezone);
}

/** Whether some of these days are over and have something to look at: events, or what changes without. */
export const hasDaysToCompute = (used: UsedOn, lastSnapshot: LastSnapshot | undefined, days: string[], now: Instant): boolean =>
  days.some(
    (day) =>
      computationInstant(used, day, now) !== null && (used.used.has(day) || (lastSnapshot !== undefined && lastSnapshot.carries !== 'nothing')),
  );

/** What changes of usage without events, by its charges. */
export function carriesOf(rated: RatedCharge[]): UsageSnapshotsTable['carries'] {
  const used = rated.filter(({ buckets }) =>
    buckets.some(({ aggregation }) => !aggregation.currentUsageUnits.isZero()),
  );
  const grows = ({ charge }: RatedCharge) =>
    charge.metric.aggregationType === 'weighted_sum_agg' || (charge.metric.recurring && charge.prorated);
  if (used.some(grows)) return 'time';
  return used.some(({ charge }) => charge.metric.recurring) ? 'levels' : 'nothing';
}

/** Units and amounts of all charges of each metric. */
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

/** What was added to totals; a metric that is not charged any more is left out, and so is what stayed the same. */
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

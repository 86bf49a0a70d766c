import { ZERO } from '../decimal.js';
import { aggregationOf, type AggregationType } from '../aggregations/registry.js';
import type { DaysOfUnits } from '../aggregations/aggregation.js';
import type { Decimal } from '../decimal.js';

/** Days from the first to the one before `until`, as numbers: day 0 is the first day of the history. */
export interface DaySpan {
  readonly from: number;
  readonly until: number;
}

/** The usage of a metric by day (catalog, section 24). */
export interface UsageHistory {
  readonly days: DaysOfUnits;
  /** Units that each day added to its billing period, oldest first; the last one is the last known day. */
  readonly added: readonly Decimal[];
  /** The billing periods of these days, oldest first. The first may have begun before day 0, the last may still run. */
  readonly periods: readonly DaySpan[];
}

/** Most days of a history: two years. Older days have no effect on a forecast. */
export const MOST_HISTORY_DAYS = 730;

/** How the days of a metric make its periods. A recurring quantity goes on, unless its units are shares of time. */
export function daysOfMetric({
  aggregationType,
  recurring,
}: {
  aggregationType: AggregationType;
  recurring: boolean;
}): DaysOfUnits {
  const { ofDays, isOverTime } = aggregationOf(aggregationType);
  return recurring && !isOverTime ? 'level' : ofDays;
}

/** The history as it was before a day. */
export const historyBefore = ({ days, added, periods }: UsageHistory, day: number): UsageHistory => ({
  days,
  added: added.slice(0, Math.max(day, 0)),
  periods: periods.filter(({ from }) => from < day),
});

/** The periods that have ended, and whose days are all known. */
export const endedPeriods = ({ added, periods }: UsageHistory): DaySpan[] =>
  periods.filter(({ from, until }) => from >= 0 && until <= added.length);

/** The units of the days of a span, as far as they are known. */
export function unitsIn(added: readonly Decimal[], { from, until }: DaySpan): Decimal {
  let total = ZERO;
  for (let day = Math.max(from, 0); day < Math.min(until, added.length); day++) total = total.plus(added[day] ?? ZERO);
  return total;
}

/**
 * The level at the end of each day: what the days of its period have added so far. Until a period has usage of its own,
 * the level of the one before it goes on.
 */
export function levelsOf({ added, periods }: UsageHistory): Decimal[] {
  const starts = new Set(periods.map(({ from }) => from));
  const levels: Decimal[] = [];
  let inPeriod: Decimal | null = ZERO;
  for (const [day, units] of added.entries()) {
    if (starts.has(day)) inPeriod = null;
    const before = levels[day - 1] ?? ZERO;
    if (inPeriod === null && units.isZero()) {
      levels.push(before);
      continue;
    }
    inPeriod = (inPeriod ?? ZERO).plus(units);
    levels.push(inPeriod);
  }
  return levels;
}

import {
  daysOfMetric,
  Decimal,
  endedPeriods,
  forecastOfPast,
  forecastUnits,
  unitsIn,
  type DaySpan,
  type UnitsBand,
  type UnitsForecast,
  type UsageHistory,
} from '@tollgate/rating';
import type { MetricView } from '@tollgate/catalog/reader';

/** The known days of a subscription: days count from the first one. */
export interface KnownDays {
  /** The number of known days, and the day on which the subscription started. */
  count: number;
  startDay: number;
  /** The present day, which has not ended. */
  today: number;
  /** Ended periods and the running one, oldest first. */
  periods: DaySpan[];
  /** The running period and later ones. */
  coming: DaySpan[];
}

/** The usage of a metric: units by known day, and those of the running period so far. */
export interface MetricUsage {
  metric: MetricView;
  added: Decimal[];
  used: Decimal;
}

/** A forecast of the units of each coming period, and the one of an ended period at its start. */
export interface MetricForecast extends UnitsForecast {
  past(period: DaySpan): Decimal;
}

/** The units of a metric in the coming periods, which include the running one first (catalog, section 24). */
export function forecastMetric(usage: MetricUsage, days: KnownDays): MetricForecast {
  const shape = daysOfMetric(usage.metric);
  const isSum = shape === 'sum';
  // Only sums go on over a change of the plan, whose periods differ.
  const first = isSum ? 0 : Math.min(Math.max(days.startDay, 0), days.count);
  const shifted = (spans: DaySpan[]) => spans.map(({ from, until }) => ({ from: from - first, until: until - first }));
  const history = { days: shape, added: usage.added.slice(first), periods: shifted(days.periods) };
  const known = isSum ? history : withToday(history, usage.used, days.today - first);
  const forecast = forecastUnits(known, shifted(days.coming));
  const floor = isSum && !usage.added.some((units) => units.isNegative()) ? usage.used : null;
  return {
    ...forecast,
    periods: forecast.periods.map((band, place) => (place === 0 && floor ? atLeast(band, floor) : band)),
    past: (period) => {
      const [span] = shifted([period]) as [DaySpan];
      return forecastOfPast(history, span).periods[0]?.expected ?? new Decimal(0);
    },
  };
}

/** A level, or a highest value, is known today; the units so far stand for the days that are not stored yet. */
function withToday(history: UsageHistory, used: Decimal, today: number): UsageHistory {
  const running = history.periods.at(-1);
  if (!running || today < history.added.length) return history;
  const missing = Array.from({ length: today - history.added.length }, () => new Decimal(0));
  const known = unitsIn(history.added, running);
  return { ...history, added: [...history.added, ...missing, used.minus(known)] };
}

/** The units so far are the least that is expected. */
const atLeast = (band: UnitsBand, used: Decimal): UnitsBand => ({
  ...band,
  low: Decimal.max(band.low, used),
  expected: Decimal.max(band.expected, used),
  high: Decimal.max(band.high, used),
});

/** The last ended periods whose forecast had at least a week of days, oldest first. @param most their number */
export function periodsToCompare({ periods, count }: KnownDays, most: number): DaySpan[] {
  const added = Array.from({ length: count }, () => new Decimal(0));
  return endedPeriods({ days: 'sum', added, periods })
    .filter(({ from }) => from >= 7)
    .slice(-most);
}

import { Decimal, ZERO, ceilTo, sumOf } from '../decimal.js';
import { SECOND } from '../periods/local-time.js';
import { eventsPrice, eventsWithin, valued } from './events.js';
import { roundedUnits } from './rounding.js';
import type { AggregatedUsage, HeldLevel, MetricTerms, UsageEvent, UsageWindow } from './usage.js';

export interface WeightedWindow extends UsageWindow {
  /** Days of the full period. */
  readonly durationDays: number;
  /** Level at the end of the last billed period; counts for recurring metrics only. */
  readonly carriedUnits: Decimal;
}

const MICROS_PER_MILLISECOND = 1_000;
const MICROS_PER_DAY = 86_400_000_000;
const DECIMALS = 20;

/**
 * Average level over the full period: each level times its duration (metering, section 4.3). `totalAggregatedUnits` is
 * the closing level, which a recurring metric carries into the next period.
 */
export function weightedSum(
  metric: MetricTerms,
  events: readonly UsageEvent[],
  window: WeightedWindow,
): AggregatedUsage {
  const counted = valued(eventsWithin(events, window));
  const start = metric.recurring ? window.carriedUnits : ZERO;
  // Holding each value from its event to the end equals holding each level until the next event.
  const end = levelEnd(window.to);
  const unitMicros = sumOf(
    counted.map(({ number, timestampMicros }) => number.times(Math.max(end - timestampMicros, 0))),
  );
  const rounded = roundedUnits(weightedUnits(start, unitMicros, window), metric);
  return {
    ...rounded,
    heldLevel: heldLevel(start, unitMicros, window),
    currentUsageUnits: rounded.units,
    totalAggregatedUnits: start.plus(sumOf(counted.map(({ number }) => number))),
    eventsCount: counted.length,
    runningTotal: [],
    eventValues: counted.map(({ number }) => number),
    eventsPriceCents: eventsPrice(counted),
  };
}

/** The level holds until the end of the period, rounded up to the full second, in microseconds. */
const levelEnd = (to: number): number => Math.ceil(to / SECOND) * SECOND * MICROS_PER_MILLISECOND;

/**
 * Units of a period: the opening level over the whole period, plus the events. `unitMicros` are the events' values,
 * each times the remaining microseconds of the period.
 */
export function weightedUnits(
  start: Decimal,
  unitMicros: Decimal,
  window: Omit<WeightedWindow, 'carriedUnits'>,
): Decimal {
  const { opening, openingMicros, periodMicros } = heldLevel(start, unitMicros, window);
  return ceilTo(opening.times(openingMicros).plus(unitMicros).div(periodMicros), DECIMALS);
}

/** The parts of a weighted sum: the same as `weightedUnits` divides. */
export function heldLevel(
  opening: Decimal,
  unitMicros: Decimal,
  { from, to, durationDays }: Omit<WeightedWindow, 'carriedUnits'>,
): HeldLevel {
  return {
    opening,
    openingMicros: Math.max(levelEnd(to) - from * MICROS_PER_MILLISECOND, 0),
    unitMicros,
    periodMicros: new Decimal(durationDays).times(MICROS_PER_DAY),
  };
}

/** Level before a period when nothing has been billed yet: all earlier events. */
export function levelBefore(events: readonly UsageEvent[], from: number): Decimal {
  return sumOf(
    valued(events.filter((event) => event.timestampMicros < from * MICROS_PER_MILLISECOND)).map(({ number }) => number),
  );
}

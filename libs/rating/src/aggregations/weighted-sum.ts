import { Decimal, ZERO, ceilTo, sumOf } from '../decimal.js';
import { SECOND } from '../periods/local-time.js';
import { eventsPrice, eventsWithin, valued } from './events.js';
import { roundUnits } from './rounding.js';
import type { Aggregation, Metric, UsageEvent, UsageWindow } from './types.js';

export interface WeightedWindow extends UsageWindow {
  /** Days of the full period. */
  readonly durationDays: number;
  /** Level at the end of the last billed period; counts for recurring metrics only. */
  readonly carriedUnits: Decimal;
}

const MICROS_PER_MILLISECOND = 1_000;
const MICROS_PER_DAY = 86_400_000_000;
const KEPT_DECIMALS = 20;

/**
 * Average level over the full period: each level times the time it was held (metering, section 4.3).
 * `totalAggregatedUnits` is the closing level, to be carried into the next period of a recurring metric.
 */
export function weightedSum(metric: Metric, events: readonly UsageEvent[], window: WeightedWindow): Aggregation {
  const counted = valued(eventsWithin(events, window));
  let level = metric.recurring ? window.carriedUnits : ZERO;
  let since = window.from * MICROS_PER_MILLISECOND;
  let unitMicros = ZERO;
  const hold = (until: number): void => {
    unitMicros = unitMicros.plus(level.times(Math.max(until - since, 0)));
    since = Math.max(until, since);
  };
  for (const { number, timestampMicros } of counted) {
    hold(timestampMicros);
    level = level.plus(number);
  }
  hold(Math.ceil(window.to / SECOND) * SECOND * MICROS_PER_MILLISECOND);
  const units = roundUnits(ceilTo(unitMicros.div(new Decimal(window.durationDays).times(MICROS_PER_DAY)), KEPT_DECIMALS), metric);
  return {
    units,
    currentUsageUnits: units,
    totalAggregatedUnits: level,
    eventsCount: counted.length,
    runningTotal: [],
    eventValues: counted.map(({ number }) => number),
    eventsPriceCents: eventsPrice(counted),
  };
}

/** Level before a period when nothing was billed yet: all that happened before it. */
export function levelBefore(events: readonly UsageEvent[], from: number): Decimal {
  return sumOf(valued(events.filter((event) => event.timestampMicros < from * MICROS_PER_MILLISECOND)).map(({ number }) => number));
}

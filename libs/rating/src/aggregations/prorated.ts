import type { Instant } from '../periods/local-time.js';
import { ceilTo, sumOf, type Decimal } from '../decimal.js';
import { countedDay, dayAfterPeriod, type CountedPeriod } from '../periods/billed-days.js';
import { eventsPrice, eventsUntil } from './events.js';
import { PRORATED_PLACES, type DatedMovement, type ProratedWindow } from './prorated-units.js';
import { aggregationOf } from './registry.js';
import { roundUnits } from './rounding.js';
import { sum } from './sum/aggregation.js';
import { joinUnitDays, type UnitDays } from './unit-days.js';
import type { Metric } from './types.js';
import type { AggregatedUsage, UsageEvent } from './usage.js';

export type { DatedMovement, ProratedWindow } from './prorated-units.js';

export interface ProratedAggregation extends AggregatedUsage {
  readonly fullUnits: Decimal;
  /** The single changes, for graduated prices (metering, section 5.9). */
  readonly movements: readonly DatedMovement[];
  readonly proration: Proration;
}

/** How units were prorated: the sum of their units × days, by the days of the full period (metering, section 4.4). */
export interface Proration {
  /** The prorated units. */
  readonly units: Decimal;
  readonly durationDays: number;
  readonly parts: readonly UnitDays[];
}

/** Units weighted by their share of the period: recurring sum and unique count (metering, section 4.4). */
export function aggregateProrated(
  metric: Metric,
  events: readonly UsageEvent[],
  window: ProratedWindow,
): ProratedAggregation {
  const seen = eventsUntil(events, window.to);
  // A charge may be older than the aggregation of its metric; it then counts values like a sum.
  const { units: prorate } = aggregationOf(metric.aggregationType).prorated ?? sum.prorated;
  const result = prorate(seen, window);
  const fullUnits = roundUnits(sumOf(result.movements.map(({ units }) => units)), metric);
  const units = roundUnits(result.units, metric);
  return {
    units,
    fullUnits,
    currentUsageUnits: fullUnits,
    totalAggregatedUnits: fullUnits,
    eventsCount: result.eventsCount,
    runningTotal: [],
    eventValues: [],
    eventsPriceCents: eventsPrice(seen),
    movements: result.movements,
    proration: { units, durationDays: window.durationDays, parts: joinUnitDays(result.parts) },
  };
}

/** How the units of a single event paid in advance are prorated. */
export function prorationOfEvent(units: Decimal, eventAt: number, window: ProratedWindow): Proration {
  const days = daysOfEvent(eventAt, window);
  const part = { units, firstDay: countedDay(eventAt, window), days, carried: false };
  return {
    units: proratedIncrement(units, eventAt, window),
    durationDays: window.durationDays,
    parts: joinUnitDays([part]),
  };
}

/** Local days of a single event paid in advance, to the end of its period (metering, section 4.4). */
export function daysOfEvent(eventAt: Instant, period: CountedPeriod): number {
  const days = dayAfterPeriod(period) - countedDay(eventAt, period);
  return Math.min(Math.max(days, 0), period.durationDays);
}

/** Units of a single event paid in advance, for the remaining days (metering, section 4.4). */
export function proratedIncrement(units: Decimal, eventAt: number, window: ProratedWindow): Decimal {
  const days = daysOfEvent(eventAt, window);
  return ceilTo(units.times(days).div(window.durationDays), PRORATED_PLACES);
}

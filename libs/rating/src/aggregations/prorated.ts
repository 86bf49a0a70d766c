import type { Instant } from '../periods/local-time.js';
import { Decimal, ZERO, ceilTo, sumOf } from '../decimal.js';
import { billedDays, countedDay, dayAfterPeriod, type CountedPeriod } from '../periods/billed-days.js';
import { eventInstant, eventsPrice, eventsUntil, valued } from './events.js';
import { presences, presentDays } from './presence.js';
import { roundUnits } from './rounding.js';
import { joinUnitDays, type DaysOfUnits, type UnitDays } from './unit-days.js';
import type { Movement } from '../charge-models/types.js';
import type { ValuedEvent } from './events.js';
import type { Aggregation, Metric, UsageEvent, UsageWindow } from './types.js';

/** The period of proration. */
export interface ProratedWindow extends UsageWindow, CountedPeriod {}

export interface ProratedAggregation extends Aggregation {
  readonly fullUnits: Decimal;
  /** The single changes, for graduated prices (metering, section 5.9). */
  readonly movements: readonly DatedMovement[];
  readonly proration: Proration;
}

/** A change of the quantity, and the days of the period for which it counts. */
export interface DatedMovement extends Movement {
  readonly days: number;
}

/** How units were prorated: the sum of their units × days, by the days of the full period (metering, section 4.4). */
export interface Proration {
  /** The prorated units. */
  readonly units: Decimal;
  readonly durationDays: number;
  readonly parts: readonly UnitDays[];
}

/** Decimals to which prorated units are rounded up. */
export const PRORATED_PLACES = 5;

/** Units weighted by their share of the period: recurring sum and unique count (metering, section 4.4). */
export function aggregateProrated(
  metric: Metric,
  events: readonly UsageEvent[],
  window: ProratedWindow,
): ProratedAggregation {
  const seen = eventsUntil(events, window.to);
  const result =
    metric.aggregationType === 'unique_count_agg' ? presentUnits(seen, window) : summedUnits(valued(seen), window);
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

const ONE = new Decimal(1);

interface ProratedUnits {
  readonly units: Decimal;
  readonly eventsCount: number;
  readonly movements: readonly DatedMovement[];
  readonly parts: readonly DaysOfUnits[];
}

// Units from before the period count for its billed days, each later value from its own day on.
function summedUnits(events: readonly ValuedEvent[], window: ProratedWindow): ProratedUnits {
  const { from, durationDays } = window;
  const carried = sumOf(events.filter((event) => eventInstant(event) < from).map(({ number }) => number));
  const end = dayAfterPeriod(window);
  const parts = events
    .filter((event) => eventInstant(event) >= from)
    .map((event): DaysOfUnits => {
      const firstDay = countedDay(eventInstant(event), window);
      const days = Math.min(Math.max(end - firstDay, 0), durationDays);
      return { units: event.number, firstDay, days, carried: false };
    });
  if (!carried.isZero())
    parts.unshift({ units: carried, firstDay: countedDay(from, window), days: billedDays(window), carried: true });
  const movements = parts.map(({ units, days }) => movement(units, days, durationDays));
  // Adding the numerators before dividing prevents an infinite quotient from changing the rounding up.
  const unitDays = sumOf(movements.map(({ unitDays: days }) => days));
  return { units: ceilTo(unitDays.div(durationDays), PRORATED_PLACES), eventsCount: events.length, movements, parts };
}

function movement(units: Decimal, days: number, durationDays: number): DatedMovement & { readonly unitDays: Decimal } {
  const unitDays = units.times(days);
  return { units, days, proratedUnits: unitDays.div(durationDays), unitDays };
}

interface TimedMovement extends DatedMovement {
  readonly at: Instant;
}

function presentUnits(events: readonly UsageEvent[], window: ProratedWindow): ProratedUnits {
  const { from, durationDays, timezone } = window;
  let totalDays = 0;
  const movements: TimedMovement[] = [];
  const parts: DaysOfUnits[] = [];
  for (const presence of presences(events, timezone)) {
    const days = presentDays(presence, window);
    totalDays += days;
    const carried = presence.addedAt < from;
    parts.push({ units: ONE, firstDay: countedDay(carried ? from : presence.addedAt, window), days, carried });
    movements.push({
      at: presence.addedAt,
      units: ONE,
      days,
      proratedUnits: ceilTo(new Decimal(days).div(durationDays), PRORATED_PLACES),
    });
    if (presence.removedAt !== null)
      movements.push({ at: presence.removedAt, units: new Decimal(-1), days: 0, proratedUnits: ZERO });
  }
  movements.sort((a, b) => a.at - b.at);
  const units = ceilTo(new Decimal(totalDays).div(durationDays), PRORATED_PLACES);
  // The count of events is that of the prorated units, truncated to an integer.
  return { units, eventsCount: units.trunc().toNumber(), movements, parts };
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

import { eventsPrice, eventsUntil, eventsWithin } from './events.js';
import { roundedUnits } from './rounding.js';
import type { Allowance } from '../charge-models/running-total.js';
import type { OnePerUnit } from '../charge-models/types.js';
import type { Decimal } from '../decimal.js';
import type { Aggregation } from './aggregation.js';
import type { UsageEvent } from './usage.js';

/** The units of an aggregation, before the rounding of its metric, and the values behind them. */
export interface Found {
  readonly units: Decimal;
  readonly eventsCount: number;
  readonly runningTotal?: readonly Decimal[] | OnePerUnit;
  readonly eventValues: readonly Decimal[] | OnePerUnit;
}

/** Events of which none is left out. */
export const all = (events: readonly UsageEvent[]): readonly UsageEvent[] => events;

/**
 * Aggregates the events of a period, or all up to its end if the metric is recurring, and rounds once (metering,
 * section 4).
 * @param counting selects the events that count
 * @param find its arguments are the counted events, those of the period among them, and the free units
 */
export const ofPeriod =
  <E extends UsageEvent>(
    counting: (events: readonly UsageEvent[]) => readonly E[],
    find: (counted: readonly E[], period: readonly E[], free: Allowance) => Found,
  ): Aggregation['aggregate'] =>
  (metric, events, window, free) => {
    const period = eventsWithin(events, window);
    const counted = counting(metric.recurring ? eventsUntil(events, window.to) : period);
    const found = find(counted, counting(period), free);
    const rounded = roundedUnits(found.units, metric);
    return {
      ...rounded,
      currentUsageUnits: rounded.units,
      totalAggregatedUnits: rounded.units,
      eventsCount: found.eventsCount,
      runningTotal: found.runningTotal ?? [],
      eventValues: found.eventValues,
      eventsPriceCents: eventsPrice(counted),
    };
  };

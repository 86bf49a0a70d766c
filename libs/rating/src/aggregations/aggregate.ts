import { Decimal, ONE, ZERO, sumOf } from '../decimal.js';
import { hasAllowance, runningTotal } from '../charge-models/running-total.js';
import { byTime, countedBy, eventsPrice, eventsUntil, eventsWithin, valued } from './events.js';
import { roundedUnits } from './rounding.js';
import { presenceChanges } from './unique-values.js';
import type { Allowance } from '../charge-models/running-total.js';
import type { OnePerUnit } from '../charge-models/types.js';
import type { ValuedEvent } from './events.js';
import type { Aggregation, Metric, UsageEvent, UsageWindow } from './types.js';

const NOTHING_FREE: Allowance = { events: 0, total: ZERO };

interface Found {
  readonly units: Decimal;
  readonly eventsCount: number;
  readonly runningTotal?: readonly Decimal[] | OnePerUnit;
  readonly eventValues: readonly Decimal[] | OnePerUnit;
}

/**
 * Aggregates the events of one bucket over a period (metering, section 4): count, sum, max, latest and unique count.
 * `free` is the allowance of a percentage charge, which limits the running total. The weighted sum and prorated charges
 * have their own functions, because they need the period's length.
 */
export function aggregate(
  metric: Metric,
  events: readonly UsageEvent[],
  window: UsageWindow,
  free: Allowance = NOTHING_FREE,
): Aggregation {
  const seen = metric.recurring ? eventsUntil(events, window.to) : eventsWithin(events, window);
  const counted = countedBy(metric.aggregationType, seen);
  const aggregated = find(metric, counted, eventsWithin(events, window), free);
  const rounded = roundedUnits(aggregated.units, metric);
  const { units } = rounded;
  return {
    ...rounded,
    currentUsageUnits: units,
    totalAggregatedUnits: units,
    eventsCount: aggregated.eventsCount,
    runningTotal: aggregated.runningTotal ?? [],
    eventValues: aggregated.eventValues,
    eventsPriceCents: eventsPrice(counted),
  };
}

function find({ aggregationType }: Metric, counted: UsageEvent[], period: UsageEvent[], free: Allowance): Found {
  switch (aggregationType) {
    case 'count_agg':
      return {
        units: new Decimal(counted.length),
        eventsCount: counted.length,
        runningTotal: hasAllowance(free) ? 'one_per_unit' : [],
        eventValues: 'one_per_unit',
      };
    case 'unique_count_agg':
      return uniqueCount(counted, period, free);
    case 'sum_agg':
      return sum(valued(counted), valued(period), free);
    case 'max_agg':
      return max(valued(counted));
    case 'latest_agg':
      return latest(valued(counted));
    case 'weighted_sum_agg':
      throw new Error('a weighted sum is aggregated over time: use weightedSum');
  }
}

function uniqueCount(counted: UsageEvent[], period: UsageEvent[], free: Allowance): Found {
  const units = presenceChanges(counted).reduce((total, { change }) => total + change, 0);
  return {
    units: new Decimal(units),
    eventsCount: units,
    runningTotal: hasAllowance(free) ? 'one_per_unit' : [],
    eventValues: period.map(() => ONE),
  };
}

function sum(counted: ValuedEvent[], period: ValuedEvent[], free: Allowance): Found {
  return {
    units: sumOf(counted.map(({ number }) => number)),
    eventsCount: counted.length,
    runningTotal: runningTotal(
      counted.map(({ number }) => number),
      free,
    ),
    eventValues: period.map(({ number }) => number),
  };
}

function max(counted: ValuedEvent[]): Found {
  const [first] = counted;
  if (!first) return { units: ZERO, eventsCount: 0, eventValues: [] };
  const holder = counted.reduce((best, event) => (event.number.gt(best.number) ? event : best), first);
  const eventValues = counted.map((event) => (event === holder ? event.number : ZERO));
  return { units: holder.number, eventsCount: counted.length, eventValues };
}

function latest(counted: ValuedEvent[]): Found {
  const last = [...counted].sort(byTime).at(-1);
  const units = last && last.number.gt(0) ? last.number : ZERO;
  return { units, eventsCount: counted.length, eventValues: counted.map(({ number }) => number) };
}

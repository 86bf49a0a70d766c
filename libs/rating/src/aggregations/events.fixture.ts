import { ZERO } from '../decimal.js';
import { aggregationOf, type AggregationType } from './registry.js';
import type { Aggregation } from './aggregation.js';
import type { AggregatedUsage, MetricTerms, UsageEvent } from './usage.js';

/** March of 2024 in UTC. */
export const march = {
  from: Date.UTC(2024, 2, 1),
  to: Date.UTC(2024, 3, 1) - 1,
  durationDays: 31,
  timezone: 'UTC',
};

/** An event on a day of March, 0 and below before it; later ones of a list are received later. */
export const on = (day: number, value: string | null, operationType?: 'add' | 'remove'): UsageEvent => ({
  transactionId: `${day} ${value}`,
  timestampMicros: Date.UTC(2024, 2, day) * 1_000,
  receivedAtMicros: 0,
  value,
  operationType: operationType ?? null,
});

/** The usage of March. */
export function used(
  name: AggregationType,
  events: UsageEvent[],
  terms: Partial<MetricTerms> = {},
  carriedUnits = ZERO,
): AggregatedUsage {
  const metric = { recurring: false, roundingFunction: null, roundingPrecision: null, ...terms };
  const received = events.map((event, index) => ({ ...event, receivedAtMicros: index }));
  return aggregationOf(name).aggregate(metric, received, { ...march, carriedUnits }, { events: 0, total: ZERO });
}

/** Units and the count of events. */
export const counted = ({ units, eventsCount }: AggregatedUsage): [string, number] => [units.toFixed(), eventsCount];

/** The units that events in advance bill, one after another, and whether each is priced. */
export function billed(
  { inAdvance }: Aggregation,
  events: [value: string | null, step?: 1 | 0 | -1][],
): [units: number, priced: boolean][] {
  let state: Parameters<NonNullable<typeof inAdvance>['bill']>[0] = null;
  return events.map(([value, step = 0]) => {
    const amount = inAdvance?.amount(value, step);
    if (!inAdvance || !amount) return [0, false];
    const after = inAdvance.bill(state, amount, step);
    state = after.state;
    return [after.billedUnits.toNumber(), after.priced];
  });
}

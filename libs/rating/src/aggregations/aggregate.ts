import { ZERO } from '../decimal.js';
import { aggregationOf } from './registry.js';
import type { Allowance } from '../charge-models/running-total.js';
import type { Metric } from './types.js';
import type { AggregatedUsage, AggregatedWindow, UsageEvent } from './usage.js';

const NOTHING_FREE: Allowance = { events: 0, total: ZERO };

/**
 * Aggregates the events of one bucket over a period (metering, section 4). `free` is the allowance of a percentage
 * charge, which limits the running total. Prorated charges have a function of their own.
 */
export const aggregate = (
  metric: Metric,
  events: readonly UsageEvent[],
  window: AggregatedWindow,
  free: Allowance = NOTHING_FREE,
): AggregatedUsage => aggregationOf(metric.aggregationType).aggregate(metric, events, window, free);

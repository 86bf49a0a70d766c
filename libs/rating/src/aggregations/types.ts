import type { AggregationType } from './registry.js';
import type { MetricTerms } from './usage.js';

export type { AggregationType } from './registry.js';
export type { AggregatedUsage, HeldLevel, RoundingFunction, UsageEvent, UsageWindow } from './usage.js';

export interface Metric extends MetricTerms {
  readonly aggregationType: AggregationType;
}

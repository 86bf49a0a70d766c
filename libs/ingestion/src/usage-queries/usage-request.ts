import type { MetricView } from '@tollgate/catalog/reader';
import type { Aggregation, Allowance, Decimal, ResolvedFilter } from '@tollgate/rating';

/** Whose usage, and of which time: Unix milliseconds, both inclusive. */
export interface UsageOf {
  organizationId: string;
  externalSubscriptionId: string;
  from: number;
  to: number;
  /** From when on events with a fraction of a second count, where that is behind `from`, itself a whole second. */
  fractionsFrom?: number;
}

/** The events of one filter of a charge, or of none, split by properties (metering, section 6). */
export interface UsagePart {
  /** Null: the events that no filter of the request takes. */
  filter: ResolvedFilter<string> | null;
  groupKeys: string[];
  /** Free units of a percentage charge. */
  free?: Allowance;
  /** Whether amounts per transaction need the single values. */
  needsEventValues?: boolean;
  /** Whether the events themselves say what they cost (`precise_total_amount_cents`); else that is not even read. */
  needsPrices?: boolean;
}

/** Only events whose property has one of these texts. */
export interface UsageRestriction {
  key: string;
  values: string[];
}

/** What a weighted sum needs besides events (metering, section 4.3). */
export interface OpeningBalances {
  /** Days of the full period. */
  durationDays: number;
  /** Unix milliseconds: what came from here on is not in `levels`. */
  since: number;
  /** Levels as last billed. */
  levels: { filterId: string | null; groupedBy: GroupedBy; level: Decimal }[];
}

/** What to aggregate: one metric, in the parts of a charge. */
export interface AggregationRequest {
  metric: MetricView;
  parts: UsagePart[];
  only?: UsageRestriction[];
  /** For weighted sums. */
  carried?: OpeningBalances;
}

export type GroupedBy = Record<string, string | null>;

/** What was used of one part in one group. Groups without events are not told of, unless a level is carried into them. */
export interface AggregatedGroup {
  filterId: string | null;
  groupedBy: GroupedBy;
  aggregation: Aggregation;
}

/** What a query reads: usage of one subscription, or of many of an organization, each of its own time and there once. */
export interface UsageScope {
  usages: UsageOf[];
  /** From when on the events of each are read (Unix milliseconds): all of its period, or more. */
  since: number[];
  /** Whether a column `subscription` tells whose a row is. */
  isOfMany: boolean;
}

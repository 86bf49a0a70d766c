import type { MetricView } from '@tollgate/catalog/reader';
import type { AggregatedUsage, Allowance, Decimal, ResolvedFilter } from '@tollgate/rating';

/** Selects the usage of a subscription in a time: Unix milliseconds, both inclusive. */
export interface UsageOf {
  organizationId: string;
  externalSubscriptionId: string;
  from: number;
  to: number;
  /** From when events with a fraction of a second count, if that is after `from`, itself a whole second. */
  fractionsFrom?: number;
}

/** The events of one filter of a charge, or of none, split by properties (metering, section 6). */
export interface UsagePart {
  /** Null selects the events that no filter of the request takes. */
  filter: ResolvedFilter<string> | null;
  groupKeys: string[];
  /** Free units of a percentage charge. */
  free?: Allowance;
  /** Whether amounts per transaction need the single values. */
  needsEventValues?: boolean;
  /** Whether events state their own price (`precise_total_amount_cents`); otherwise the query does not read it. */
  needsPrices?: boolean;
}

/** Restricts to events whose property has one of these texts. */
export interface UsageRestriction {
  key: string;
  values: string[];
}

/** Input of a weighted sum beyond its events (metering, section 4.3). */
export interface OpeningBalances {
  /** Days of the full period. */
  durationDays: number;
  /** Unix milliseconds; `levels` exclude events from here on. */
  since: number;
  /** Levels as last billed. */
  levels: { filterId: string | null; groupedBy: GroupedBy; level: Decimal }[];
}

/** An aggregation: one metric, in the parts of a charge. */
export interface AggregationRequest {
  metric: MetricView;
  parts: UsagePart[];
  only?: UsageRestriction[];
  /** For weighted sums. */
  carried?: OpeningBalances;
}

export type GroupedBy = Record<string, string | null>;

/** The usage of one part in one group. Groups without events are absent, unless they carry a level over. */
export interface AggregatedGroup {
  filterId: string | null;
  groupedBy: GroupedBy;
  aggregation: AggregatedUsage;
}

/** The usage that a query reads: one subscription, or many of an organization, each once and with its own time. */
export interface UsageScope {
  usages: UsageOf[];
  /** From when the query reads each one's events (Unix milliseconds): its period, or more. */
  since: number[];
  /** Whether a column `subscription` identifies the subscription of a row. */
  isOfMany: boolean;
}

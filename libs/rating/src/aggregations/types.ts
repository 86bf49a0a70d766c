import type { Decimal } from '../decimal.js';
import type { OnePerUnit } from '../charge-models/types.js';
import type { Instant } from '../periods/local-time.js';

export type AggregationType =
  'count_agg' | 'sum_agg' | 'max_agg' | 'unique_count_agg' | 'weighted_sum_agg' | 'latest_agg';
export type RoundingFunction = 'round' | 'ceil' | 'floor';

export interface Metric {
  readonly aggregationType: AggregationType;
  readonly recurring: boolean;
  readonly roundingFunction: RoundingFunction | null;
  /** Decimals to round to; null is 0, negative rounds to tens and hundreds. */
  readonly roundingPrecision: number | null;
}

/** A usage event as far as an aggregation looks at it. */
export interface UsageEvent {
  readonly transactionId: string;
  /** Unix microseconds, UTC, an integer. */
  readonly timestampMicros: number;
  /** Unix microseconds at which it was received. */
  readonly receivedAtMicros: number;
  /** Text form of the metric's field; null where it is missing. */
  readonly value: string | null;
  /** `add` unless it says `remove`. */
  readonly operationType?: string | null;
  /** Price that the event brings, in cents (dynamic model). */
  readonly preciseTotalAmountCents?: Decimal | null;
}

/** Period of the usage, milliseconds UTC, both ends inclusive. */
export interface UsageWindow {
  readonly from: Instant;
  readonly to: Instant;
}

/** What an aggregation found in one bucket. */
export interface Aggregation {
  /** The priced quantity. */
  readonly units: Decimal;
  /** The quantity without proration, where prorated. */
  readonly fullUnits?: Decimal;
  /** The quantity shown in current usage. */
  readonly currentUsageUnits: Decimal;
  readonly eventsCount: number;
  readonly totalAggregatedUnits: Decimal;
  readonly runningTotal: readonly Decimal[] | OnePerUnit;
  readonly eventValues: readonly Decimal[] | OnePerUnit;
  /** Sum of the events' own prices in cents. */
  readonly eventsPriceCents: Decimal;
}

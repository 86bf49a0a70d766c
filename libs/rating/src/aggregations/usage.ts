import type { Decimal } from '../decimal.js';
import type { OnePerUnit } from '../charge-models/types.js';
import type { Instant } from '../periods/local-time.js';

export type RoundingFunction = 'round' | 'ceil' | 'floor';

/** The terms of a metric besides its aggregation. */
export interface MetricTerms {
  readonly recurring: boolean;
  readonly roundingFunction: RoundingFunction | null;
  /** Decimals to round to; null is 0, negative rounds to tens and hundreds. */
  readonly roundingPrecision: number | null;
}

/** A usage event with the fields that aggregations use. */
export interface UsageEvent {
  readonly transactionId: string;
  /** Unix microseconds, UTC, an integer. */
  readonly timestampMicros: number;
  /** Unix microseconds of its reception. */
  readonly receivedAtMicros: number;
  /** Text of the metric's field; null when it is missing. */
  readonly value: string | null;
  /** `add` unless it says `remove`. */
  readonly operationType?: string | null;
  /** The event's own price, in cents (dynamic model). */
  readonly preciseTotalAmountCents?: Decimal | null;
}

/** Period of the usage, milliseconds UTC, both ends inclusive. */
export interface UsageWindow {
  readonly from: Instant;
  readonly to: Instant;
}

/** The period of an aggregation, with what weighted sums need of it. */
export interface AggregatedWindow extends UsageWindow {
  /** Days of the full period. */
  readonly durationDays?: number;
  /** Level at the end of the last billed period; absent: 0. */
  readonly carriedUnits?: Decimal;
}

/** How a weighted sum came about (metering, section 4.3). Values times microseconds, by those of the full period. */
export interface HeldLevel {
  /** The level at the start of the period. */
  readonly opening: Decimal;
  /** Microseconds for which the opening level counts. */
  readonly openingMicros: number;
  /** Values of the events, each times the remaining microseconds of the period. */
  readonly unitMicros: Decimal;
  /** Microseconds of the full period. */
  readonly periodMicros: Decimal;
}

/** The aggregated events of one bucket. */
export interface AggregatedUsage {
  /** The priced quantity. */
  readonly units: Decimal;
  /** The quantity without proration, for prorated charges. */
  readonly fullUnits?: Decimal;
  /** The quantity shown in current usage. */
  readonly currentUsageUnits: Decimal;
  readonly eventsCount: number;
  readonly totalAggregatedUnits: Decimal;
  readonly runningTotal: readonly Decimal[] | OnePerUnit;
  readonly eventValues: readonly Decimal[] | OnePerUnit;
  /** Sum of the events' own prices in cents. */
  readonly eventsPriceCents: Decimal;
  /** The units before the rounding of the metric; absent without a rounding. */
  readonly unroundedUnits?: Decimal;
  /** For weighted sums only. */
  readonly heldLevel?: HeldLevel;
}

import type { ChargeFilterView, ChargeView } from '@tollgate/catalog/reader';
import type { Aggregation, ChargeFee } from '@tollgate/rating';

/** What of a subscription's usage is rated: Unix milliseconds, both inclusive. */
export interface RatedPeriod {
  from: number;
  to: number;
  /** Days of the full period. */
  durationDays: number;
  timezone: string;
  endedByUpgrade: boolean;
}

/** One priced part of a charge: the events of a filter (or of none), of one pricing group (metering, section 5.13). */
export interface RatedBucket {
  /** Null for the bucket of events that match no filter. */
  filter: ChargeFilterView | null;
  groupedBy: Record<string, string | null>;
  aggregation: Aggregation;
  fee: ChargeFee;
}

/** A charge with all its buckets, used or not. */
export interface RatedCharge {
  charge: ChargeView;
  buckets: RatedBucket[];
}

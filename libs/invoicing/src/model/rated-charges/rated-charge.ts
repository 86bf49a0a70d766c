import type { Instant } from '@tollgate/platform';
import type { ChargeFilterView, ChargeView } from '@tollgate/catalog/reader';
import type { GroupedBy, UsageOf } from '@tollgate/ingestion/reader';
import {
  Decimal,
  type AggregatedUsage,
  type ChargeFee,
  type HighWater,
  type PricedCharge,
  type ProratedAggregation,
} from '@tollgate/rating';
import type { UsedSubscriptionView } from '@tollgate/subscription/reader';
import type { UsageReading } from '../fee-inputs/charge-inputs.js';

/** The subscription whose usage is rated. */
export interface RatedSubscription {
  organizationId: string;
  id: string;
  externalSubscriptionId: string;
  currency: string;
  /** Unix milliseconds. */
  startedAt: Instant;
  /** The earlier instant from which events without a fraction of a second count; null without one. */
  firstSecond: Instant | null;
  /** Whether another subscription with the same external id started before it. */
  followsAnother: boolean;
}

export const ratedSubscription = (
  organizationId: string,
  { id, externalId, plan, agreement, firstSecond, followsAnother }: UsedSubscriptionView,
): RatedSubscription => ({
  organizationId,
  id,
  externalSubscriptionId: externalId,
  currency: plan.currency,
  startedAt: agreement.startedAt,
  firstSecond,
  followsAnother,
});

/** The rated part of a subscription's usage: Unix milliseconds, both inclusive. */
export interface RatedPeriod {
  from: number;
  to: number;
  /** Days of the full period. */
  durationDays: number;
  /** The local day, since 1970, on which the full period begins; absent: that of `from`. */
  firstDay?: number;
  timezone: string;
  endedByUpgrade: boolean;
}

/**
 * The subscription and time range of a usage query: at a start, from the beginning of its second (metering, section
 * 3.2).
 */
export const usageOf = (
  {
    organizationId,
    externalSubscriptionId,
    startedAt,
    firstSecond,
  }: Omit<RatedSubscription, 'id' | 'currency' | 'followsAnother'>,
  { from, to }: Pick<RatedPeriod, 'from' | 'to'>,
): UsageOf => ({
  organizationId,
  externalSubscriptionId,
  ...(firstSecond !== null && from === startedAt ? { from: firstSecond, fractionsFrom: from } : { from }),
  to,
});

/** Units of a bucket, split by properties without effect on the price (metering, section 6.3). */
export interface PresentedUnits {
  by: GroupedBy;
  units: Decimal;
}

/** One priced part of a charge: the events of a filter (or of none) and one pricing group (metering, section 5.13). */
export interface RatedBucket {
  /** Null for the bucket of events that match no filter. */
  filter: ChargeFilterView | null;
  groupedBy: GroupedBy;
  aggregation: AggregatedUsage | ProratedAggregation;
  fee: ChargeFee;
  presentation: PresentedUnits[];
  reading: UsageReading;
  /** The units that its events have billed; absent for charges in arrears. */
  billed?: BilledUnits;
}

/** The units of a charge in advance that its events have billed so far. */
export interface BilledUnits {
  /** The running and the highest total; null before the first event of the period. */
  state: HighWater | null;
  /** Prorated if the charge is. */
  units: Decimal;
  /** Days from the start of the period to its end, and of the full period. */
  days: number;
  periodDays: number;
}

/** A charge with all its buckets, used or not. */
export interface RatedCharge {
  charge: ChargeView;
  buckets: RatedBucket[];
}

/** A charge, or a filter of it, as input of the price models. */
export const pricedAs = (charge: ChargeView, filter: RatedBucket['filter'], currency: string): PricedCharge => ({
  model: charge.chargeModel,
  properties: (filter ?? charge).properties,
  currency,
  ...(charge.pricingUnit ? { conversionRate: new Decimal(charge.pricingUnit.conversionRate) } : {}),
});

import type { Instant } from '@tollgate/platform';
import type { ChargeFilterView, ChargeView } from '@tollgate/catalog/reader';
import type { GroupedBy, UsageOf } from '@tollgate/ingestion/reader';
import {
  Decimal,
  type Aggregation,
  type ChargeFee,
  type PricedCharge,
  type ProratedAggregation,
} from '@tollgate/rating';
import type { UsedSubscriptionView } from '@tollgate/subscription/reader';

/** Whose usage is rated. */
export interface RatedSubscription {
  organizationId: string;
  id: string;
  externalSubscriptionId: string;
  currency: string;
  /** Unix milliseconds. */
  startedAt: Instant;
  /** From where on events without a fraction of a second count, where that is before its start. */
  firstSecond: Instant | null;
  /** Whether it took the place of another one with the same external id. */
  followsAnother: boolean;
}

export const ratedSubscription = (
  organizationId: string,
  { id, externalId, plan, terms, firstSecond }: UsedSubscriptionView,
): RatedSubscription => ({
  organizationId,
  id,
  externalSubscriptionId: externalId,
  currency: plan.currency,
  startedAt: terms.startedAt,
  firstSecond,
  followsAnother: terms.predecessor !== null,
});

/** What of a subscription's usage is rated: Unix milliseconds, both inclusive. */
export interface RatedPeriod {
  from: number;
  to: number;
  /** Days of the full period. */
  durationDays: number;
  timezone: string;
  endedByUpgrade: boolean;
}

/** Whose usage is read, and of which time: at a start, from the beginning of its second (metering, section 3.2). */
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

/** Units of a bucket, split by properties that do not affect the price (metering, section 6.3). */
export interface PresentedUnits {
  by: GroupedBy;
  units: Decimal;
}

/** One priced part of a charge: the events of a filter (or of none), of one pricing group (metering, section 5.13). */
export interface RatedBucket {
  /** Null for the bucket of events that match no filter. */
  filter: ChargeFilterView | null;
  groupedBy: GroupedBy;
  aggregation: Aggregation | ProratedAggregation;
  fee: ChargeFee;
  presentation: PresentedUnits[];
}

/** A charge with all its buckets, used or not. */
export interface RatedCharge {
  charge: ChargeView;
  buckets: RatedBucket[];
}

/** A charge, or a filter of it, as the price models take it. */
export const pricedAs = (charge: ChargeView, filter: RatedBucket['filter'], currency: string): PricedCharge => ({
  model: charge.chargeModel,
  properties: (filter ?? charge).properties,
  currency,
  ...(charge.pricingUnit ? { conversionRate: new Decimal(charge.pricingUnit.conversionRate) } : {}),
});

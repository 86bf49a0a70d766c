import { Injectable } from '@nestjs/common';
import type { ChargeFilterView, ChargeView } from '@tollgate/catalog/reader';
import { UsageReader, type UsageEventWithProperties } from '@tollgate/ingestion/reader';
import {
  aggregate, aggregateProrated, allowanceOf, chargeFee, Decimal, filtersOfEvent, groupOfEvent, levelBefore, priceUsage, resolveFilters, weightedSum,
  type Aggregation, type ChargeModel, type ChargeProperties, type Metric, type ProratedAggregation,
} from '@tollgate/rating';
import type { RatedBucket, RatedCharge, RatedPeriod } from './rated-charge.js';

/** Whose usage is rated. */
export interface RatedSubscription {
  organizationId: string;
  externalSubscriptionId: string;
  currency: string;
}

/** Aggregates and prices usage charges, for invoices and for current usage alike (metering, sections 3 to 6). */
@Injectable()
export class ChargeRating {
  constructor(private readonly usage: UsageReader) {}

  /** Rates charges over a period; the answers are in the order of the charges. */
  async rate(subscription: RatedSubscription, charges: ChargeView[], period: RatedPeriod): Promise<RatedCharge[]> {
    const inStore = charges.filter(isAggregatedInStore);
    const aggregations = await this.usage.aggregate(
      { ...subscription, from: period.from, to: period.to },
      inStore.map((charge) => ({ metric: charge.metric, ...pricingNeeds(charge) })),
    );
    return Promise.all(
      charges.map(async (charge) => {
        const position = inStore.indexOf(charge);
        const aggregation = aggregations[position];
        if (aggregation) return { charge, buckets: [bucketOf(charge, null, {}, aggregation, subscription.currency)] };
        return { charge, buckets: await this.rateFromEvents(subscription, charge, period) };
      }),
    );
  }

  /** The way for filters, pricing groups, proration and weighted sums: over the single events, by the pure rules. */
  private async rateFromEvents(subscription: RatedSubscription, charge: ChargeView, period: RatedPeriod): Promise<RatedBucket[]> {
    const events = await this.usage.eventsOf({ ...subscription, from: period.from, to: period.to }, charge.metric);
    const metricValues = Object.fromEntries(charge.metric.filters.map(({ key, values }) => [key, values]));
    const resolved = resolveFilters(charge.filters.map(({ id, values }) => ({ id, values })), metricValues);
    const byFilter = new Map<string | null, UsageEventWithProperties[]>([...charge.filters.map(({ id }) => [id, []] as [string, []]), [null, []]]);
    for (const event of events) {
      const matches = filtersOfEvent(resolved, event.texts);
      if (matches.length === 0) byFilter.get(null)?.push(event);
      for (const { id } of matches) byFilter.get(id)?.push(event);
    }
    const filters: (ChargeFilterView | null)[] = [...charge.filters, null];
    return filters.flatMap((filter) => this.rateGroups(charge, filter, byFilter.get(filter?.id ?? null) ?? [], period, subscription.currency));
  }

  private rateGroups(
    charge: ChargeView,
    filter: ChargeFilterView | null,
    events: UsageEventWithProperties[],
    period: RatedPeriod,
    currency: string,
  ): RatedBucket[] {
    const keys = pricingGroupKeys((filter ?? charge).properties);
    const groups = new Map<string, { groupedBy: Record<string, string | null>; events: UsageEventWithProperties[] }>();
    for (const event of events) {
      const groupedBy = groupOfEvent(event.texts, keys);
      const key = JSON.stringify(groupedBy);
      const group = groups.get(key) ?? { groupedBy, events: [] };
      group.events.push(event);
      groups.set(key, group);
    }
    if (groups.size === 0) groups.set('', { groupedBy: groupOfEvent({}, keys), events: [] });
    return [...groups.values()].map((group) =>
      bucketOf(charge, filter, group.groupedBy, aggregateEvents(charge, filter, group.events, period), currency),
    );
  }
}

/** Whether the store aggregates a charge by itself: one bucket, nothing prorated, an aggregation without levels. */
function isAggregatedInStore(charge: ChargeView): boolean {
  return (
    charge.filters.length === 0 &&
    pricingGroupKeys(charge.properties).length === 0 &&
    !charge.prorated &&
    charge.metric.aggregationType !== 'weighted_sum_agg'
  );
}

export function pricingGroupKeys(properties: Record<string, unknown>): string[] {
  const keys = properties['pricing_group_keys'];
  return Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string') : [];
}

/** What pricing needs of the usage besides its units. */
function pricingNeeds(charge: ChargeView) {
  if (charge.chargeModel !== 'percentage') return {};
  const properties = charge.properties as ChargeProperties;
  const free = allowanceOf(properties);
  const perTransaction = isGiven(properties.per_transaction_min_amount) || isGiven(properties.per_transaction_max_amount);
  return {
    ...(free.events > 0 || !free.total.isZero() ? { free } : {}),
    ...(perTransaction ? { needsEventValues: true } : {}),
  };
}

const isGiven = (value: unknown) => value !== null && value !== undefined;

function aggregateEvents(
  charge: ChargeView,
  filter: ChargeFilterView | null,
  events: UsageEventWithProperties[],
  period: RatedPeriod,
): Aggregation | ProratedAggregation {
  const metric = charge.metric as Metric;
  if (charge.prorated) return aggregateProrated(metric, events, period);
  if (metric.aggregationType === 'weighted_sum_agg') {
    return weightedSum(metric, events, { ...period, carriedUnits: metric.recurring ? levelBefore(events, period.from) : new Decimal(0) });
  }
  const properties = (filter ?? charge).properties as ChargeProperties;
  return charge.chargeModel === 'percentage' ? aggregate(metric, events, period, allowanceOf(properties)) : aggregate(metric, events, period);
}

function bucketOf(
  charge: ChargeView,
  filter: ChargeFilterView | null,
  groupedBy: Record<string, string | null>,
  aggregation: Aggregation | ProratedAggregation,
  currency: string,
): RatedBucket {
  const price = priceUsage(
    { model: charge.chargeModel as ChargeModel, properties: (filter ?? charge).properties as ChargeProperties, currency },
    aggregation,
  );
  return { filter, groupedBy, aggregation, fee: chargeFee(price, currency) };
}

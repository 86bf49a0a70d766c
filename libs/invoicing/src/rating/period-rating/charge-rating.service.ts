import { Injectable } from '@nestjs/common';
import type { ChargeFilterView, ChargeView } from '@tollgate/catalog/reader';
import {
  UsageReader,
  type AggregatedGroup,
  type AggregationRequest,
  type GroupedBy,
  type UsageOf,
  type UsagePart,
} from '@tollgate/ingestion/reader';
import { groupBy } from '@tollgate/platform';
import { aggregate, aggregateProrated, chargeFee, makesFee, priceUsage, type AggregatedUsage } from '@tollgate/rating';
import { InvoicingDatabase } from '../../invoicing.database.js';
import type { UsageReading } from '../../model/fee-inputs/charge-inputs.js';
import { openingBalances, hasOpeningBalance, readBilledLevels, type BilledLevels } from './opening-balances.js';
import { partsOf, presentationKeys, type UsageView } from '../../model/rated-charges/charge-parts.js';
import { proratedGroups } from './prorated-groups.js';
import {
  pricedAs,
  usageOf,
  type PresentedUnits,
  type RatedBucket,
  type RatedCharge,
  type RatedPeriod,
  type RatedSubscription,
} from '../../model/rated-charges/rated-charge.js';

/** The groups of a charge as priced, and as presented if it has presentation keys. */
interface UsedCharge {
  charge: ChargeView;
  parts: UsagePart[];
  groups: AggregatedGroup[];
  presentationKeys: string[];
  presented: AggregatedGroup[];
}

type BucketOfUsage = Omit<RatedBucket, 'reading'>;

/** Charges whose usage was read together. */
interface UsedCharges {
  used: UsedCharge[];
  reading: UsageReading;
}

/** Aggregates and prices usage charges, for invoices and for current usage alike (metering, sections 3 to 6). */
@Injectable()
export class ChargeRating {
  constructor(
    private readonly usage: UsageReader,
    private readonly database: InvoicingDatabase,
  ) {}

  /** Rates charges over a period; the answers have the order of the charges. */
  async rate(
    subscription: RatedSubscription,
    charges: ChargeView[],
    period: RatedPeriod,
    view: UsageView = {},
  ): Promise<RatedCharge[]> {
    const { used, reading } = await this.use(subscription, charges, period, view);
    return used.map((usedCharge) => ({
      charge: usedCharge.charge,
      buckets: bucketsOf(usedCharge, subscription.currency, period).map((bucket) => ({ ...bucket, reading })),
    }));
  }

  private async use(
    subscription: RatedSubscription,
    charges: ChargeView[],
    period: RatedPeriod,
    view: UsageView,
  ): Promise<UsedCharges> {
    const billed = await this.billedLevels(subscription, charges, period);
    const used = charges.map((charge): UsedCharge => {
      const keys = presentationKeys(charge, view);
      return { charge, parts: partsOf(charge, view), groups: [], presentationKeys: keys, presented: [] };
    });
    const requests: { request: AggregationRequest; take: (groups: AggregatedGroup[]) => void }[] = [];
    for (const usedCharge of used.filter(({ charge }) => !charge.prorated)) {
      const { metric } = usedCharge.charge;
      const only = view.only ?? [];
      const carried = openingBalances(usedCharge.charge, billed, view, period);
      requests.push({
        request: { metric, parts: usedCharge.parts, only, carried },
        take: (groups) => (usedCharge.groups = groups),
      });
      if (usedCharge.presentationKeys.length === 0) continue;
      // Bills hold no levels by these keys; the events do.
      const fromEvents = { durationDays: period.durationDays, since: 0, levels: [] };
      requests.push({
        request: {
          metric,
          parts: partsOf(usedCharge.charge, view, usedCharge.presentationKeys),
          only,
          carried: fromEvents,
        },
        take: (groups) => (usedCharge.presented = groups),
      });
    }
    const usage = usageOf(subscription, period);
    const reading = readingOf(usage, period);
    const aggregated = await this.usage.aggregate(
      usage,
      requests.map(({ request }) => request),
    );
    requests.forEach(({ take }, index) => take(aggregated[index] ?? []));
    await Promise.all(
      used
        .filter(({ charge }) => charge.prorated)
        .map((usedCharge) => this.useProrated(usedCharge, subscription, period, view)),
    );
    return { used, reading };
  }

  private async useProrated(
    usedCharge: UsedCharge,
    subscription: RatedSubscription,
    period: RatedPeriod,
    view: UsageView,
  ): Promise<void> {
    const events = await this.usage.eventsOf(usageOf(subscription, period), usedCharge.charge.metric);
    const groups = (parts: UsagePart[]) => proratedGroups(usedCharge.charge, parts, events, view.only ?? [], period);
    usedCharge.groups = groups(usedCharge.parts);
    if (usedCharge.presentationKeys.length > 0)
      usedCharge.presented = groups(partsOf(usedCharge.charge, view, usedCharge.presentationKeys));
  }

  private async billedLevels(
    subscription: RatedSubscription,
    charges: ChargeView[],
    { from }: RatedPeriod,
  ): Promise<BilledLevels | null> {
    const carrying = charges.filter(hasOpeningBalance);
    if (carrying.length === 0) return null;
    return this.database.tenant(subscription.organizationId, (transaction) =>
      readBilledLevels(transaction, subscription, carrying, from),
    );
  }
}

const readingOf = (
  { from, fractionsFrom }: UsageOf,
  { durationDays, firstDay, endedByUpgrade }: RatedPeriod,
): UsageReading => ({
  at: Date.now(),
  usage: { from, ...(fractionsFrom === undefined ? {} : { fractionsFrom }) },
  durationDays,
  ...(firstDay === undefined ? {} : { firstDay }),
  endedByUpgrade,
});

/** Every part has a bucket, used or not, but only its used pricing groups have one (metering, section 5.13). */
function bucketsOf(used: UsedCharge, currency: string, period: RatedPeriod): BucketOfUsage[] {
  const rated = { charge: used.charge, currency, presentationOf: presentations(used) };
  const groups = groupBy(used.groups, ({ filterId }) => String(filterId));
  const filters = new Map(used.charge.filters.map((filter) => [filter.id, filter]));
  return used.parts.flatMap((part) => {
    const filterId = part.filter?.id ?? null;
    const filter = filters.get(filterId ?? '') ?? null;
    const buckets = (groups.get(String(filterId)) ?? [])
      .map((group) => bucketOf(rated, filter, group))
      .filter((bucket) => part.groupKeys.length === 0 || isUsedGroup(bucket));
    if (buckets.length > 0) return buckets;
    const groupedBy = Object.fromEntries(part.groupKeys.map((key) => [key, null]));
    return [bucketOf(rated, filter, { filterId, groupedBy, aggregation: unused(used.charge, period) })];
  });
}

/** A total below zero costs nothing, but its group is used, so no unused charge stands for it (metering, section 4.3). */
const isUsedGroup = ({ fee, aggregation }: BucketOfUsage): boolean =>
  makesFee(fee, aggregation.eventsCount) || aggregation.totalAggregatedUnits.lt(0);

/** The aggregation of a bucket without events. */
function unused(charge: ChargeView, period: RatedPeriod): AggregatedUsage {
  const metric = charge.metric;
  return charge.prorated ? aggregateProrated(metric, [], period) : aggregate(metric, [], period);
}

interface RatedUsage {
  charge: ChargeView;
  currency: string;
  presentationOf: (group: AggregatedGroup) => PresentedUnits[];
}

function bucketOf(
  { charge, currency, presentationOf }: RatedUsage,
  filter: ChargeFilterView | null,
  group: AggregatedGroup,
): BucketOfUsage {
  const { groupedBy, aggregation } = group;
  const priced = pricedAs(charge, filter, currency);
  const fee = chargeFee(priceUsage(priced, aggregation), priced);
  return { filter, groupedBy, aggregation, fee, presentation: presentationOf(group) };
}

/** Finds the units of a group by presentation keys; groups of one filter have the same group keys. */
function presentations({ presented, presentationKeys: keys }: UsedCharge): RatedUsage['presentationOf'] {
  const byFilter = groupBy(presented, ({ filterId }) => String(filterId));
  const byGroup = new Map<string, Map<string, AggregatedGroup[]>>();
  return ({ filterId, groupedBy }) => {
    const groupKeys = Object.keys(groupedBy);
    const name = (values: GroupedBy) => JSON.stringify(groupKeys.map((key) => values[key] ?? null));
    const list = JSON.stringify([filterId, groupKeys]);
    const groups = byGroup.get(list) ?? groupBy(byFilter.get(String(filterId)) ?? [], (each) => name(each.groupedBy));
    byGroup.set(list, groups);
    return (groups.get(name(groupedBy)) ?? []).map((each) => ({
      by: Object.fromEntries(keys.map((key) => [key, each.groupedBy[key] ?? null])),
      units: each.aggregation.currentUsageUnits,
    }));
  };
}

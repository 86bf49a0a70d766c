import { groupBy, type Instant } from '@tollgate/platform';
import type { UsagePricingUnitDetails } from '@tollgate/contracts';
import type { GroupedBy } from '@tollgate/ingestion/reader';
import {
  centsNumber,
  Decimal,
  decimalText,
  elapsedRatio,
  projectUsage,
  roundHalfUp,
  sumOf,
  type Projection,
} from '@tollgate/rating';
import { presentBreakdowns } from '../../model/line-items/presentation.js';
import {
  pricedAs,
  type PresentedUnits,
  type RatedBucket,
  type RatedCharge,
  type RatedPeriod,
} from '../../model/rated-charges/rated-charge.js';

/** A bucket as usage shows it: rated now, or read from a fee. */
export interface ShownBucket {
  filter: { id: string; invoiceDisplayName: string | null; values: Record<string, string[]> } | null;
  groupedBy: GroupedBy;
  units: Decimal;
  totalAggregatedUnits: Decimal;
  eventsCount: number;
  amountCents: bigint;
  /** The amount in the pricing unit of the charge. */
  pricingUnit: UsagePricingUnitDetails | null;
  presentation: PresentedUnits[];
}

/** A bucket with its projection to the end of the period. */
export interface ProjectedBucket extends ShownBucket {
  projection: Projection;
  projectedPresentation: PresentedUnits[];
}

/** Presents a part of a charge, for any of the usage calls. */
type Present<B extends ShownBucket, A> = (buckets: B[], presentation: B[]) => A;

export function shownBuckets({ charge, buckets }: RatedCharge): ShownBucket[] {
  return buckets.map((bucket) => ({
    filter: bucket.filter,
    groupedBy: bucket.groupedBy,
    units: notNegative(bucket.aggregation.currentUsageUnits),
    totalAggregatedUnits: notNegative(bucket.aggregation.totalAggregatedUnits),
    eventsCount: bucket.aggregation.eventsCount,
    amountCents: bucket.fee.amountCents,
    pricingUnit: pricingUnitOf(charge, bucket),
    presentation: bucket.presentation,
  }));
}

/** A negative total is charged, and shown, as zero. */
const notNegative = (units: Decimal): Decimal => Decimal.max(units, 0);

/** The buckets of a charge with their projections (metering, section 7.3). */
export function projectedBuckets(
  rated: RatedCharge,
  period: RatedPeriod,
  now: Instant,
  currency: string,
): ProjectedBucket[] {
  const { recurring } = rated.charge.metric;
  const ratio = elapsedRatio(period.from, period.to, now, period.timezone);
  const projectedUnits = (units: Decimal) =>
    recurring ? units : ratio.lte(0) ? new Decimal(0) : roundHalfUp(units.div(ratio), 2);
  return shownBuckets(rated).map((shown, index) => {
    const bucket = rated.buckets[index] as RatedBucket;
    return {
      ...shown,
      projection: projectUsage(pricedAs(rated.charge, bucket.filter, currency), bucket.aggregation, ratio, recurring),
      projectedPresentation: shown.presentation.map(({ by, units }) => ({ by, units: projectedUnits(units) })),
    };
  });
}

function pricingUnitOf({ pricingUnit }: RatedCharge['charge'], { fee }: RatedBucket): UsagePricingUnitDetails | null {
  if (!pricingUnit || !fee.pricingUnit) return null;
  return {
    amount_cents: centsNumber(fee.pricingUnit.amountCents),
    short_name: pricingUnit.shortName,
    conversion_rate: decimalText(new Decimal(pricingUnit.conversionRate)),
  };
}

/** The sum in the pricing unit of the charge; null for a charge priced in the currency. */
function inPricingUnits(buckets: ShownBucket[]): UsagePricingUnitDetails | null {
  const amounts = buckets.flatMap(({ pricingUnit }) => pricingUnit ?? []);
  const first = amounts[0];
  return first
    ? {
        ...first,
        amount_cents: centsNumber(amounts.reduce((total, { amount_cents: amount }) => total + BigInt(amount), 0n)),
      }
    : null;
}

/** The fields of every part. */
export const presentAmounts = (buckets: ShownBucket[], presentation: ShownBucket[]) => ({
  units: decimalText(sumOf(buckets.map(({ units }) => units))),
  events_count: buckets.reduce((total, { eventsCount }) => total + eventsCount, 0),
  amount_cents: centsNumber(buckets.reduce((total, { amountCents }) => total + amountCents, 0n)),
  pricing_unit_details: inPricingUnits(buckets),
  presentation_breakdowns: presentBreakdowns(presentation.flatMap((bucket) => bucket.presentation)),
});

/** The further fields of current and past usage. */
export const presentUsage = (buckets: ShownBucket[], presentation: ShownBucket[]) => ({
  ...presentAmounts(buckets, presentation),
  total_aggregated_units: decimalText(sumOf(buckets.map(({ totalAggregatedUnits }) => totalAggregatedUnits))),
});

/** The filters of a charge, or of one of its groups; the events of no filter last. */
export function presentFilters<B extends ShownBucket, A extends object>(buckets: B[], present: Present<B, A>) {
  return together(buckets, ({ filter }) => filter?.id ?? '').map((group) => ({
    ...present(group, group),
    invoice_display_name: group[0]?.filter?.invoiceDisplayName ?? null,
    values: group[0]?.filter?.values ?? null,
  }));
}

export function presentGroups<B extends ShownBucket, A extends object>(
  buckets: B[],
  filtered: boolean,
  present: Present<B, A>,
) {
  return together(buckets, ({ groupedBy }) => JSON.stringify(groupedBy)).map((group) => ({
    ...present(group, group),
    grouped_by: group[0]?.groupedBy ?? {},
    filters: filtered ? presentFilters(group, present) : [],
  }));
}

/** Everything below a charge: its totals, its filters and its groups. */
export function presentParts<B extends ShownBucket, A extends object>(buckets: B[], present: Present<B, A>) {
  const filtered = buckets.some(({ filter }) => filter !== null);
  const grouped = buckets.some(isGrouped);
  return {
    // Breakdowns belong to their bucket: the charge has them only without filters and groups.
    ...present(
      buckets,
      buckets.filter((bucket) => bucket.filter === null && !isGrouped(bucket)),
    ),
    filters: filtered ? presentFilters(buckets, present) : [],
    grouped_usage: grouped ? presentGroups(buckets, filtered, present) : [],
  };
}

const isGrouped = ({ groupedBy }: ShownBucket) => Object.keys(groupedBy).length > 0;

const together = <B>(buckets: B[], keyOf: (bucket: B) => string): B[][] => [...groupBy(buckets, keyOf).values()];

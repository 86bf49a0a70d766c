import { sql } from 'kysely';
import type { ChargeView } from '@tollgate/catalog/reader';
import { groupBy, type TenantTransaction } from '@tollgate/platform';
import {
  inAdvanceUsageUnits,
  billedDays,
  chargeFee,
  Decimal,
  floorToSecond,
  priceUsage,
  proratedInAdvanceUsageUnits,
  sumOf,
  type AggregatedUsage,
  type HighWater,
  type ProratedAggregation,
} from '@tollgate/rating';
import { chargeIds, groupKey, partNames, type PartName } from '../../model/rated-charges/charge-identity.js';
import {
  pricedAs,
  type BilledUnits,
  type RatedBucket,
  type RatedCharge,
  type RatedPeriod,
} from '../../model/rated-charges/rated-charge.js';
import { keepsTotal } from './event-rating.js';
import { isLater } from './in-advance-events.repository.js';

/** The running total of a charge's part in a period, and the billed units of its events. */
interface ChargedPart extends PartName {
  groupedBy: Record<string, string | null>;
  state: HighWater;
  /** Prorated if the charge is. */
  billedUnits: Decimal;
}

interface Row {
  charge_id: string;
  charge_filter_id: string | null;
  grouped_by: Record<string, string | null>;
  current_units: string;
  max_units: string;
  billed_units: string;
  event_at: bigint;
  position: bigint;
}

const hasHighWater = ({ charge }: RatedCharge) => charge.payInAdvance && keepsTotal(charge);

/** Prices current usage of charges in advance: units may fall, while billed units do not (metering, section 4.5). */
export async function priceInAdvanceUsage(
  transaction: TenantTransaction,
  subscriptionId: string,
  rated: RatedCharge[],
  period: RatedPeriod,
  currency: string,
): Promise<RatedCharge[]> {
  const charges = rated.filter(hasHighWater).map(({ charge }) => charge);
  if (charges.length === 0) return rated;
  const charged = await chargedParts(transaction, subscriptionId, charges, period);
  return rated.map((ratedCharge) => {
    if (!hasHighWater(ratedCharge)) return ratedCharge;
    const chargeParts = charged.filter(({ chargeId }) => chargeId === ratedCharge.charge.id);
    return {
      ...ratedCharge,
      buckets: ratedCharge.buckets.map((bucket) => priceBucket(ratedCharge, bucket, chargeParts, period, currency)),
    };
  });
}

function priceBucket(
  { charge }: RatedCharge,
  bucket: RatedBucket,
  charged: ChargedPart[],
  period: RatedPeriod,
  currency: string,
): RatedBucket {
  // Usage may be shown without its groups: then the bucket holds several of them.
  const within = charged.filter(
    ({ filterId, groupedBy }) =>
      filterId === (bucket.filter?.id ?? null) &&
      Object.entries(bucket.groupedBy).every(([key, value]) => groupedBy[key] === value),
  );
  const state =
    within.length === 0
      ? null
      : { current: sumOf(within.map((part) => part.state.current)), max: sumOf(within.map((part) => part.state.max)) };
  const { aggregation } = bucket;
  const billed = {
    state,
    units: sumOf(within.map((part) => part.billedUnits)),
    days: billedDays(period),
    periodDays: period.durationDays,
  };
  const units = unitsInAdvance(aggregation, billed);
  const priced = pricedAs(charge, bucket.filter, currency);
  return { ...bucket, billed, fee: chargeFee(priceUsage(priced, { ...aggregation, units }), priced) };
}

/** The priced units of usage in advance (metering, section 4.5). */
export function unitsInAdvance(
  aggregation: AggregatedUsage | ProratedAggregation,
  { state, units: billedUnits, days, periodDays: durationDays }: BilledUnits,
): Decimal {
  if (!isProrated(aggregation)) return inAdvanceUsageUnits(aggregation.units, state);
  const { fullUnits: total, units: proratedUnits } = aggregation;
  return proratedInAdvanceUsageUnits({ total, proratedUnits, state, billedUnits, days, durationDays });
}

const isProrated = (aggregation: AggregatedUsage | ProratedAggregation): aggregation is ProratedAggregation =>
  'movements' in aggregation;

/**
 * Reads the state of every charged part in the period: after the event with the latest time, then the one charged last.
 * A copy of a charge continues the parts of the charge that it copies.
 */
async function chargedParts(
  transaction: TenantTransaction,
  subscriptionId: string,
  charges: ChargeView[],
  { from, to }: RatedPeriod,
): Promise<ChargedPart[]> {
  const { rows } = await sql<Row>`
    select distinct on (charge_id, charge_filter_id, grouped_by) charge_id, charge_filter_id, grouped_by, current_units, max_units,
           sum(billed_units) over (partition by charge_id, charge_filter_id, grouped_by) as billed_units, event_at, position
    from invoicing.advance_events
    where subscription_id = ${subscriptionId} and charge_id = any(${charges.flatMap(chargeIds)}::uuid[])
      and event_at >= ${floorToSecond(from)}::bigint * 1000 and event_at < (${to}::bigint + 1) * 1000 and current_units is not null
      and (period_from is null or period_from >= ${floorToSecond(from)}::bigint)
    order by charge_id, charge_filter_id, grouped_by, event_at desc, position desc
  `.execute(transaction);
  const present = presentNames(charges);
  const named = rows.flatMap((row) => {
    const name = present.get(nameKey({ chargeId: row.charge_id, filterId: row.charge_filter_id }));
    return name ? [{ name, row }] : [];
  });
  const parts = groupBy(named, ({ name, row }) => `${nameKey(name)} ${groupKey(row.grouped_by)}`);
  return [...parts.values()].map((same) =>
    mergedPart(
      same.map(({ row }) => row),
      same[0]?.name as PartName,
    ),
  );
}

const nameKey = ({ chargeId, filterId }: PartName) => `${chargeId} ${filterId ?? ''}`;

/** The present name of each part, by all names that it has or had. */
const presentNames = (charges: ChargeView[]): Map<string, PartName> =>
  new Map(
    charges.flatMap((charge) =>
      [null, ...charge.filters].flatMap((filter) => {
        const names = partNames(charge, filter);
        return names.map((name) => [nameKey(name), names[0] as PartName] as const);
      }),
    ),
  );

/** A part whose events were charged under several names: the state after the last one, and the units of all. */
function mergedPart(rows: Row[], name: PartName): ChargedPart {
  const last = rows.reduce((latest, row) => (isLater(row, latest) ? row : latest));
  return {
    ...name,
    groupedBy: last.grouped_by,
    state: { current: new Decimal(last.current_units), max: new Decimal(last.max_units) },
    billedUnits: sumOf(rows.map((row) => new Decimal(row.billed_units))),
  };
}

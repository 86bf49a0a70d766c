import type { EstimateReason } from '@tollgate/contracts';
import type { ChargeFilterView, ChargeView, PlanView } from '@tollgate/catalog/reader';
import { groupBy, NotFound } from '@tollgate/platform';
import {
  aggregationOf,
  chargeFee,
  DAY,
  Decimal,
  commitmentTrueUpCents,
  equalUsage,
  filtersOfEvent,
  groupOfEvent,
  priceUsage,
  propertyTexts,
  roundUnits,
  usageNeeds,
  type ChargeFee,
  type EqualEvents,
  type Usage,
} from '@tollgate/rating';
import { minimumTrueUp } from '../../model/line-items/charge-lines.js';
import { priceFixedCharge } from '../../model/line-items/fixed-charge-lines.js';
import { resolvedFilters } from '../../model/fee-inputs/charge-inputs.js';
import { groupKey } from '../../model/rated-charges/charge-identity.js';
import { pricingGroupKeys } from '../../model/rated-charges/charge-parts.js';
import { pricedAs } from '../../model/rated-charges/rated-charge.js';
import { bucketOfEvent } from '../../rating/in-advance-rating/event-rating.js';
import type { ChargeQuantity, Quantity } from './plan-price-input.js';

/** The price of the usage of one filter and group. */
export interface TriedPart {
  filter: ChargeFilterView | null;
  groupedBy: Record<string, string | null>;
  usage: Usage;
  fee: ChargeFee;
}

/** The price of a charge for its usage. */
export interface TriedCharge<Part extends Pick<TriedPart, 'fee'> = TriedPart> {
  charge: ChargeView;
  parts: Part[];
  /** The amount that fills up its minimum, cents. */
  trueUpCents: bigint;
  reasons: EstimateReason[];
}

/** A whole period, for minimums that are not prorated. */
const wholePeriod = { from: 0, to: 30 * DAY - 1, durationDays: 30, timezone: 'UTC' };

/**
 * The quantities of each usage charge of a plan, in its order. A charge that the quantity does not name has its common units.
 * @throws NotFound `charge_not_found` for a code that no charge has
 */
export function quantitiesOfCharges(
  { charges }: Pick<PlanView, 'charges'>,
  quantity: Quantity,
): [ChargeView, ChargeQuantity[]][] {
  const named = groupBy(quantity.charges, ({ chargeCode }) => chargeCode);
  const codes = new Set(charges.map(({ code }) => code));
  if ([...named.keys()].some((code) => !codes.has(code))) throw new NotFound('charge');
  const common: ChargeQuantity = {
    units: quantity.units ?? new Decimal(0),
    eventsCount: null,
    texts: propertyTexts({}),
    eventsPriceCents: new Decimal(0),
  };
  return charges.map((charge) => [charge, named.get(charge.code) ?? [common]]);
}

/** The price of a charge for quantities of one period (metering, section 5). */
export const priceCharge = (charge: ChargeView, quantities: ChargeQuantity[], currency: string): TriedCharge => ({
  ...withMinimum(charge, partsOf(charge, quantities, currency), currency),
  reasons: reasonsOf(charge),
});

/** A filter and group of a charge, with the quantities whose events count there. */
interface Bucket extends Pick<TriedPart, 'filter' | 'groupedBy'> {
  quantities: ChargeQuantity[];
}

/** Quantities of one filter and group are one usage, as their events would be. */
const partsOf = (charge: ChargeView, quantities: ChargeQuantity[], currency: string): TriedPart[] =>
  bucketsOf(charge, quantities).map((bucket) =>
    pricePart(charge, bucket, totalOf(charge, bucket.quantities), currency),
  );

/**
 * The buckets of a charge in the order of its filters, its default bucket last. Those without events have a fee, too: it may
 * begin with a flat amount (metering, sections 5.3 and 6). A charge in advance has fees for events alone.
 */
function bucketsOf(charge: ChargeView, quantities: ChargeQuantity[]): Bucket[] {
  const used = quantities
    .filter((quantity) => !quantity.units.isZero() || (quantity.eventsCount ?? 0) > 0)
    .flatMap((quantity) => filtersOfQuantity(charge, quantity).map((filter) => ({ filter, quantity })));
  return [...charge.filters, null].flatMap((filter) => {
    const keys = pricingGroupKeys(charge, (filter ?? charge).properties);
    const groups = new Map<string, Bucket>();
    for (const { quantity } of used.filter((one) => one.filter === filter)) {
      const groupedBy = groupOfEvent(quantity.texts, keys);
      const key = groupKey(groupedBy);
      const bucket = groups.get(key) ?? { filter, groupedBy, quantities: [] };
      bucket.quantities.push(quantity);
      groups.set(key, bucket);
    }
    if (groups.size > 0 || charge.payInAdvance) return [...groups.values()];
    return [{ filter, groupedBy: groupOfEvent(propertyTexts({}), keys), quantities: [] }];
  });
}

/** The filters in which the events of a quantity count; null is the default bucket (metering, section 6.1). */
function filtersOfQuantity(charge: ChargeView, { texts }: ChargeQuantity): (ChargeFilterView | null)[] {
  if (charge.payInAdvance) return [bucketOfEvent(charge, texts).filter];
  const ids = new Set(filtersOfEvent(resolvedFilters(charge), texts).map(({ id }) => id));
  return ids.size === 0 ? [null] : charge.filters.filter(({ id }) => ids.has(id));
}

/** The price of one part of a charge for a total of events of equal values (metering, section 5). */
export function pricePart(
  charge: ChargeView,
  { filter, groupedBy }: Pick<TriedPart, 'filter' | 'groupedBy'>,
  total: EqualEvents,
  currency: string,
): TriedPart {
  const priced = pricedAs(charge, filter, currency);
  // Free units and transactions follow from the values of the events, which a metric does not round (metering, section 4).
  const { freeUnits } = aggregationOf(charge.metric.aggregationType);
  const events = equalUsage(usageNeeds(priced), total, freeUnits);
  const usage = { ...events, units: roundUnits(total.units, charge.metric) };
  return { filter, groupedBy, usage, fee: chargeFee(priceUsage(priced, usage), priced) };
}

function totalOf(charge: ChargeView, quantities: ChargeQuantity[]) {
  const sum = (amounts: Decimal[]) => amounts.reduce((total, each) => total.plus(each), new Decimal(0));
  return {
    units: sum(quantities.map(({ units }) => units)),
    eventsCount: quantities.reduce((total, each) => total + (each.eventsCount ?? usualEvents(charge, each.units)), 0),
    eventsPriceCents: sum(quantities.map(({ eventsPriceCents }) => eventsPriceCents)),
  };
}

/** One event for each unit where units are counted, else one for all. */
export function usualEvents({ metric }: ChargeView, units: Decimal): number {
  if (units.isZero()) return 0;
  return aggregationOf(metric.aggregationType).freeUnits === 'one_per_unit' ? units.ceil().toNumber() : 1;
}

/** Bills may differ: they round each event in advance, and prorate units by their days. */
const reasonsOf = ({ payInAdvance, prorated }: ChargeView): EstimateReason[] => [
  ...(payInAdvance ? (['pay_in_advance'] as const) : []),
  ...(prorated ? (['prorated'] as const) : []),
];

/** A charge with the fee that fills up its minimum in a whole period (charges, section 2.6). */
export function withMinimum<Part extends Pick<TriedPart, 'fee'>>(
  charge: ChargeView,
  parts: Part[],
  currency: string,
): Omit<TriedCharge<Part>, 'reasons'> {
  const fees = parts.map(({ fee }) => fee);
  const trueUp = minimumTrueUp(charge, wholePeriod, fees, currency);
  return { charge, parts, trueUpCents: trueUp?.amountCents ?? 0n };
}

/** The sum of the parts of a charge and of its minimum, cents. */
export const chargeCents = ({
  parts,
  trueUpCents,
}: Pick<TriedCharge<Pick<TriedPart, 'fee'>>, 'parts' | 'trueUpCents'>) =>
  parts.reduce((total, { fee }) => total + fee.amountCents, trueUpCents);

/** The fees of the fixed charges of a plan for a whole period, in its order (charges, section 5.2). */
export const priceFixedCharges = ({ fixedCharges, currency }: PlanView) =>
  fixedCharges.map((charge) => {
    const units = new Decimal(charge.units);
    return { charge, units, fee: priceFixedCharge(charge, currency, units, units) };
  });

/** The totals of a whole period in cents: of usage, of the fee up to the commitment (charges, section 6), of all. */
export const totalsOf = (plan: PlanView, charges: TriedCharge<Pick<TriedPart, 'fee'>>[], fixedCents: bigint) =>
  totalsWith(
    plan,
    charges.reduce((total, charge) => total + chargeCents(charge), 0n),
    fixedCents,
  );

/** The same for the sum of the usage charges, cents. */
export function totalsWith(plan: PlanView, chargesCents: bigint, fixedCents: bigint) {
  const billed = plan.amountCents + fixedCents + chargesCents;
  const commitmentCents = plan.minimumCommitment
    ? commitmentTrueUpCents(plan.minimumCommitment.amountCents, { days: 1, periodDays: 1 }, billed)
    : 0n;
  return { chargesCents, commitmentCents, totalCents: billed + commitmentCents };
}

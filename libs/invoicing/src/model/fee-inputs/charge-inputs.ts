import type { ChargeFilterView, ChargeView, PriceView } from '@tollgate/catalog/reader';
import {
  aggregationOf,
  daysOfEvent,
  resolveFilters,
  type AggregatedUsage,
  type ChargeFee,
  type Decimal,
  type HighWater,
  type PricedCharge,
  type ProratedAggregation,
  type ResolvedFilter,
  type StoredUsage,
  type Usage,
  type UsagePeriod,
} from '@tollgate/rating';
import type {
  ChargeInputs,
  EventInputs,
  MinimumInputs,
  StoredCharge,
  StoredPrice,
  StoredSelection,
} from './fee-inputs.tables.js';
import { mostValues } from './input-bounds.js';
import { unitDaysOf, usageInputs } from './usage-inputs.js';

/** How usage was read, as far as its inputs state it. */
export interface UsageReading {
  /** By the machine's clock, Unix milliseconds: what the store received later was not read. */
  at: number;
  /** The first moment, and from when events with a fraction of a second count if that is later; Unix milliseconds. */
  usage: { from: number; fractionsFrom?: number };
  /** Days of the full period. */
  durationDays: number;
  /** The local day, since 1970, on which the full period begins; absent: that of its first moment. */
  firstDay?: number;
  endedByUpgrade: boolean;
}

/** A part of a charge on the plan of a subscription. */
export interface ChargePart {
  planCode: string;
  charge: ChargeView;
  filter: Pick<ChargeFilterView, 'id' | 'properties' | 'values'> | null;
  groupedBy: Record<string, string | null>;
  timezone: string;
  /** The rated usage, Unix milliseconds, both inclusive. */
  period: { from: number; to: number };
  /** Null for single events. */
  reading: UsageReading | null;
}

/** The last instant that a date can state; a trial may end later. */
const lastInstant = 8_640_000_000_000_000;

/** An instant (Unix ms) as text. */
export const isoOf = (instant: number): string => new Date(Math.min(instant, lastInstant)).toISOString();

/** Longer values of events are not stored. */
const longestValue = 255;

/** A price as of a fee. @param own the properties of a filter, in place of the charge's */
export const priceInputs = (
  { chargeModel, properties }: PriceView,
  own: PriceView['properties'] = properties,
  conversionRate: string | null = null,
): StoredPrice => ({
  charge_model: chargeModel,
  properties: own,
  conversion_rate: conversionRate,
});

/** Units in advance that events have billed, and the units that are priced (metering, section 4.5). */
export interface InAdvanceUnits {
  priced: Decimal;
  state: HighWater | null;
  units: Decimal;
  days: number;
  periodDays: number;
}

/** The inputs of the fee of a part of a charge (metering, sections 3 to 6). @param billed for usage in advance so far */
export function chargeInputs(
  part: ChargePart,
  aggregation: AggregatedUsage | ProratedAggregation,
  billed: InAdvanceUnits | null = null,
): ChargeInputs {
  const { timezone, period } = part;
  const prorated = 'movements' in aggregation ? aggregation : null;
  const { unroundedUnits, heldLevel: level } = aggregation;
  return {
    kind: 'charge',
    ...storedCharge(part),
    timezone,
    usage_from: isoOf(period.from),
    usage_to: isoOf(period.to),
    usage: pricedUsage(part, aggregation, billed),
    selection: selectionOf(part),
    unrounded_units: prorated ? null : (unroundedUnits?.toFixed() ?? null),
    unit_days: prorated && unitDaysOf(prorated.proration),
    billed: billed && {
      total: (prorated?.fullUnits ?? aggregation.units).toFixed(),
      state: billed.state && storedState(billed.state),
      units: billed.units.toFixed(),
      days: billed.days,
      period_days: billed.periodDays,
    },
    level: level
      ? {
          opening: level.opening.toFixed(),
          opening_micros: String(level.openingMicros),
          unit_micros: level.unitMicros.toFixed(),
          period_micros: level.periodMicros.toFixed(),
        }
      : null,
  };
}

function selectionOf({ charge, filter, reading }: ChargePart): StoredSelection | null {
  if (!reading) return null;
  const { at, usage, durationDays, firstDay, endedByUpgrade } = reading;
  return {
    read_at: isoOf(at),
    from: isoOf(usage.from),
    fractions_from: usage.fractionsFrom === undefined ? null : isoOf(usage.fractionsFrom),
    period_days: durationDays,
    ...(firstDay === undefined ? {} : { first_day: firstDay }),
    ended_by_upgrade: endedByUpgrade,
    ...selectedFilters(charge, filter),
  };
}

/** The filters of a charge, resolved once: a charge of a thousand filters has as many fees. */
interface SelectedFilters {
  resolved: ResolvedFilter<string>[];
  byId: Map<string, ResolvedFilter<string>>;
  valuesOf: (filter: ResolvedFilter<string>) => Record<string, string[]>;
}

const selected = new WeakMap<ChargeView, SelectedFilters>();

function filtersOf(charge: ChargeView): SelectedFilters {
  const known = selected.get(charge);
  if (known) return known;
  const resolved = resolveFilters(
    charge.filters.map(({ id, values }) => ({ id, values })),
    Object.fromEntries(charge.metric.filters.map(({ key, values }) => [key, values])),
  );
  const values = new Map(resolved.map((filter) => [filter, valuesOf(filter)]));
  const found = {
    resolved,
    byId: new Map(resolved.map((filter) => [filter.id, filter])),
    valuesOf: (filter: ResolvedFilter<string>) => values.get(filter) ?? {},
  };
  selected.set(charge, found);
  return found;
}

/** The filters of a charge with their wildcards expanded, and their precedence (metering, section 6.1). */
export const resolvedFilters = (charge: ChargeView): ResolvedFilter<string>[] => filtersOf(charge).resolved;

/** The filter of a part, and those whose events it leaves to others. */
function selectedFilters(
  charge: ChargeView,
  own: ChargePart['filter'],
): Pick<StoredSelection, 'filter' | 'other_filters'> {
  const filters = filtersOf(charge);
  const filter = filters.byId.get(own?.id ?? '');
  return {
    filter: filter ? filters.valuesOf(filter) : null,
    other_filters: (filter?.yieldsTo ?? filters.resolved).map(filters.valuesOf),
  };
}

const valuesOf = ({ values }: ResolvedFilter<string>): Record<string, string[]> =>
  Object.fromEntries([...values].map(([key, texts]) => [key, [...texts]]));

const storedState = ({ current, max }: HighWater) => ({ current: current.toFixed(), highest: max.toFixed() });

/** The usage as its model prices it; its units are those of the aggregation, from which the priced ones follow. */
function pricedUsage(
  { charge, filter }: ChargePart,
  aggregation: AggregatedUsage | ProratedAggregation,
  billed: InAdvanceUnits | null,
): StoredUsage {
  const model = { model: charge.chargeModel, properties: (filter ?? charge).properties };
  const usage = usageInputs(
    model,
    { ...aggregation, units: billed?.priced ?? aggregation.units },
    'movements' in aggregation
      ? {
          movements: aggregation.movements,
          periodDays: aggregation.proration.durationDays,
          sharesRounded: aggregationOf(charge.metric.aggregationType).prorated?.sharesRounded ?? false,
        }
      : null,
  );
  return { ...usage, units: aggregation.units.toFixed() };
}

/** The inputs of the fee of an event (metering, section 5.10). */
export interface PricedEvent {
  event: { transactionId: string; timestamp: number; value: string | null };
  period: UsagePeriod & { timezone: string };
  /** The running total before the event. */
  before: HighWater | null;
  change: string;
  billedUnits: string;
  feeUnits: string;
  priced: boolean;
  pricedAs: PricedCharge;
  withEvent: Usage;
  withoutEvent: Usage | null;
}

/** The inputs of the fee of an event: the price of the usage with it, less the price without it. */
export function eventInputs(part: ChargePart, priced: PricedEvent): EventInputs {
  const { event, before, period } = priced;
  const at = Math.floor(event.timestamp / 1000);
  return {
    kind: 'event',
    ...storedCharge(part),
    timezone: part.timezone,
    usage_from: isoOf(part.period.from),
    usage_to: isoOf(part.period.to),
    event: {
      transaction_id: event.transactionId,
      timestamp: isoOf(at),
      value: event.value !== null && event.value.length <= longestValue ? event.value : null,
    },
    before: before && storedState(before),
    change: priced.change,
    billed_units: priced.billedUnits,
    days: part.charge.prorated ? daysOfEvent(at, period) : null,
    period_days: part.charge.prorated ? period.durationDays : null,
    fee_units: priced.feeUnits,
    priced: priced.priced,
    with_event: usageInputs(priced.pricedAs, priced.withEvent),
    without_event: priced.withoutEvent && usageInputs(priced.pricedAs, priced.withoutEvent),
  };
}

function storedCharge({ planCode, charge, filter, groupedBy }: ChargePart): StoredCharge {
  const { metric } = charge;
  return {
    plan_code: planCode,
    charge_code: charge.code,
    metric: {
      code: metric.code,
      aggregation_type: metric.aggregationType,
      field_name: metric.fieldName,
      recurring: metric.recurring,
      rounding_function: metric.roundingFunction,
      rounding_precision: metric.roundingPrecision,
      expression: metric.expression,
    },
    price: priceInputs(charge, (filter ?? charge).properties, charge.pricingUnit?.conversionRate),
    prorated: charge.prorated,
    filters: filter?.values ?? null,
    grouped_by: groupedBy,
  };
}

/** The inputs of the fee that fills up the minimum of a charge (charges, section 2.6). */
export function minimumInputs(
  { planCode, charge }: Pick<ChargePart, 'planCode' | 'charge'>,
  days: { days: number; periodDays: number },
  used: Pick<ChargeFee, 'amountCents'>[],
): MinimumInputs {
  const beyond = used.slice(mostValues);
  return {
    kind: 'minimum',
    plan_code: planCode,
    charge_code: charge.code,
    minimum_cents: String(charge.minAmountCents),
    days: days.days,
    period_days: days.periodDays,
    used_cents: used.slice(0, mostValues).map(({ amountCents }) => String(amountCents)),
    further_used_cents:
      beyond.length === 0 ? null : String(beyond.reduce((total, { amountCents }) => total + amountCents, 0n)),
    conversion_rate: charge.pricingUnit?.conversionRate ?? null,
  };
}

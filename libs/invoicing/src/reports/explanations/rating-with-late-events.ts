import {
  aggregate,
  aggregateProrated,
  chargeFee,
  Decimal,
  priceUsage,
  usageNeeds,
  type AggregatedUsage,
  type AggregationType,
  type ChargeModelName,
  type Metric,
  type PricedCharge,
  type UsageEvent,
} from '@tollgate/rating';
import type { ChargeInputs, StoredSelection } from '../../model/fee-inputs/fee-inputs.tables.js';

/**
 * The amount of a fee of a period if it had these events, at the price of the fee (metering, sections 4 and 5).
 * @param events of its part, in time order
 * @returns cents
 */
export function amountWith(
  inputs: ChargeInputs,
  selection: StoredSelection,
  events: readonly UsageEvent[],
  currency: string,
): bigint {
  const { charge_model: model, properties, conversion_rate: rate } = inputs.price;
  const priced: PricedCharge = {
    model: model as ChargeModelName,
    properties,
    currency,
    ...(rate === null ? {} : { conversionRate: new Decimal(rate) }),
  };
  return chargeFee(priceUsage(priced, aggregationWith(inputs, selection, events, priced)), priced).amountCents;
}

function aggregationWith(
  { metric: stored, prorated, usage_from: from, usage_to: to, timezone, level }: ChargeInputs,
  selection: StoredSelection,
  events: readonly UsageEvent[],
  priced: PricedCharge,
): AggregatedUsage {
  const metric: Metric = {
    aggregationType: stored.aggregation_type as AggregationType,
    recurring: stored.recurring,
    roundingFunction: stored.rounding_function,
    roundingPrecision: stored.rounding_precision,
  };
  const window = { from: Date.parse(selection.from), to: Date.parse(to), durationDays: selection.period_days };
  if (prorated)
    return aggregateProrated(metric, events, {
      ...window,
      from: Date.parse(from),
      timezone,
      ...(selection.first_day === undefined ? {} : { firstDay: selection.first_day }),
      endedByUpgrade: selection.ended_by_upgrade,
    });
  const carriedUnits = new Decimal(level?.opening ?? 0);
  return aggregate(metric, events, { ...window, carriedUnits }, usageNeeds(priced).allowance ?? undefined);
}

import { Decimal, ONE, ZERO, roundHalfUp, sumOf } from '../decimal.js';
import { daysBetween } from '../periods/local-time.js';
import { chargeFee } from './charge-fee.js';
import { graduatedRanges } from './graduated.js';
import { decimalOf } from './quotient.js';
import { priceUsage } from './price-usage.js';
import type { Instant } from '../periods/local-time.js';
import type { PricedCharge } from './price-usage.js';
import type { ChargeProperties, Usage } from './types.js';

export interface Projection {
  readonly units: Decimal;
  /** Main unit, or pricing unit, unrounded. */
  readonly amount: Decimal;
  readonly amountCents: bigint;
}

/** Elapsed share of the period, with the current day counted whole; at most 1 (metering, section 7.3). */
export function elapsedRatio(from: Instant, to: Instant, now: Instant, timezone: string): Decimal {
  const total = daysBetween(from, to, timezone);
  if (total <= 0) return ONE;
  const passed = Math.max(daysBetween(from, now, timezone), 0);
  return Decimal.min(new Decimal(passed).div(total), ONE);
}

// Each tier takes units up to its bound; only tiers with units have their flat amount.
function graduatedAmount(properties: ChargeProperties, units: Decimal): Decimal {
  let placed = ZERO;
  let amount = ZERO;
  for (const range of graduatedRanges(properties)) {
    const left = units.minus(placed);
    if (left.lte(0)) break;
    const taken = range.to_value === null ? left : Decimal.min(left, new Decimal(range.to_value).minus(placed));
    placed = placed.plus(taken);
    amount = amount.plus(taken.times(decimalOf(range.per_unit_amount))).plus(decimalOf(range.flat_amount));
  }
  return amount;
}

function projectedAmount(charge: PricedCharge, usage: Usage, units: Decimal, ratio: Decimal): Decimal {
  const { model, properties } = charge;
  if (model === 'graduated' && !usage.movements) return graduatedAmount(properties, units);
  if (model === 'standard' || model === 'package' || model === 'volume')
    return priceUsage(charge, { units, eventsCount: usage.eventsCount }).amount;
  // Aggregates again without free-unit options: the percentage part covers all units.
  return priceUsage(charge, { ...usage, runningTotal: [] }).amount.div(ratio);
}

/**
 * Projects a bucket's usage to the end of the period at the rate so far (metering, section 7.3). A recurring metric
 * stays unchanged.
 */
export function projectUsage(charge: PricedCharge, usage: Usage, ratio: Decimal, recurring: boolean): Projection {
  if (recurring) {
    const { units, amount } = priceUsage(charge, usage);
    return projection(units, amount, charge);
  }
  if (ratio.lte(0)) return projection(ZERO, ZERO, charge);
  const units = roundHalfUp(usage.units.div(ratio), 2);
  return projection(units, projectedAmount(charge, usage, units, ratio), charge);
}

function projection(units: Decimal, amount: Decimal, charge: PricedCharge): Projection {
  const notNegative = Decimal.max(amount, ZERO);
  const { amountCents } = chargeFee({ units, amount: notNegative, unitAmount: ZERO, amountDetails: {} }, charge);
  return { units: Decimal.max(units, ZERO), amount: notNegative, amountCents };
}

/**
 * Sum of the projections of a charge's parts: its defined filters (without the default bucket) or its groups (metering,
 * section 7.3).
 */
export function sumProjections(parts: readonly Projection[]): Projection {
  return {
    units: sumOf(parts.map(({ units }) => units)),
    amount: sumOf(parts.map(({ amount }) => amount)),
    amountCents: parts.reduce((total, { amountCents }) => total + amountCents, 0n),
  };
}

import { Decimal, ONE, ZERO, roundHalfUp, sumOf } from '../decimal.js';
import { daysBetween } from '../periods/local-time.js';
import { chargeFee } from './charge-fee.js';
import { priceUsage } from './price-usage.js';
import { chargeModelOf } from './registry.js';
import type { Instant } from '../periods/local-time.js';
import type { PricedCharge } from './price-usage.js';
import type { Usage } from './types.js';

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

function projectedAmount(charge: PricedCharge, usage: Usage, units: Decimal, ratio: Decimal): Decimal {
  const { model, properties } = charge;
  const amountOf = (other: Usage): Decimal => priceUsage(charge, other).amount;
  return chargeModelOf(model).project({ properties, usage, units, ratio, amountOf });
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

import { ZERO } from '../decimal.js';
import { chargeModelOf, type ChargeModelName, type ChargeProperties } from './registry.js';
import type { Decimal } from '../decimal.js';
import type { ModelResult, Price, Usage } from './types.js';
import type { UsageNeeds } from './usage-needs.js';

/** A charge to price: a model with its properties, in the currency of the plan. */
export interface PricedCharge {
  readonly model: ChargeModelName;
  readonly properties: ChargeProperties;
  readonly currency: string;
  /** Main units of the currency for one pricing unit, for prices in such units. */
  readonly conversionRate?: Decimal;
}

/** The bare result of a model, before the rule about negative results. */
export function modelResult({ model, properties, currency }: PricedCharge, usage: Usage): ModelResult {
  return chargeModelOf(model).price(properties, usage, currency);
}

/** The usage that the prices of a charge take besides units. */
export function usageNeeds({ model, properties }: Pick<PricedCharge, 'model' | 'properties'>): UsageNeeds {
  return chargeModelOf(model).needs(properties);
}

/**
 * Price of one bucket of usage (metering, section 5). Amounts are in the main unit, unrounded. Negative units, full or
 * prorated, or a negative amount set units, amount and unit amount to 0, without details (metering, section 4.1).
 */
export function priceUsage(charge: PricedCharge, usage: Usage): Price {
  const { amount, unitAmount, amountDetails } = modelResult(charge, usage);
  const units = usage.fullUnits ?? usage.units;
  if (units.lt(0) || usage.units.lt(0) || amount.lt(0)) return nothing();
  return {
    units,
    amount,
    unitAmount: usage.units.isZero() ? ZERO : unitAmount,
    amountDetails,
  };
}

function nothing(): Price {
  return { units: ZERO, amount: ZERO, unitAmount: ZERO, amountDetails: {} };
}

import { ZERO } from '../decimal.js';
import { dynamic } from './dynamic.js';
import { graduated } from './graduated.js';
import { graduatedPercentage } from './graduated-percentage.js';
import { packages } from './package.js';
import { proratedGraduated } from './prorated-graduated.js';
import { percentage } from './percentage.js';
import { standard } from './standard.js';
import type { Decimal } from '../decimal.js';
import { volume } from './volume.js';
import type { ChargeModel, ChargeProperties, ModelResult, Price, Usage } from './types.js';

/** A charge to price: a model with its properties, in the currency of the plan. */
export interface PricedCharge {
  readonly model: ChargeModel;
  readonly properties: ChargeProperties;
  readonly currency: string;
  /** Main units of the currency for one pricing unit, for prices in such units. */
  readonly conversionRate?: Decimal;
}

/** The bare result of a model, before the rule about negative results. */
export function modelResult({ model, properties, currency }: PricedCharge, usage: Usage): ModelResult {
  switch (model) {
    case 'standard':
      return standard(properties, usage);
    case 'graduated':
      return usage.movements ? proratedGraduated(properties, usage) : graduated(properties, usage);
    case 'package':
      return packages(properties, usage);
    case 'percentage':
      return percentage(properties, usage);
    case 'volume':
      return volume(properties, usage);
    case 'graduated_percentage':
      return graduatedPercentage(properties, usage);
    case 'dynamic':
      return dynamic(usage, currency);
  }
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

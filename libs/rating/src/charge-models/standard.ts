import { decimalOf, perUnit, statedUnits } from './quotient.js';
import type { ChargeProperties, ModelResult, Usage } from './types.js';

/** One price for every unit (metering, section 5.2). */
export function standard(properties: ChargeProperties, usage: Usage): ModelResult {
  const amount = usage.units.times(decimalOf(properties.amount));
  return { amount, unitAmount: perUnit(amount, statedUnits(usage)), amountDetails: {} };
}

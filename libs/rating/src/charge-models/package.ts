import { Decimal, ZERO, decimalText } from '../decimal.js';
import { decimalOf } from './quotient.js';
import type { ChargeProperties, ModelResult, Usage } from './types.js';

/** Whole packages after the free units; a started package counts as whole (metering, section 5.5). */
export function packages(properties: ChargeProperties, { units }: Usage): ModelResult {
  const size = new Decimal(properties.package_size ?? 1);
  const freeUnits = decimalOf(properties.free_units);
  const price = decimalOf(properties.amount);
  const paid = units.minus(freeUnits);
  const amount = paid.isNegative() ? ZERO : paid.div(size).ceil().times(price);
  const unitAmount = paid.gt(0) ? amount.div(paid) : ZERO;
  const none = { free_units: '0.0', paid_units: '0.0', per_package_size: 0, per_package_unit_amount: '0.0' };
  const details = {
    free_units: decimalText(freeUnits),
    paid_units: decimalText(Decimal.max(paid, ZERO)),
    per_package_size: size.toNumber(),
    per_package_unit_amount: decimalText(price),
  };
  return { amount, unitAmount, amountDetails: units.isZero() ? none : details };
}

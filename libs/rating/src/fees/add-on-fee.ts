import { Decimal, centsDecimal, roundHalfUp, roundToCents } from '../decimal.js';
import type { FeeAmount } from './subscription-fee.js';

/**
 * The cost of add-on units, in cents: price by units, rounded once (invoices, section 10).
 * @param unitAmountCents price of one unit
 * @throws AmountOutOfRange
 */
export function addOnFee(unitAmountCents: bigint, units: Decimal): FeeAmount {
  const precise = centsDecimal(unitAmountCents).times(units);
  return { amountCents: roundToCents(precise), preciseAmountCents: roundHalfUp(precise, 15) };
}

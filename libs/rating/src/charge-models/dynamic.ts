import { ZERO, subunit } from '../decimal.js';
import { perUnit, statedUnits } from './quotient.js';
import type { ModelResult, Usage } from './types.js';

/** The price that the events carry; nothing at 0 units (metering, section 5.8). */
export function dynamic(usage: Usage, currency: string): ModelResult {
  const amount = usage.units.isZero() ? ZERO : (usage.eventsPriceCents ?? ZERO).div(subunit(currency));
  return { amount, unitAmount: perUnit(amount, statedUnits(usage)), amountDetails: {} };
}

import { ZERO, centsDecimal, roundHalfUp, roundToCents, sumOf } from '../decimal.js';
import { PRICING_UNIT_SUBUNIT, convertPricingCents } from '../charge-models/pricing-units.js';
import { billedDays } from '../periods/billed-days.js';
import type { PricingUnitAmounts } from '../charge-models/types.js';
import type { Decimal } from '../decimal.js';
import type { ProratedWindow } from '../aggregations/prorated.js';
import type { FeeAmount } from './subscription-fee.js';

/** Spending minimum of a charge for the days of a period, in cents, unrounded (charges, section 2.6). */
export function chargeMinimumCents(minAmountCents: bigint, window: ProratedWindow): Decimal {
  return centsDecimal(minAmountCents).times(billedDays(window)).div(window.durationDays);
}

/**
 * The true-up fee of a charge whose fees stay below its spending minimum, or null (charges, section 2.6).
 * `fees` are all fees of the charge for one subscription and period.
 */
export function chargeTrueUp(
  minAmountCents: bigint,
  window: ProratedWindow,
  fees: readonly FeeAmount[],
): FeeAmount | null {
  const minimum = chargeMinimumCents(minAmountCents, window);
  const used = centsDecimal(fees.reduce((total, { amountCents }) => total + amountCents, 0n));
  if (used.gte(minimum)) return null;
  const precise = minimum.minus(sumOf(fees.map(({ preciseAmountCents }) => preciseAmountCents)));
  return { amountCents: roundToCents(minimum.minus(used)), preciseAmountCents: precise.lt(0) ? ZERO : precise };
}

/**
 * The true-up fee in a charge's own pricing unit: computed in that unit, then converted to the currency (charges,
 * section 8).
 */
export function pricingUnitTrueUp(
  minAmountCents: bigint,
  window: ProratedWindow,
  fees: readonly PricingUnitAmounts[],
  conversionRate: Decimal,
  currency: string,
): (FeeAmount & { readonly pricingUnit: PricingUnitAmounts }) | null {
  const missing = chargeTrueUp(minAmountCents, window, fees);
  if (missing === null) return null;
  const worth = convertPricingCents(centsDecimal(missing.amountCents), conversionRate, currency);
  const pricingUnit = {
    ...missing,
    unitAmountCents: missing.amountCents,
    preciseUnitAmount: roundHalfUp(missing.preciseAmountCents.div(PRICING_UNIT_SUBUNIT), 15),
    conversionRate,
  };
  return { amountCents: roundToCents(worth), preciseAmountCents: roundHalfUp(worth, 15), pricingUnit };
}

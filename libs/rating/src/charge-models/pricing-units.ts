import { Decimal, centsDecimal, roundHalfUp, roundToCents, subunit, toCents } from '../decimal.js';
import type { ChargeFee, Price, PricingUnitAmounts } from './types.js';

/** Decimals of every pricing unit. */
export const PRICING_UNIT_PLACES = 2;
/** Pricing cents in one pricing unit. */
export const PRICING_UNIT_SUBUNIT = new Decimal(10).pow(PRICING_UNIT_PLACES);

export interface PricingUnitFee extends ChargeFee {
  readonly pricingUnit: PricingUnitAmounts;
}

/** Converts pricing cents to cents of a currency, unrounded. */
export function convertPricingCents(pricingCents: Decimal, conversionRate: Decimal, currency: string): Decimal {
  return pricingCents.div(PRICING_UNIT_SUBUNIT).times(conversionRate).times(subunit(currency));
}

/**
 * The fee of a charge priced in its own unit: rounded to pricing cents first, then converted and rounded to the
 * currency (metering, section 5.11).
 */
export function pricingUnitFee(price: Price, conversionRate: Decimal, currency: string): PricingUnitFee {
  const pricingCents = roundToCents(price.amount.times(PRICING_UNIT_SUBUNIT));
  const fiatCents = convertPricingCents(centsDecimal(pricingCents), conversionRate, currency);
  return {
    units: price.units,
    amountCents: toCents(fiatCents.div(subunit(currency)), currency),
    preciseAmountCents: roundHalfUp(fiatCents, 15),
    preciseUnitAmount: roundHalfUp(price.unitAmount.times(conversionRate), 15),
    amountDetails: price.amountDetails,
    pricingUnit: {
      amountCents: pricingCents,
      preciseAmountCents: roundHalfUp(price.amount.times(PRICING_UNIT_SUBUNIT), 15),
      unitAmountCents: roundToCents(price.unitAmount.times(PRICING_UNIT_SUBUNIT)),
      preciseUnitAmount: roundHalfUp(price.unitAmount, 15),
      conversionRate,
    },
  };
}

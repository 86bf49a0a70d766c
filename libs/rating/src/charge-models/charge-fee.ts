import { pricingUnitFee } from './pricing-units.js';
import { roundHalfUp, subunit, toCents } from '../decimal.js';
import type { PricedCharge } from './price-usage.js';
import type { ChargeFee, Price } from './types.js';

/** Rounds a price to the currency, once per fee (metering, sections 5, 5.11 and 5.12). */
export function chargeFee(price: Price, { currency, conversionRate }: Pick<PricedCharge, 'currency' | 'conversionRate'>): ChargeFee {
  if (conversionRate) return pricingUnitFee(price, conversionRate, currency);
  return {
    units: price.units,
    amountCents: toCents(price.amount, currency),
    preciseAmountCents: roundHalfUp(price.amount.times(subunit(currency)), 15),
    preciseUnitAmount: roundHalfUp(price.unitAmount, 15),
    amountDetails: price.amountDetails,
  };
}

/** Does a bucket become a fee on an invoice (metering, section 5.13)? */
export function makesFee(fee: Pick<ChargeFee, 'units' | 'amountCents'>, eventsCount: number): boolean {
  return !fee.units.isZero() || fee.amountCents !== 0n || eventsCount !== 0;
}

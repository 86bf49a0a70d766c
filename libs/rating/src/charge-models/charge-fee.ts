import { pricingUnitFee } from './pricing-units.js';
import { roundHalfUp, subunit, toCents } from '../decimal.js';
import type { Decimal } from '../decimal.js';
import type { PricedCharge } from './price-usage.js';
import type { PricingUnitAmounts } from './pricing-units.js';
import type { AmountDetails, Price } from './types.js';

/** The amounts of a charge fee: cents rounded once, the rest as precise as it is kept. */
export interface ChargeFee {
  readonly units: Decimal;
  readonly amountCents: bigint;
  /** Cents, 15 decimals. */
  readonly preciseAmountCents: Decimal;
  /** Main unit, 15 decimals. */
  readonly preciseUnitAmount: Decimal;
  readonly amountDetails: AmountDetails;
  /** The same in the unit that the charge is priced in. */
  readonly pricingUnit?: PricingUnitAmounts;
}

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

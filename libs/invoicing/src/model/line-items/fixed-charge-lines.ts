import type { FixedChargeView } from '@tollgate/catalog/reader';
import { chargeFee, Decimal, priceUsage, type ChargeFee, type UsagePeriod } from '@tollgate/rating';
import type { NewFee } from './new-invoice.js';
import { taxesOfLine, type Payer } from './payer.js';

/**
 * Prices units of a fixed charge.
 * @param units the priced units, prorated if the charge is
 * @param fullUnits the units that the fee shows
 */
export function priceFixedCharge(
  charge: FixedChargeView,
  currency: string,
  units: Decimal,
  fullUnits: Decimal,
): ChargeFee {
  const priced = { model: charge.chargeModel, properties: charge.properties, currency };
  return chargeFee(priceUsage(priced, { units, fullUnits, eventsCount: 0 }), priced);
}

/** Builds the fee of a fixed charge for a period (charges, sections 1.2 and 5). */
export function fixedChargeLine(
  payer: Payer,
  charge: FixedChargeView,
  fee: ChargeFee,
  period: Pick<UsagePeriod, 'from' | 'to'>,
  { payInAdvance, inputs }: Pick<NewFee, 'payInAdvance' | 'inputs'>,
): NewFee {
  const { addOn } = charge;
  return {
    type: 'fixed_charge',
    subscription: payer.subscription,
    charge: null,
    fixedCharge: charge,
    bucket: null,
    itemId: addOn.id,
    itemCode: addOn.code,
    itemName: addOn.name,
    itemDescription: addOn.description,
    invoiceDisplayName: charge.invoiceDisplayName || addOn.invoiceDisplayName || addOn.name,
    amountCents: fee.amountCents,
    preciseAmountCents: fee.preciseAmountCents,
    preciseCouponsAmountCents: new Decimal(0),
    units: fee.units,
    totalAggregatedUnits: fee.units,
    preciseUnitAmount: fee.preciseUnitAmount,
    eventsCount: null,
    amountDetails: fee.amountDetails,
    payInAdvance,
    from: period.from,
    to: period.to,
    inputs,
    ...taxesOfLine(payer, charge.taxes),
  };
}

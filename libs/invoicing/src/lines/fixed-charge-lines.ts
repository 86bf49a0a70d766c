import type { FixedChargeView, TaxView } from '@tollgate/catalog/reader';
import {
  applicableTaxes,
  chargeFee,
  Decimal,
  priceUsage,
  type ChargeFee,
  type ChargeProperties,
  type UsagePeriod,
} from '@tollgate/rating';
import type { CustomerView, SubscriptionView } from '@tollgate/subscription/reader';
import type { NewFee } from './new-invoice.js';

/** Whose fixed charges are billed. */
export interface FixedChargePayer {
  subscription: SubscriptionView;
  customer: CustomerView;
  /** Taxes of the customer's issuer. */
  entityTaxes: TaxView[];
}

/**
 * The price of units of a fixed charge.
 * @param units that are priced: prorated ones, where the charge is
 * @param fullUnits that the fee shows
 */
export function priceFixedCharge(
  charge: FixedChargeView,
  currency: string,
  units: Decimal,
  fullUnits: Decimal,
): ChargeFee {
  const priced = { model: charge.chargeModel, properties: charge.properties as ChargeProperties, currency };
  return chargeFee(priceUsage(priced, { units, fullUnits, eventsCount: 0 }), priced);
}

/** The fee of a fixed charge for a period (charges, sections 1.2 and 5). */
export function fixedChargeLine(
  { subscription, customer, entityTaxes }: FixedChargePayer,
  charge: FixedChargeView,
  fee: ChargeFee,
  period: Pick<UsagePeriod, 'from' | 'to'>,
  payInAdvance: boolean,
): NewFee {
  const { addOn } = charge;
  return {
    type: 'fixed_charge',
    subscription,
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
    taxes: [...applicableTaxes(charge.taxes, subscription.plan.taxes, customer.taxes, entityTaxes)],
  };
}

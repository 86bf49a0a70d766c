import type { ChargeModelName, ModelProperties } from '../../../api/records.js';

/** The unit of prices: a currency, or a pricing unit. */
export interface Unit {
  currency: string;
  isPricingUnit: boolean;
}

/** A price of a charge model. */
export interface PriceProps<Model extends ChargeModelName> {
  properties: ModelProperties<Model>;
  unit: Unit;
  /** The charge, for readers of a table. */
  label: string;
}

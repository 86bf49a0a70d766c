import type { ChargeModelName, ChargePropertiesOf } from '@tollgate/contracts';
import type { Properties } from '../../model/tables/charges.tables.js';
import type { PriceView } from '../../views.js';

/**
 * The price of a stored charge, as other services see it. `propertyErrors` accepted it on write, and everything that it
 * accepts matches the contract of the model.
 */
export const toPriceView = <M extends ChargeModelName>(charge: {
  charge_model: M;
  properties: Properties;
}): PriceView<M> => ({ chargeModel: charge.charge_model, properties: charge.properties }) as PriceView<M>;

/** The price of a stored filter; it has the model of its charge. */
export const toFilterPriceView = (properties: Properties): ChargePropertiesOf<ChargeModelName> => properties;

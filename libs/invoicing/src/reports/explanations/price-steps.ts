import { chargeModelOf, isChargeModelName, type AnyChargeModel, type StoredUsage } from '@tollgate/rating';
import type { StoredPrice } from '../../model/fee-inputs/fee-inputs.tables.js';
import type { Steps } from './steps.js';

/** A usage whose price is explained, with the references of its units. */
interface PricedUsage {
  steps: Steps;
  /** Begins the name of each step, where two usages are priced. */
  prefix: '' | 'with_' | 'without_';
  price: StoredPrice;
  usage: StoredUsage;
  /** The priced units. */
  units: string;
  currency: string;
}

/** The model of a stored price. @throws Error if there is none of its name */
export function modelOfPrice({ charge_model: name }: StoredPrice): AnyChargeModel {
  if (!isChargeModelName(name)) throw new Error(`no steps for ${name}`);
  return chargeModelOf(name);
}

/** The price of usage in the main unit, by its model (metering, section 5). @returns the reference of the amount */
export const priceSteps = ({ price, ...priced }: PricedUsage): string =>
  modelOfPrice(price).steps({ ...priced, properties: price.properties });

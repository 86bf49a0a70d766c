import type { ChargeProperties } from '@tollgate/rating';
import type { StoredPrice, StoredUsage } from '../../model/tables/fee-inputs.tables.js';
import { exactOf } from './exact.js';
import type { Steps } from './steps.js';

/** A usage whose price is explained, with the references of its units. */
export interface PricedUsage {
  steps: Steps;
  /** Begins the name of each step, where two usages are priced. */
  prefix: '' | 'with_' | 'without_';
  price: StoredPrice;
  usage: StoredUsage;
  /** The priced units. */
  units: string;
  currency: string;
}

/** Properties of a price, as its model reads them. */
export const propertiesOf = ({ price }: Pick<PricedUsage, 'price'>): ChargeProperties => price.properties;

/** A decimal of a property; absent or empty is 0. */
export const decimalOf = (text: string | number | null | undefined): string =>
  text === null || text === undefined || text === '' ? '0' : String(text);

/** Whether a decimal of a property is 0. */
export const isZero = (text: string): boolean => exactOf(text).numerator === 0n;

/** The text of a range: its bounds, the last one open. */
export const rangeName = ({
  from_value: from,
  to_value: to,
}: {
  from_value: number;
  to_value: number | null;
}): string => `${from}..${to ?? ''}`;

import { z } from 'zod';
import { described, type FieldText } from './field-text.js';

/** A decimal in answers, as text. */
export const decimalString = () => z.string().meta({ format: 'decimal', examples: ['10.0'] });

/** The price, as decimal text. */
export const amount = described(z.string(), 'Price in the main unit of the currency', '12.5');

const ratePercent: FieldText = ['Rate in percent', '20.0'];
/** The rate, as decimal text. */
export const rate = described(z.string(), ...ratePercent);

const firstUnit: FieldText = ['First unit of the range', 0];
const lastUnit: FieldText = ['Last unit of the range; null: open', 100];
const unitPrice: FieldText = ['Price of a unit in the range, in the main unit of the currency', '0.5'];
const flatPrice = 'Flat price of the range once it is reached, in the main unit of the currency';

/** The bounds of a range of units. Without an end it is open. */
export const bounds = {
  from_value: described(z.number(), ...firstUnit),
  to_value: described(z.number().nullish(), ...lastUnit),
};
/** The flat price of a range, as decimal text. */
export const flatAmount = { flat_amount: described(z.string(), flatPrice, '10') };
export const unitPriceRange = z.object({
  ...bounds,
  per_unit_amount: described(z.string(), ...unitPrice),
  ...flatAmount,
});
export const rateRange = z.object({ ...bounds, rate, ...flatAmount });

/** Fields in the details of an amount. */
export const priced = {
  units: described(decimalString(), 'Quantity', '10.0'),
  free_units: described(decimalString(), 'Free units', '0.0'),
  paid_units: described(decimalString(), 'Units that are not free', '10.0'),
  rate: described(decimalString(), ...ratePercent),
  per_unit_amount: described(decimalString(), ...unitPrice),
  flat_unit_amount: described(decimalString(), flatPrice, '10.0'),
  per_unit_total_amount: described(decimalString(), 'Price of the units without the flat price', '50.0'),
};

/** A range in the details of an amount. */
export const pricedRange = {
  units: priced.units,
  from_value: described(z.number(), ...firstUnit),
  to_value: described(z.number().nullable(), ...lastUnit),
  flat_unit_amount: priced.flat_unit_amount,
  per_unit_total_amount: priced.per_unit_total_amount,
  total_with_flat_amount: described(decimalString(), 'Price of the range', '60.0'),
};

/** The open range of a default price. */
export const openRange = { from_value: 0, to_value: null };

type Listed<T> = T extends readonly (infer Item)[] ? readonly Item[] : T;

/** Properties as pricing takes them: absent ones use the model's default (metering, section 5). */
export type Lenient<Schema extends z.ZodObject> = {
  readonly [K in keyof Schema['shape']]?: Listed<z.infer<Schema['shape'][K]>> | null | undefined;
};

import { z } from 'zod';

/** A decimal in answers, as text. */
export const decimalString = () => z.string().meta({ format: 'decimal', examples: ['10.0'] });

/** Decimal text, in the main unit of the currency or pricing unit. */
export const amount = z.string();
/** Percent, decimal text. */
export const rate = z.string();

/** The bounds of a range of units. Without an end it is open. */
export const bounds = { from_value: z.number(), to_value: z.number().nullish() };
export const unitPriceRange = z.object({ ...bounds, per_unit_amount: amount, flat_amount: amount });
export const rateRange = z.object({ ...bounds, rate, flat_amount: amount });

/** A range in the details of an amount. */
export const pricedRange = {
  units: decimalString(),
  from_value: z.number(),
  to_value: z.number().nullable(),
  flat_unit_amount: decimalString(),
  per_unit_total_amount: decimalString(),
  total_with_flat_amount: decimalString(),
};

/** The open range of a default price. */
export const openRange = { from_value: 0, to_value: null };

type Listed<T> = T extends readonly (infer Item)[] ? readonly Item[] : T;

/** Properties as pricing takes them: absent ones use the model's default (metering, section 5). */
export type Lenient<Schema extends z.ZodObject> = {
  readonly [K in keyof Schema['shape']]?: Listed<z.infer<Schema['shape'][K]>> | null | undefined;
};

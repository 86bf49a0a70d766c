import { chargeModelNames, chargeModels, type ChargeModelName } from '@tollgate/rating';
import { z } from 'zod';
import { shapeName } from './charge-prices.js';

/**
 * How the amount of a fee comes about, one shape for each charge model (metering, section 5; charges, section 3.4). The
 * shapes share no discriminator: each has keys of its own, and only the empty one has none.
 */

/** The fee of a subscription: the price of its plan before proration. */
export const PlanAmountDetails = z.object({ plan_amount_cents: z.int() });

/** Models without details, prorated graduated prices, add-ons and credits: units times their price. */
export const NoAmountDetails = z.object({}).meta({ maxProperties: 0 });

const detailsOf = (name: ChargeModelName) => {
  const { details } = chargeModels[name];
  return details ? [[`${shapeName(name)}AmountDetails`, details.schema] as const] : [];
};
const shapes = [...chargeModelNames].sort().flatMap(detailsOf);

export const AmountDetails = z.union([PlanAmountDetails, ...shapes.map(([, shape]) => shape), NoAmountDetails]);
export type AmountDetails = z.infer<typeof AmountDetails>;

/** The shapes of the charge models by their names in the interface document. */
export const detailShapes: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(shapes);

import { described, shape } from '../http/texts.js';
import { chargeModelNames, chargeModels, type ChargeModelName } from '@tollgate/rating';
import { z } from 'zod';
import { shapeName } from './charge-prices.js';

/**
 * How the amount of a fee comes about, one shape for each charge model (metering, section 5; charges, section 3.4). The
 * shapes share no discriminator: each has keys of its own, and only the empty one has none.
 */

/** The fee of a subscription: the price of its plan before proration. */
export const PlanAmountDetails = shape('The fee of a subscription: the price of its plan', {
  plan_amount_cents: described(z.int(), 'Price of the plan for a period, in the smallest unit of the currency', 3000),
});

const withoutDetails = chargeModelNames.filter((name) => !chargeModels[name].details).map((name) => `\`${name}\``);

/** Models without details, prorated graduated prices, add-ons and credits: units times their price. */
export const NoAmountDetails = described(
  z.object({}).meta({ maxProperties: 0 }),
  `The models ${withoutDetails.join(' and ')}, add-ons and credits: the quantity times its price`,
);

const detailsOf = (name: ChargeModelName) => {
  const { details } = chargeModels[name];
  if (!details) return [];
  return [
    [`${shapeName(name)}AmountDetails`, described(details.schema, `The model \`${name}\`: ${details.text}`)] as const,
  ];
};
const shapes = [...chargeModelNames].sort().flatMap(detailsOf);

export const AmountDetails = described(
  z.union([PlanAmountDetails, ...shapes.map(([, shape]) => shape), NoAmountDetails]),
  'Details of the amount of a fee: one shape for each charge model, distinguished by its keys',
);
export type AmountDetails = z.infer<typeof AmountDetails>;

/** The shapes of the charge models by their names in the interface document. */
export const detailShapes: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(shapes);

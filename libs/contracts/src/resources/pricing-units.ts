import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { cents, decimal, decimalString, id, mandatoryText, prose, text, timestamp } from '../http/fields.js';
import { described, shape, texts } from '../http/texts.js';

/** The pricing unit of a charge, and its value in the plan's currency (charges, section 8). */
export const AppliedPricingUnit = shape("The pricing unit of a charge, and its value in the plan's currency", {
  code: described(z.string(), 'Unique code for calls', 'credits'),
  conversion_rate: described(decimalString(), "Value of a pricing unit in the plan's currency", '0.5'),
});
export type AppliedPricingUnit = z.infer<typeof AppliedPricingUnit>;

export const AppliedPricingUnitInput = bodyOf(AppliedPricingUnit, { code: text(), conversion_rate: decimal() });

/** The amounts of a fee in the charge's pricing unit. */
export const PricingUnitDetails = shape('The amounts of a fee in the pricing unit of the charge', {
  svc_pricing_unit_id: described(id(), 'Identifier of the pricing unit'),
  pricing_unit_code: described(z.string(), 'Code of the pricing unit', 'credits'),
  short_name: described(z.string(), 'Sign of the pricing unit', 'CR'),
  amount_cents: described(cents(), ...texts.amountCents),
  precise_amount_cents: described(decimalString(), 'Amount in the smallest unit before rounding', '12500.0'),
  unit_amount_cents: described(cents(), 'Price of a unit in the smallest unit of the currency', 1250),
  precise_unit_amount: described(decimalString(), 'Price of a unit before rounding, in the main unit', '12.5'),
  conversion_rate: described(decimalString(), "Value of a pricing unit in the plan's currency", '0.5'),
});
export type PricingUnitDetails = z.infer<typeof PricingUnitDetails>;

/** The amount of usage in the charge's pricing unit. */
export const UsagePricingUnitDetails = described(
  PricingUnitDetails.pick({
    amount_cents: true,
    short_name: true,
    conversion_rate: true,
  }),
  'The amount of usage in the pricing unit of the charge',
);
export type UsagePricingUnitDetails = z.infer<typeof UsagePricingUnitDetails>;

/** A pricing unit for charges, as operators see it. */
export const PricingUnit = z.object({
  svc_id: id(),
  name: z.string(),
  code: z.string(),
  short_name: z.string(),
  description: z.string().nullable(),
  created_at: timestamp(),
});
export type PricingUnit = z.infer<typeof PricingUnit>;

const longestShortName = 3;
const longestDescription = 600;

export const PricingUnitCreate = body({
  name: mandatoryText(),
  code: mandatoryText(),
  short_name: mandatoryText(longestShortName),
  description: prose(longestDescription),
});
export type PricingUnitCreate = BodyInput<typeof PricingUnitCreate>;

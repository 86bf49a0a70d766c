import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { cents, decimal, decimalString, id, mandatoryText, prose, text, timestamp } from '../http/fields.js';

/** The pricing unit of a charge, and its value in the plan's currency (charges, section 8). */
export const AppliedPricingUnit = z.object({ code: z.string(), conversion_rate: decimalString() });
export type AppliedPricingUnit = z.infer<typeof AppliedPricingUnit>;

export const AppliedPricingUnitInput = body({ code: text(), conversion_rate: decimal() });

/** The amounts of a fee in the charge's pricing unit. */
export const PricingUnitDetails = z.object({
  svc_pricing_unit_id: id(),
  pricing_unit_code: z.string(),
  short_name: z.string(),
  amount_cents: cents(),
  precise_amount_cents: decimalString(),
  unit_amount_cents: cents(),
  precise_unit_amount: decimalString(),
  conversion_rate: decimalString(),
});
export type PricingUnitDetails = z.infer<typeof PricingUnitDetails>;

/** The amount of usage in the charge's pricing unit. */
export const UsagePricingUnitDetails = PricingUnitDetails.pick({
  amount_cents: true,
  short_name: true,
  conversion_rate: true,
});
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

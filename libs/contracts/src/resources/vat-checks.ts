import { z } from 'zod';

/** What a registry of VAT numbers answered. */
export const VatAnswer = z.object({
  valid: z.boolean(),
  /** As the registry spells it: `EL` for Greece. */
  country_code: z.string(),
  vat_number: z.string(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  request_date: z.string().nullable(),
});
export type VatAnswer = z.infer<typeof VatAnswer>;

/** What came of a VAT number, as the outside is told (webhooks, section 4). */
export const ViesCheck = z.union([
  VatAnswer.extend({ valid: z.literal(true) }),
  z.object({ valid: z.literal(false), valid_format: z.boolean(), error: z.string().optional() }),
]);
export type ViesCheck = z.infer<typeof ViesCheck>;

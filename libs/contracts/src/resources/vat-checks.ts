import { z } from 'zod';

/** The answer of a VAT number registry. */
export const VatAnswer = z.object({
  valid: z.boolean(),
  /** In the registry's spelling: `EL` for Greece. */
  country_code: z.string(),
  vat_number: z.string(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  request_date: z.string().nullable(),
});
export type VatAnswer = z.infer<typeof VatAnswer>;

/** The result of a VAT check, as webhooks show it (webhooks, section 4). */
export const ViesCheck = z.union([
  VatAnswer.extend({ valid: z.literal(true) }),
  z.object({ valid: z.literal(false), valid_format: z.boolean(), error: z.string().optional() }),
]);
export type ViesCheck = z.infer<typeof ViesCheck>;

import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { intervals } from '../http/enums.js';
import { cents, id, integer, text, textList, timestamp } from '../http/fields.js';
import { translated, translations } from '../http/translation-fields.js';
import { Tax } from './taxes.js';

/** The minimum payment of a plan's customers in each of its intervals (catalog, section 3.4). */
export const MinimumCommitment = z.object({
  svc_id: id(),
  plan_code: z.string(),
  invoice_display_name: z.string().nullable(),
  invoice_display_name_translations: translated(),
  amount_cents: cents(),
  interval: z.enum(intervals),
  created_at: timestamp(),
  updated_at: timestamp(),
  taxes: z.array(Tax),
});
export type MinimumCommitment = z.infer<typeof MinimumCommitment>;

/** Part of a plan's body; the amount may be missing only if a commitment already exists. */
export const MinimumCommitmentInput = body({
  amount_cents: integer(),
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  tax_codes: textList(),
});
export type MinimumCommitmentInput = BodyInput<typeof MinimumCommitmentInput>;

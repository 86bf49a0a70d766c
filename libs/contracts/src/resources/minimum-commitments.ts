import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { intervals } from '../http/enums.js';
import { cents, integer, text, textList } from '../http/fields.js';
import { createdAt, described, shape, svcId, texts, updatedAt } from '../http/texts.js';
import { translated, translations } from '../http/translation-fields.js';
import { Tax } from './taxes.js';

/** The minimum payment of a plan's customers in each of its intervals (catalog, section 3.4). */
export const MinimumCommitment = shape('The minimum amount that customers of a plan pay in each period', {
  svc_id: svcId(),
  plan_code: described(z.string(), ...texts.planCode),
  invoice_display_name: described(z.string().nullable(), ...texts.invoiceDisplayName),
  invoice_display_name_translations: translated('de=Speicher'),
  amount_cents: described(cents(), ...texts.amountCents),
  interval: described(z.enum(intervals), ...texts.interval),
  created_at: createdAt(),
  updated_at: updatedAt(),
  taxes: z.array(Tax),
});
export type MinimumCommitment = z.infer<typeof MinimumCommitment>;

/** Part of a plan's body; the amount may be missing only if a commitment already exists. */
export const MinimumCommitmentInput = bodyOf(MinimumCommitment, {
  amount_cents: integer(),
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  tax_codes: described(textList(), ...texts.taxCodes),
});
export type MinimumCommitmentInput = BodyInput<typeof MinimumCommitmentInput>;

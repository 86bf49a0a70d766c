import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { intervals } from '../http/enums.js';
import { cents, id, integer, text, textList, timestamp } from '../http/fields.js';
import { Tax } from './taxes.js';

/** What a plan's customers pay at least in each of its intervals (catalog, section 3.4). */
export const MinimumCommitment = z.object({
  svc_id: id(),
  plan_code: z.string(),
  invoice_display_name: z.string().nullable(),
  amount_cents: cents(),
  interval: z.enum(intervals),
  created_at: timestamp(),
  updated_at: timestamp(),
  taxes: z.array(Tax),
});
export type MinimumCommitment = z.infer<typeof MinimumCommitment>;

/** Inside a plan's body; whether the amount may be missing depends on whether there is a commitment already. */
export const MinimumCommitmentInput = body({
  amount_cents: integer(),
  invoice_display_name: text(),
  tax_codes: textList(),
});
export type MinimumCommitmentInput = BodyInput<typeof MinimumCommitmentInput>;

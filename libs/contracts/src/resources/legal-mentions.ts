import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { choice, decimal, flag } from '../http/fields.js';
import { strictly } from '../http/strict.js';

/** Kinds of supplies in French law (CGI, annexe II, art. 242 nonies A). */
export const operationCategories = ['goods', 'services', 'mixed'] as const;

/** The most that a late penalty may be, in percent a year. */
const mostPercent = 100;

/** Mentions that the law of the seller requires on its invoices, beyond its own fields (webhooks, section 8.1). */
export const LegalMentions = z.object({
  /** Percent a year; null without one. */
  late_penalty_rate: z.number().nullable(),
  /** Whether invoices state the indemnity of 40 € for late payment; null: where the law of its country requires it. */
  recovery_indemnity: z.boolean().nullable(),
  no_early_payment_discount: z.boolean(),
  /** Whether VAT is due on invoicing; only for French sellers. */
  vat_on_debits: z.boolean(),
  /** Only for French sellers. */
  operation_category: z.enum(operationCategories).nullable(),
});
export type LegalMentions = z.infer<typeof LegalMentions>;

export const noLegalMentions: LegalMentions = {
  late_penalty_rate: null,
  recovery_indemnity: null,
  no_early_payment_discount: false,
  vat_on_debits: false,
  operation_category: null,
};

/** A nested object of a body; its errors have the names of its fields. */
export const LegalMentionsInput = body({
  late_penalty_rate: strictly(decimal(0, mostPercent), z.number().nullish()),
  recovery_indemnity: flag(),
  no_early_payment_discount: flag(),
  vat_on_debits: flag(),
  operation_category: choice(operationCategories),
});
export type LegalMentionsInput = BodyInput<typeof LegalMentionsInput>;

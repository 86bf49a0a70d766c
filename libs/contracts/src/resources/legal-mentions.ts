import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { choice, decimal, flag } from '../http/fields.js';
import { strictly } from '../http/strict.js';
import { described, shape } from '../http/texts.js';

/** Kinds of supplies in French law (CGI, annexe II, art. 242 nonies A). */
export const operationCategories = ['goods', 'services', 'mixed'] as const;

/** The most that a late penalty may be, in percent a year. */
const mostPercent = 100;

/** Mentions that the law of the seller requires on its invoices, beyond its own fields (webhooks, section 8.1). */
export const LegalMentions = shape('Mentions that the law of the seller requires on its invoices', {
  /** Percent a year; null without one. */
  late_penalty_rate: described(z.number().nullable(), 'Penalty for late payment, in percent a year', 12.15),
  /** Whether invoices state the indemnity of 40 € for late payment; null: where the law of its country requires it. */
  recovery_indemnity: described(
    z.boolean().nullable(),
    'Whether invoices state the indemnity of 40 € for late payment; null: as the law requires',
  ),
  no_early_payment_discount: described(z.boolean(), 'Whether invoices say that there is no discount for early payment'),
  /** Whether VAT is due on invoicing; only for French sellers. */
  vat_on_debits: described(z.boolean(), 'Whether VAT is due on invoicing (French sellers)'),
  /** Only for French sellers. */
  operation_category: described(
    z.enum(operationCategories).nullable(),
    'Kind of supply: goods, services or both (French sellers)',
    'services',
  ),
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
export const LegalMentionsInput = bodyOf(LegalMentions, {
  late_penalty_rate: strictly(decimal(0, mostPercent), z.number().nullish()),
  recovery_indemnity: flag(),
  no_early_payment_discount: flag(),
  vat_on_debits: flag(),
  operation_category: choice(operationCategories),
});
export type LegalMentionsInput = BodyInput<typeof LegalMentionsInput>;

import { z } from 'zod';
import { body } from '../http/body.js';
import {
  choice,
  decimalString,
  flag,
  id,
  mandatoryChoice,
  record,
  text,
  timestamp,
  withMembers,
} from '../http/fields.js';
import { idText } from '../http/strict-fields.js';
import { strictly } from '../http/strict.js';
import { AppliedInvoiceCustomSection, InvoiceCustomSectionSelection } from './invoice-custom-sections.js';
import { paymentMethodField, PaymentMethodReference } from './payment-methods.js';

export const walletStatuses = ['active', 'terminated'] as const;

/** Kinds of fees that a wallet may be limited to (wallets, section 2.2). */
export const walletFeeTypes = [
  'charge',
  'add_on',
  'subscription',
  'credit',
  'commitment',
  'fixed_charge',
  'product',
] as const;
export type WalletFeeType = (typeof walletFeeTypes)[number];

export const ruleTriggers = ['interval', 'threshold'] as const;
export const ruleMethods = ['fixed', 'target'] as const;
export const ruleIntervals = ['weekly', 'monthly', 'quarterly', 'semiannual', 'yearly'] as const;

/** Callers' metadata of a transaction. */
export const TransactionMetadata = z.array(z.object({ key: z.string(), value: z.string() }));
export type TransactionMetadata = z.infer<typeof TransactionMetadata>;

/** A rule for automatic top-ups of a wallet (wallets, section 2.6). */
export const RecurringTransactionRule = z.object({
  svc_id: id(),
  trigger: z.enum(ruleTriggers),
  method: z.enum(ruleMethods),
  interval: z.enum(ruleIntervals).nullable(),
  status: z.enum(walletStatuses),
  paid_credits: decimalString(),
  granted_credits: decimalString(),
  grants_target_top_up: z.boolean(),
  threshold_credits: decimalString(),
  target_ongoing_balance: decimalString().nullable(),
  started_at: timestamp().nullable(),
  expiration_at: timestamp().nullable(),
  created_at: timestamp(),
  invoice_requires_successful_payment: z.boolean(),
  ignore_paid_top_up_limits: z.boolean(),
  transaction_name: z.string().nullable(),
  transaction_metadata: TransactionMetadata,
  purchase_order_number: z.string().nullable(),
  applied_invoice_custom_sections: z.array(AppliedInvoiceCustomSection),
  payment_method: PaymentMethodReference,
});
export type RecurringTransactionRule = z.infer<typeof RecurringTransactionRule>;

/** The order in which wallets are used: 1 is the first. */
export const walletPriority = () => z.int().min(1).max(50).nullish();

const credits = () => strictly(text(), decimalString().optional());
const instant = () => strictly(text(), timestamp().nullish());

/** A top-up rule in a body; the service judges it as a whole (wallets, section 2.6). */
export const RecurringTransactionRuleInput = body({
  svc_id: idText(),
  trigger: mandatoryChoice(ruleTriggers),
  method: choice(ruleMethods),
  interval: choice(ruleIntervals),
  paid_credits: credits(),
  granted_credits: credits(),
  grants_target_top_up: flag(),
  threshold_credits: credits(),
  target_ongoing_balance: credits(),
  started_at: instant(),
  expiration_at: instant(),
  invoice_requires_successful_payment: flag(),
  ignore_paid_top_up_limits: flag(),
  transaction_name: text(),
  transaction_metadata: strictly(text(), TransactionMetadata.optional()),
  purchase_order_number: text(),
  invoice_custom_section: withMembers(record(), InvoiceCustomSectionSelection),
  payment_method: paymentMethodField(),
});

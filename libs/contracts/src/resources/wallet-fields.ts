import { z } from 'zod';
import { decimalString, id, timestamp } from '../http/fields.js';
import { AppliedInvoiceCustomSection } from './invoice-custom-sections.js';
import { PaymentMethodReference } from './payment-methods.js';

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

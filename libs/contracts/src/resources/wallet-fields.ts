import { z } from 'zod';
import { bodyOf } from '../http/body.js';
import { choice, decimalString, flag, mandatoryChoice, record, text, timestamp, withMembers } from '../http/fields.js';
import { idText } from '../http/strict-fields.js';
import { strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
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
export const transactionMetadata = () =>
  z.array(
    z.object({ key: described(z.string(), ...texts.entryKey), value: described(z.string(), ...texts.entryValue) }),
  );
export type TransactionMetadata = z.infer<ReturnType<typeof transactionMetadata>>;

/** A rule for automatic top-ups of a wallet (wallets, section 2.6). */
export const RecurringTransactionRule = shape('A rule that tops up a wallet', {
  svc_id: svcId(),
  trigger: described(z.enum(ruleTriggers), 'Trigger: an interval, or a balance'),
  method: described(z.enum(ruleMethods), 'Whether it adds a fixed number of credits, or fills up to a target balance'),
  interval: described(z.enum(ruleIntervals).nullable(), ...texts.interval),
  status: described(z.enum(walletStatuses), ...texts.state),
  paid_credits: described(decimalString(), ...texts.paidCredits),
  granted_credits: described(decimalString(), ...texts.grantedCredits),
  grants_target_top_up: described(z.boolean(), 'Whether the missing credits are granted instead of purchased'),
  threshold_credits: described(decimalString(), 'Balance in credits that triggers it', '20.0'),
  target_ongoing_balance: described(decimalString().nullable(), 'Target balance in credits', '200.0'),
  started_at: described(timestamp().nullable(), 'Start; null before it'),
  expiration_at: described(timestamp().nullable(), ...texts.expiryOrNever),
  created_at: createdAt(),
  invoice_requires_successful_payment: described(
    z.boolean(),
    'Whether the invoice and the credits appear only after its payment',
  ),
  ignore_paid_top_up_limits: described(z.boolean(), 'Whether the purchase may exceed the limits'),
  transaction_name: described(z.string().nullable(), 'Name of its transactions', 'Top-up'),
  transaction_metadata: described(transactionMetadata(), 'Metadata of its transactions'),
  purchase_order_number: described(z.string().nullable(), ...texts.purchaseOrderNumber),
  applied_invoice_custom_sections: z.array(AppliedInvoiceCustomSection),
  payment_method: PaymentMethodReference,
});
export type RecurringTransactionRule = z.infer<typeof RecurringTransactionRule>;

/** The order in which wallets are used: 1 is the first. */
export const walletPriority = () => z.int().min(1).max(50).nullish();

const credits = () => strictly(text(), decimalString().optional());
const instant = () => strictly(text(), timestamp().nullish());

/** A top-up rule in a body; the service judges it as a whole (wallets, section 2.6). */
export const RecurringTransactionRuleInput = described(
  bodyOf(RecurringTransactionRule, {
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
    transaction_metadata: strictly(text(), transactionMetadata().optional()),
    purchase_order_number: text(),
    invoice_custom_section: withMembers(record(), InvoiceCustomSectionSelection),
    payment_method: paymentMethodField(),
  }),
  'A rule that tops up a wallet; with an identifier it changes an existing rule',
);

import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { anything, cents, decimalString, flag, id, record, text, timestamp, withMembers } from '../http/fields.js';
import { listCounts, updatedListParameters } from '../http/lists.js';
import { pagination, query, queryPairs, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { choiceFilter, idText } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { providerKind } from '../payment-providers/provider-kind.js';
import { AppliedInvoiceCustomSection, InvoiceCustomSectionSelection } from './invoice-custom-sections.js';
import { paymentMethodField, PaymentMethodReference } from './payment-methods.js';
import { transactionMetadata, walletPriority } from './wallet-fields.js';

export const transactionTypes = ['inbound', 'outbound'] as const;
export const transactionKinds = ['purchased', 'granted', 'voided', 'invoiced'] as const;
export const transactionStatuses = ['pending', 'settled', 'failed'] as const;
export const transactionSources = ['manual', 'interval', 'threshold'] as const;

/** An inbound or outbound transaction of a wallet's credits (wallets, section 3). */
export const WalletTransaction = shape('Credits that were added to a wallet or taken from it', {
  svc_id: svcId(),
  svc_wallet_id: described(id(), ...texts.walletId),
  svc_invoice_id: described(id().nullable(), ...texts.invoiceId),
  svc_credit_note_id: described(id().nullable(), 'Identifier of the credit note'),
  svc_voided_invoice_id: described(
    id().nullable(),
    'Voided invoice that returned the credits; null for other transactions',
  ),
  billing_entity_code: described(z.string(), ...texts.billingEntityCode),
  transaction_type: described(z.enum(transactionTypes), 'Whether credits are added (`inbound`) or taken (`outbound`)'),
  transaction_status: described(z.enum(transactionKinds), 'Source or use of the credits'),
  status: described(z.enum(transactionStatuses), ...texts.state),
  source: described(z.enum(transactionSources), 'Origin of the transaction'),
  amount: described(decimalString(), 'Value of the transaction in the main unit', '100.0'),
  credit_amount: described(decimalString(), 'Credits of the transaction', '100.0'),
  remaining_amount_cents: described(
    cents().nullable(),
    'Remaining value, in the smallest unit of the currency; null for outbound transactions',
    8000,
  ),
  remaining_credit_amount: described(
    decimalString().nullable(),
    'Remaining credits; null for outbound transactions',
    '80.0',
  ),
  priority: described(z.int(), 'Order of use: 1 is first, 50 is last', 50),
  name: described(z.string().nullable(), 'Display name', 'Top-up'),
  metadata: described(transactionMetadata(), 'Metadata of the organization, by key'),
  purchase_order_number: described(z.string().nullable(), ...texts.purchaseOrderNumber),
  invoice_requires_successful_payment: described(
    z.boolean(),
    'Whether the invoice and the credits appear only after its payment',
  ),
  payment_method: PaymentMethodReference,
  settled_at: described(timestamp().nullable(), 'When it took effect; null until then'),
  failed_at: described(timestamp().nullable(), 'When it failed; null unless it did'),
  created_at: createdAt(),
});
export type WalletTransaction = z.infer<typeof WalletTransaction>;

/** The same in its own answer, and as the first of a list. */
export const WholeWalletTransaction = described(
  WalletTransaction.extend({
    applied_invoice_custom_sections: z.array(AppliedInvoiceCustomSection),
  }),
  'A transaction in its own answers, with its sections',
);

/** The payment of an inbound transaction for an outbound one. */
const Share = z.object({
  svc_id: svcId(),
  amount_cents: described(cents(), ...texts.amountCents),
  credit_amount: described(decimalString(), 'Credits of the transaction', '100.0'),
  created_at: createdAt(),
  wallet_transaction: WalletTransaction,
});
export type WalletTransactionShare = z.infer<typeof Share>;

const credits = () => strictly(anything(), decimalString().optional());

// All fields have an order of validation and codes of their own (wallets, section 3.4).
export const WalletTransactionCreate = described(
  bodyOf(WalletTransaction, {
    wallet_id: described(expected(idText()), 'Identifier of the wallet'),
    paid_credits: described(credits(), ...texts.paidCredits),
    granted_credits: described(credits(), ...texts.grantedCredits),
    voided_credits: described(credits(), 'Credits to void', '5.0'),
    voided_transaction_id: described(
      strictly(anything(), id().nullish()),
      'Purchase or grant whose credits are voided',
    ),
    invoice_requires_successful_payment: flag(),
    ignore_paid_top_up_limits: described(flag(), 'Whether the purchase may exceed the limits'),
    name: strictly(anything(), text()),
    priority: strictly(anything(), walletPriority()),
    metadata: strictly(anything(), transactionMetadata().optional()),
    purchase_order_number: strictly(anything(), text()),
    payment_method: paymentMethodField(),
    invoice_custom_section: withMembers(record(), InvoiceCustomSectionSelection),
  }),
  'Credits to buy, to grant and to void',
);
export type WalletTransactionCreate = BodyInput<typeof WalletTransactionCreate>;

export const WalletTransactionFilters = query({
  ...updatedListParameters(['created_at', 'amount']),
  ...listCounts(['status']),
  status: described(choiceFilter(transactionStatuses), ...texts.filteredState),
  transaction_type: described(
    choiceFilter(transactionTypes),
    'Whether credits are added (`inbound`) or taken (`outbound`)',
    'inbound',
  ),
  transaction_status: described(choiceFilter(transactionKinds), 'Source or use of the credits', 'purchased'),
  metadata: described(queryPairs(), 'Metadata entries to match; an empty value: entries without this key', 'eu'),
});
export type WalletTransactionFilters = QueryInput<typeof WalletTransactionFilters>;

export const WalletTransactionShareFilters = query({ ...pagination });

/** A page where a customer pays for credits at its provider. */
export const WalletTransactionPaymentDetails = shape('A payment page for purchased credits', {
  svc_customer_id: described(id(), ...texts.customerId),
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  payment_provider: described(z.string(), ...providerKind),
  svc_wallet_transaction_id: described(id(), 'Identifier of the transaction'),
  payment_url: described(z.string(), 'Payment page of the provider', 'https://pay.example.com/p/1'),
});

const shared = { service: 'wallet', permission: 'wallet_transaction' } as const;

export const walletTransactionRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/wallet_transactions',
    summary: 'Buy, grant or void credits of a wallet',
    wrapper: 'wallet_transaction',
    body: WalletTransactionCreate,
    repetition: 'answered',
    answer: { wallet_transactions: z.array(WholeWalletTransaction) },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/wallet_transactions/:svc_id',
    summary: 'Read a transaction of a wallet',
    answer: { wallet_transaction: WholeWalletTransaction },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/wallets/:svc_id/wallet_transactions',
    summary: 'List the transactions of a wallet, newest first',
    query: WalletTransactionFilters,
    answer: { wallet_transactions: z.array(WholeWalletTransaction), meta: Meta },
  }),
  paymentUrl: route({
    ...shared,
    service: 'payment',
    method: 'POST',
    path: '/wallet_transactions/:svc_id/payment_url',
    summary: 'Create a payment page for purchased credits',
    answer: { wallet_transaction_payment_details: WalletTransactionPaymentDetails },
  }),
  consumptions: route({
    ...shared,
    method: 'GET',
    path: '/wallet_transactions/:svc_id/consumptions',
    summary: 'List the uses of an inbound transaction',
    query: WalletTransactionShareFilters,
    answer: { wallet_transaction_consumptions: described(z.array(Share), 'Uses of its credits'), meta: Meta },
  }),
  fundings: route({
    ...shared,
    method: 'GET',
    path: '/wallet_transactions/:svc_id/fundings',
    summary: 'List the sources of an outbound transaction',
    query: WalletTransactionShareFilters,
    answer: { wallet_transaction_fundings: described(z.array(Share), 'Sources of its credits'), meta: Meta },
  }),
};

import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { anything, cents, decimalString, flag, id, record, text, timestamp, withMembers } from '../http/fields.js';
import { listCounts, updatedListParameters } from '../http/lists.js';
import { pagination, query, queryPairs, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { choiceFilter, idText } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';
import { AppliedInvoiceCustomSection, InvoiceCustomSectionSelection } from './invoice-custom-sections.js';
import { paymentMethodField, PaymentMethodReference } from './payment-methods.js';
import { TransactionMetadata, walletPriority } from './wallet-fields.js';

export const transactionTypes = ['inbound', 'outbound'] as const;
export const transactionKinds = ['purchased', 'granted', 'voided', 'invoiced'] as const;
export const transactionStatuses = ['pending', 'settled', 'failed'] as const;
export const transactionSources = ['manual', 'interval', 'threshold'] as const;

/** An inbound or outbound transaction of a wallet's credits (wallets, section 3). */
export const WalletTransaction = z.object({
  svc_id: id(),
  svc_wallet_id: id(),
  svc_invoice_id: id().nullable(),
  svc_credit_note_id: id().nullable(),
  svc_voided_invoice_id: id().nullable(),
  billing_entity_code: z.string(),
  transaction_type: z.enum(transactionTypes),
  transaction_status: z.enum(transactionKinds),
  status: z.enum(transactionStatuses),
  source: z.enum(transactionSources),
  amount: decimalString(),
  credit_amount: decimalString(),
  remaining_amount_cents: cents().nullable(),
  remaining_credit_amount: decimalString().nullable(),
  priority: z.int(),
  name: z.string().nullable(),
  metadata: TransactionMetadata,
  purchase_order_number: z.string().nullable(),
  invoice_requires_successful_payment: z.boolean(),
  payment_method: PaymentMethodReference,
  settled_at: timestamp().nullable(),
  failed_at: timestamp().nullable(),
  created_at: timestamp(),
});
export type WalletTransaction = z.infer<typeof WalletTransaction>;

/** The same in its own answer, and as the first of a list. */
export const WholeWalletTransaction = WalletTransaction.extend({
  applied_invoice_custom_sections: z.array(AppliedInvoiceCustomSection),
});

/** The payment of an inbound transaction for an outbound one. */
const Share = z.object({
  svc_id: id(),
  amount_cents: cents(),
  credit_amount: decimalString(),
  created_at: timestamp(),
  wallet_transaction: WalletTransaction,
});
export type WalletTransactionShare = z.infer<typeof Share>;

const credits = () => strictly(anything(), decimalString().optional());

// All fields have an order of validation and codes of their own (wallets, section 3.4).
export const WalletTransactionCreate = body({
  wallet_id: expected(idText()),
  paid_credits: credits(),
  granted_credits: credits(),
  voided_credits: credits(),
  voided_transaction_id: strictly(anything(), id().nullish()),
  invoice_requires_successful_payment: flag(),
  ignore_paid_top_up_limits: flag(),
  name: strictly(anything(), text()),
  priority: strictly(anything(), walletPriority()),
  metadata: strictly(anything(), TransactionMetadata.optional()),
  purchase_order_number: strictly(anything(), text()),
  payment_method: paymentMethodField(),
  invoice_custom_section: withMembers(record(), InvoiceCustomSectionSelection),
});
export type WalletTransactionCreate = BodyInput<typeof WalletTransactionCreate>;

export const WalletTransactionFilters = query({
  ...updatedListParameters(['created_at', 'amount']),
  ...listCounts(['status']),
  status: choiceFilter(transactionStatuses),
  transaction_type: choiceFilter(transactionTypes),
  transaction_status: choiceFilter(transactionKinds),
  metadata: queryPairs(),
});
export type WalletTransactionFilters = QueryInput<typeof WalletTransactionFilters>;

export const WalletTransactionShareFilters = query({ ...pagination });

/** A page where a customer pays for credits at its provider. */
export const WalletTransactionPaymentDetails = z.object({
  svc_customer_id: id(),
  external_customer_id: z.string(),
  payment_provider: z.string(),
  svc_wallet_transaction_id: id(),
  payment_url: z.string(),
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
    answer: { wallet_transaction_consumptions: z.array(Share), meta: Meta },
  }),
  fundings: route({
    ...shared,
    method: 'GET',
    path: '/wallet_transactions/:svc_id/fundings',
    summary: 'List the sources of an outbound transaction',
    query: WalletTransactionShareFilters,
    answer: { wallet_transaction_fundings: z.array(Share), meta: Meta },
  }),
};

import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import {
  anything,
  cents,
  currency,
  decimalString,
  flag,
  id,
  record,
  recordList,
  text,
  textList,
  timestamp,
  withElements,
  withMembers,
} from '../http/fields.js';
import { listCounts, updatedListParameters } from '../http/lists.js';
import { query, queryChoice, queryText, queryTexts, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';
import { AppliedInvoiceCustomSection, InvoiceCustomSectionSelection } from './invoice-custom-sections.js';
import {
  judgeMetadata,
  KeyedMetadata,
  keyedMetadataAnswer,
  KeyedMetadataInput,
  metadataField,
} from './keyed-metadata.js';
import { paymentMethodField, PaymentMethodReference } from './payment-methods.js';
import {
  RecurringTransactionRule,
  RecurringTransactionRuleInput,
  TransactionMetadata,
  walletFeeTypes,
  walletPriority,
  walletStatuses,
} from './wallet-fields.js';

/** Prepaid credits of a customer (wallets, section 2). */
export const Wallet = z.object({
  svc_id: id(),
  svc_customer_id: id(),
  external_customer_id: z.string(),
  billing_entity_code: z.string(),
  status: z.enum(walletStatuses),
  name: z.string().nullable(),
  code: z.string(),
  priority: z.int(),
  currency: z.string(),
  rate_amount: decimalString(),
  credits_balance: decimalString(),
  balance_cents: cents(),
  /** The same number under its older name. */
  balance: cents(),
  consumed_credits: decimalString(),
  ongoing_balance_cents: cents(),
  ongoing_usage_balance_cents: cents(),
  credits_ongoing_balance: decimalString(),
  credits_ongoing_usage_balance: decimalString(),
  created_at: timestamp(),
  expiration_at: timestamp().nullable(),
  last_balance_sync_at: timestamp().nullable(),
  last_consumed_credit_at: timestamp().nullable(),
  terminated_at: timestamp().nullable(),
  invoice_requires_successful_payment: z.boolean(),
  paid_top_up_min_amount_cents: cents().nullable(),
  paid_top_up_max_amount_cents: cents().nullable(),
  purchase_order_number: z.string().nullable(),
  applied_invoice_custom_sections: z.array(AppliedInvoiceCustomSection),
  payment_method: PaymentMethodReference,
  applies_to: z.object({
    fee_types: z.array(z.enum(walletFeeTypes)),
    billable_metric_codes: z.array(z.string()),
  }),
  recurring_transaction_rules: z.array(RecurringTransactionRule),
  /** Absent without metadata. */
  metadata: KeyedMetadata.optional(),
});
export type Wallet = z.infer<typeof Wallet>;

const topUpLimit = () => z.int().min(1).max(bounds.cents).nullish();

/** `applies_to` of a wallet: kinds of fees, and codes of metrics. */
export const WalletLimits = body({
  fee_types: strictly(textList(), z.array(z.enum(walletFeeTypes))),
  billable_metric_codes: textList(),
});

// Most fields have an order of validation and codes of their own (wallets, sections 2.2 and 2.4).
const writable = {
  name: text(),
  code: text(),
  priority: strictly(anything(), walletPriority()),
  expiration_at: strictly(anything(), timestamp().nullish()),
  invoice_requires_successful_payment: flag(),
  paid_top_up_min_amount_cents: strictly(anything(), topUpLimit()),
  paid_top_up_max_amount_cents: strictly(anything(), topUpLimit()),
  purchase_order_number: strictly(anything(), text()),
  billing_entity_code: text(),
  billing_entity_id: idText(),
  applies_to: strictly(record(), WalletLimits),
  recurring_transaction_rules: strictly(
    anything(),
    withElements(
      recordList({ most: bounds.recurringRules, fault: 'invalid_number_of_recurring_rules' }),
      RecurringTransactionRuleInput,
    ),
  ),
  invoice_custom_section: withMembers(record(), InvoiceCustomSectionSelection),
  payment_method: paymentMethodField(),
  metadata: metadataField(),
};

export const WalletCreate = body(
  {
    ...writable,
    external_customer_id: text(),
    rate_amount: expected(strictly(anything(), decimalString())),
    currency: strictly(anything(), currency()),
    paid_credits: strictly(anything(), decimalString().optional()),
    granted_credits: strictly(anything(), decimalString().optional()),
    ignore_paid_top_up_limits_on_creation: flag(),
    transaction_name: strictly(anything(), text()),
    transaction_priority: strictly(anything(), walletPriority()),
    transaction_metadata: strictly(anything(), TransactionMetadata.optional()),
  },
  judgeMetadata,
);
export type WalletCreate = BodyInput<typeof WalletCreate>;

export const WalletUpdate = body(writable, judgeMetadata);
export type WalletUpdate = BodyInput<typeof WalletUpdate>;

const filters = {
  ...updatedListParameters(['created_at', 'balance_cents']),
  ...listCounts(['status']),
  status: queryChoice(walletStatuses),
  currency: queryText(),
  billing_entity_codes: queryTexts(),
};
export const WalletFilters = query({ ...filters, external_customer_id: queryText() });
export type WalletFilters = QueryInput<typeof WalletFilters>;
export const CustomerWalletFilters = query(filters);

const shared = { service: 'wallet', permission: 'wallet' } as const;
const byId = '/wallets/:svc_id' as const;
const ofCustomer = '/customers/:external_customer_id/wallets' as const;
const byCode = `${ofCustomer}/:code` as const;

/** The calls at one address that read, change and end a wallet, and its metadata. */
const callsAt = <const Path extends string>(path: Path, named: string) => ({
  read: route({
    ...shared,
    method: 'GET',
    path,
    summary: `Read a wallet ${named}`,
    answer: { wallet: Wallet },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path,
    summary: `Update a wallet ${named} and its top-up rules`,
    wrapper: 'wallet',
    body: WalletUpdate,
    answer: { wallet: Wallet },
  }),
  terminate: route({
    ...shared,
    method: 'DELETE',
    path,
    summary: `Terminate a wallet ${named}`,
    answer: { wallet: Wallet },
  }),
  replaceMetadata: route({
    ...shared,
    method: 'POST',
    path: `${path}/metadata`,
    summary: `Replace the metadata of a wallet ${named}`,
    body: KeyedMetadataInput,
    bodyOptional: true,
    answer: keyedMetadataAnswer,
  }),
  mergeMetadata: route({
    ...shared,
    method: 'PATCH',
    path: `${path}/metadata`,
    summary: `Merge the metadata of a wallet ${named}`,
    body: KeyedMetadataInput,
    bodyOptional: true,
    answer: keyedMetadataAnswer,
  }),
  putMetadata: route({
    ...shared,
    method: 'PUT',
    path: `${path}/metadata`,
    summary: `Merge the metadata of a wallet ${named}`,
    body: KeyedMetadataInput,
    bodyOptional: true,
    answer: keyedMetadataAnswer,
  }),
  removeMetadata: route({
    ...shared,
    method: 'DELETE',
    path: `${path}/metadata`,
    summary: `Delete the metadata of a wallet ${named}`,
    answer: keyedMetadataAnswer,
  }),
  removeMetadataKey: route({
    ...shared,
    method: 'DELETE',
    path: `${path}/metadata/:key`,
    summary: `Delete a metadata entry of a wallet ${named}`,
    answer: keyedMetadataAnswer,
  }),
});

export const walletRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/wallets',
    summary: 'Create a wallet with paid and granted credits',
    wrapper: 'wallet',
    body: WalletCreate,
    answer: { wallet: Wallet },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/wallets',
    summary: 'List wallets, newest first',
    query: WalletFilters,
    answer: { wallets: z.array(Wallet), meta: Meta },
  }),
  ...callsAt(byId, 'by its identifier'),
};

export const customerWalletRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: ofCustomer,
    summary: 'Create a wallet of the customer with paid and granted credits',
    wrapper: 'wallet',
    body: WalletCreate,
    answer: { wallet: Wallet },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: ofCustomer,
    summary: 'List the wallets of a customer, newest first',
    query: CustomerWalletFilters,
    answer: { wallets: z.array(Wallet), meta: Meta },
  }),
  ...callsAt(byCode, 'by its code'),
};

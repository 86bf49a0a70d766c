import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
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
import { listCounts, listExpansions, updatedListParameters } from '../http/lists.js';
import { query, queryChoice, queryText, queryTexts, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { AppliedInvoiceCustomSection, InvoiceCustomSectionSelection } from './invoice-custom-sections.js';
import {
  judgeMetadata,
  KeyedMetadata,
  keyedMetadataAnswer,
  KeyedMetadataInput,
  metadataField,
} from './keyed-metadata.js';
import { CustomerExpansion, expandedCustomer } from './named-customers.js';
import { paymentMethodField, PaymentMethodReference } from './payment-methods.js';
import {
  RecurringTransactionRule,
  RecurringTransactionRuleInput,
  transactionMetadata,
  walletFeeTypes,
  walletPriority,
  walletStatuses,
} from './wallet-fields.js';

/** Prepaid credits of a customer (wallets, section 2). */
export const Wallet = shape('Prepaid credits of a customer', {
  svc_id: svcId(),
  svc_customer_id: described(id(), ...texts.customerId),
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  billing_entity_code: described(z.string(), ...texts.billingEntityCode),
  status: described(z.enum(walletStatuses), ...texts.state),
  name: described(z.string().nullable(), 'Display name', 'Prepaid'),
  code: described(z.string(), 'Unique code for calls', 'prepaid'),
  priority: described(z.int(), 'Order of use: 1 is first, 50 is last', 50),
  currency: described(z.string(), ...texts.currency),
  rate_amount: described(decimalString(), 'Price of a credit in the main unit of the currency', '1.0'),
  credits_balance: described(decimalString(), 'Remaining credits', '100.0'),
  balance_cents: described(cents(), 'Value of the remaining credits, in the smallest unit of the currency', 10_000),
  /** The same number under its older name. */
  balance: described(cents(), 'The same as `balance_cents`', 10_000),
  consumed_credits: described(decimalString(), 'Consumed credits', '20.0'),
  ongoing_balance_cents: described(
    cents(),
    'Value of the credits after uninvoiced usage, in the smallest unit of the currency',
    9500,
  ),
  ongoing_usage_balance_cents: described(
    cents(),
    'Value of uninvoiced usage, in the smallest unit of the currency',
    500,
  ),
  credits_ongoing_balance: described(decimalString(), 'Credits after uninvoiced usage', '95.0'),
  credits_ongoing_usage_balance: described(decimalString(), 'Credits for uninvoiced usage', '5.0'),
  created_at: createdAt(),
  expiration_at: described(timestamp().nullable(), ...texts.expiryOrNever),
  last_balance_sync_at: described(timestamp().nullable(), 'When the balance last changed; null before'),
  last_consumed_credit_at: described(timestamp().nullable(), 'When credits were last used; null before'),
  terminated_at: described(timestamp().nullable(), ...texts.end),
  invoice_requires_successful_payment: described(
    z.boolean(),
    'Whether the invoice and the credits appear only after its payment',
  ),
  paid_top_up_min_amount_cents: described(
    cents().nullable(),
    'Minimum purchase, in the smallest unit of the currency; null: none',
    1000,
  ),
  paid_top_up_max_amount_cents: described(
    cents().nullable(),
    'Maximum purchase, in the smallest unit of the currency; null: none',
    500_000,
  ),
  purchase_order_number: described(z.string().nullable(), ...texts.purchaseOrderNumber),
  applied_invoice_custom_sections: z.array(AppliedInvoiceCustomSection),
  payment_method: PaymentMethodReference,
  applies_to: described(
    z.object({
      fee_types: described(z.array(z.enum(walletFeeTypes)), 'Kinds of fees'),
      billable_metric_codes: described(z.array(z.string()), 'Codes of billable metrics', 'storage'),
    }),
    'Limits of its use',
  ),
  recurring_transaction_rules: z.array(RecurringTransactionRule),
  /** Absent without metadata. */
  metadata: described(KeyedMetadata.optional(), ...texts.metadata),
});
export type Wallet = z.infer<typeof Wallet>;

/** A wallet in the answers of lists and of reading it. */
export const ReadWallet = described(Wallet.extend(expandedCustomer), 'A wallet, with its customer on request');
export type ReadWallet = z.infer<typeof ReadWallet>;

const topUpLimit = () => z.int().min(1).max(bounds.cents).nullish();

/** `applies_to` of a wallet: kinds of fees, and codes of metrics. */
export const WalletLimits = described(
  body({
    fee_types: described(strictly(textList(), z.array(z.enum(walletFeeTypes))), 'Kinds of fees'),
    billable_metric_codes: described(textList(), 'Codes of billable metrics', 'storage'),
  }),
  'The limits of a wallet: kinds of fees, and billable metrics',
);

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
  billing_entity_id: described(idText(), ...texts.billingEntityId),
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

export const WalletCreate = bodyOf(
  Wallet,
  {
    ...writable,
    external_customer_id: text(),
    rate_amount: expected(strictly(anything(), decimalString())),
    currency: strictly(anything(), currency()),
    paid_credits: described(strictly(anything(), decimalString().optional()), ...texts.paidCredits),
    granted_credits: described(strictly(anything(), decimalString().optional()), ...texts.grantedCredits),
    ignore_paid_top_up_limits_on_creation: described(flag(), 'Whether the first purchase may exceed the limits'),
    transaction_name: described(strictly(anything(), text()), 'Name of its transactions', 'Top-up'),
    transaction_priority: described(strictly(anything(), walletPriority()), 'Priority of its transactions', 50),
    transaction_metadata: described(
      strictly(anything(), transactionMetadata().optional()),
      'Metadata of its transactions',
    ),
  },
  judgeMetadata,
);
export type WalletCreate = BodyInput<typeof WalletCreate>;

export const WalletUpdate = body(writable, judgeMetadata);
export type WalletUpdate = BodyInput<typeof WalletUpdate>;

const filters = {
  ...updatedListParameters(['created_at', 'balance_cents']),
  ...listCounts(['status']),
  ...listExpansions(['customer']),
  status: described(queryChoice(walletStatuses), ...texts.filteredState),
  currency: described(queryText(), ...texts.currency),
  billing_entity_codes: described(queryTexts(), ...texts.billingEntityCodes),
};
export const WalletFilters = query({
  ...filters,
  external_customer_id: described(queryText(), ...texts.externalCustomerId),
});
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
    query: CustomerExpansion,
    answer: { wallet: ReadWallet },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path,
    summary: `Update a wallet ${named} and its top-up rules`,
    wrapper: 'wallet',
    body: WalletUpdate,
    validates: 'after loading',
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
    validates: 'after loading',
    bodyOptional: true,
    answer: keyedMetadataAnswer,
  }),
  mergeMetadata: route({
    ...shared,
    method: 'PATCH',
    path: `${path}/metadata`,
    summary: `Merge the metadata of a wallet ${named}`,
    body: KeyedMetadataInput,
    validates: 'after loading',
    bodyOptional: true,
    answer: keyedMetadataAnswer,
  }),
  putMetadata: route({
    ...shared,
    method: 'PUT',
    path: `${path}/metadata`,
    summary: `Merge the metadata of a wallet ${named}`,
    body: KeyedMetadataInput,
    validates: 'after loading',
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
    repetition: 'answered',
    answer: { wallet: Wallet },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/wallets',
    summary: 'List wallets, newest first',
    query: WalletFilters,
    answer: { wallets: z.array(ReadWallet), meta: Meta },
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
    repetition: 'answered',
    answer: { wallet: Wallet },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: ofCustomer,
    summary: 'List the wallets of a customer, newest first',
    query: CustomerWalletFilters,
    answer: { wallets: z.array(ReadWallet), meta: Meta },
  }),
  ...callsAt(byCode, 'by its code'),
};

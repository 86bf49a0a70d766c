import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { flag, id, isBlank, mandatoryChoice, mandatoryText, recordList, text, withElements } from '../http/fields.js';
import { pagination, query, queryChoice, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts, updatedAt } from '../http/texts.js';

/** The accounting systems that organizations can connect (webhooks, section 20). */
export const accountingProviders = ['xero'] as const;
export type AccountingProviderName = (typeof accountingProviders)[number];

/** A mapping names a metric, an add-on or a tax by its code, or everything of a kind. */
export const accountedItemTypes = [
  'billable_metric',
  'add_on',
  'subscription_fee',
  'minimum_commitment',
  'prepaid_credit',
  'coupon',
  'progressive_billing_credit',
  'credit_note',
  'rounding',
  'fallback_item',
  'tax',
  'no_tax',
  'payment',
] as const;
export type AccountedItemType = (typeof accountedItemTypes)[number];

/** The codes of an item in the accounting system: its item or kind of tax, and its account. */
export const AccountingMapping = shape('Codes of the accounting system for an item, a tax or a payment', {
  item_type: described(z.enum(accountedItemTypes), 'Kind of the mapped item'),
  item_code: described(z.string().nullable(), 'Code of the metric, add-on or tax; null for all of a kind', 'storage'),
  external_code: described(
    z.string().nullable(),
    'Code of the item, or the kind of tax; null for an account alone',
    'SAAS',
  ),
  account_code: described(z.string().nullable(), 'Code of the account', '200'),
});
export type AccountingMapping = z.infer<typeof AccountingMapping>;

/** A connection to an accounting system; no answer shows its secret. */
export const AccountingProvider = shape('A connection to an accounting system', {
  svc_id: svcId(),
  provider: described(z.enum(accountingProviders), 'Accounting system'),
  code: described(z.string(), 'Unique code for calls', 'xero_us'),
  name: described(z.string(), 'Display name', 'Xero'),
  client_id: described(z.string(), 'Client of the custom connection at Xero', '9E5C1A'),
  tenant_id: described(
    z.string().nullable(),
    'Organization at Xero; null: the one of the custom connection',
    '45e4708e',
  ),
  sync_invoices: described(z.boolean(), 'Whether invoices and their voids are synced'),
  sync_credit_notes: described(z.boolean(), 'Whether credit notes of these invoices are synced'),
  sync_payments: described(z.boolean(), 'Whether payments of these invoices and refunds are synced'),
  mappings: z.array(AccountingMapping),
  created_at: createdAt(),
});
export type AccountingProvider = z.infer<typeof AccountingProvider>;

/** The kinds of documents of an accounting system: contacts and their end, invoices and notes, and their payments. */
export const accountingDocumentTypes = [
  'contact',
  'invoice',
  'invoice_void',
  'payment',
  'credit_note',
  'credit_note_offset',
  'credit_note_credit',
  'credit_note_refund',
  'contact_archive',
] as const;
export type AccountingDocumentType = (typeof accountingDocumentTypes)[number];

export const accountingSyncStatuses = ['pending', 'done', 'refused'] as const;

/** A document that the accounting system gets, or has. */
export const AccountingSync = shape('A document that is sent to an accounting system, or was sent', {
  svc_id: svcId(),
  document_type: described(z.enum(accountingDocumentTypes), 'Kind of the document', 'invoice'),
  svc_document_id: described(id(), 'Identifier of the customer, invoice, credit note or payment'),
  svc_customer_id: described(id(), ...texts.customerId),
  external_id: described(z.string().nullable(), 'Identifier in the accounting system; null without one', '9f0bc5d4'),
  status: described(z.enum(accountingSyncStatuses), 'State of the sync', 'done'),
  attempts: described(z.int(), 'Number of attempts without an answer since the last change', 0),
  provider_error: described(
    z
      .object({
        error_code: described(z.string(), 'Code of the error', 'tax_error'),
        message: described(z.string(), 'Message of the provider', 'Invalid API Key provided'),
      })
      .nullable(),
    'Error of the provider; null without one',
  ),
  created_at: createdAt(),
  updated_at: updatedAt(),
});
export type AccountingSync = z.infer<typeof AccountingSync>;

/** Kinds whose mapping names one item. */
const namedItems: readonly unknown[] = ['billable_metric', 'add_on'];
/** Kinds whose mapping is a kind of tax. */
const taxItems: readonly unknown[] = ['tax', 'no_tax'];

export const AccountingMappingInput = bodyOf(
  AccountingMapping,
  {
    item_type: mandatoryChoice(accountedItemTypes),
    item_code: text(),
    external_code: text(50),
    account_code: text(20),
  },
  ({ item_type: type, item_code: code, external_code: external, account_code: account }, add) => {
    if (namedItems.includes(type) && isBlank(code)) add('item_code', 'value_is_mandatory');
    if (taxItems.includes(type)) {
      if (isBlank(external)) add('external_code', 'value_is_mandatory');
    } else if (isBlank(account) && (type === 'payment' || isBlank(external))) add('account_code', 'value_is_mandatory');
  },
);
export type AccountingMappingInput = BodyInput<typeof AccountingMappingInput>;

const settings = {
  tenant_id: text(),
  sync_invoices: flag(),
  sync_credit_notes: flag(),
  sync_payments: flag(),
  mappings: withElements(recordList(), AccountingMappingInput),
};
const longestSecret = 1_024;

/** Absent switches are on. */
export const AccountingProviderCreate = bodyOf(AccountingProvider, {
  provider: mandatoryChoice(accountingProviders),
  code: mandatoryText(),
  name: mandatoryText(),
  client_id: mandatoryText(),
  client_secret: described(mandatoryText(longestSecret), 'Secret of that client; no answer shows it', 'h9Ys2'),
  ...settings,
});
export type AccountingProviderCreate = BodyInput<typeof AccountingProviderCreate>;

/** Mappings replace all earlier ones; absent settings stay unchanged. */
export const AccountingProviderUpdate = bodyOf(AccountingProvider, {
  name: text(),
  client_id: text(),
  client_secret: described(text(longestSecret), 'Secret of that client; no answer shows it', 'h9Ys2'),
  ...settings,
});
export type AccountingProviderUpdate = BodyInput<typeof AccountingProviderUpdate>;

export const AccountingSyncFilters = query({
  ...pagination,
  status: described(queryChoice(accountingSyncStatuses), ...texts.filteredState),
  document_type: described(queryChoice(accountingDocumentTypes), 'Kind of the document', 'invoice'),
});
export type AccountingSyncFilters = QueryInput<typeof AccountingSyncFilters>;

const shared = { service: 'invoicing', permission: 'invoice' } as const;
const one = { accounting_provider: AccountingProvider };

export const accountingProviderRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/accounting_providers',
    summary: 'Connect an accounting system',
    wrapper: 'accounting_provider',
    body: AccountingProviderCreate,
    answer: one,
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/accounting_providers',
    summary: 'List connected accounting systems, newest first',
    query: query(pagination),
    answer: { accounting_providers: z.array(AccountingProvider), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/accounting_providers/:code',
    summary: 'Read a connected accounting system',
    answer: one,
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/accounting_providers/:code',
    summary: 'Update the settings of an accounting system and resend refused documents',
    wrapper: 'accounting_provider',
    body: AccountingProviderUpdate,
    answer: one,
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/accounting_providers/:code',
    summary: 'Disconnect an accounting system',
    answer: one,
  }),
  syncs: route({
    ...shared,
    method: 'GET',
    path: '/accounting_providers/:code/syncs',
    summary: 'List accounting syncs, newest first',
    query: AccountingSyncFilters,
    answer: { accounting_syncs: z.array(AccountingSync), meta: Meta },
  }),
  retry: route({
    ...shared,
    method: 'POST',
    path: '/accounting_providers/:code/retry',
    summary: 'Resend refused documents to an accounting system',
    answer: one,
  }),
};

import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import {
  flag,
  id,
  isBlank,
  mandatoryChoice,
  mandatoryText,
  recordList,
  text,
  timestamp,
  withElements,
} from '../http/fields.js';
import { pagination, query, queryChoice, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';

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
export const AccountingMapping = z.object({
  item_type: z.enum(accountedItemTypes),
  item_code: z.string().nullable(),
  external_code: z.string().nullable(),
  account_code: z.string().nullable(),
});
export type AccountingMapping = z.infer<typeof AccountingMapping>;

/** A connection to an accounting system; no answer shows its secret. */
export const AccountingProvider = z.object({
  svc_id: id(),
  provider: z.enum(accountingProviders),
  code: z.string(),
  name: z.string(),
  client_id: z.string(),
  tenant_id: z.string().nullable(),
  sync_invoices: z.boolean(),
  sync_credit_notes: z.boolean(),
  sync_payments: z.boolean(),
  mappings: z.array(AccountingMapping),
  created_at: timestamp(),
});
export type AccountingProvider = z.infer<typeof AccountingProvider>;

/** The kinds of documents of an accounting system: contacts, invoices and notes, and their payments. */
export const accountingDocumentTypes = [
  'contact',
  'invoice',
  'invoice_void',
  'payment',
  'credit_note',
  'credit_note_offset',
  'credit_note_credit',
  'credit_note_refund',
] as const;
export type AccountingDocumentType = (typeof accountingDocumentTypes)[number];

export const accountingSyncStatuses = ['pending', 'done', 'refused'] as const;

/** A document that the accounting system gets, or has. */
export const AccountingSync = z.object({
  svc_id: id(),
  document_type: z.enum(accountingDocumentTypes),
  svc_document_id: id(),
  svc_customer_id: id(),
  external_id: z.string().nullable(),
  status: z.enum(accountingSyncStatuses),
  attempts: z.int(),
  provider_error: z.object({ error_code: z.string(), message: z.string() }).nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type AccountingSync = z.infer<typeof AccountingSync>;

/** Kinds whose mapping names one item. */
const namedItems: readonly unknown[] = ['billable_metric', 'add_on'];
/** Kinds whose mapping is a kind of tax. */
const taxItems: readonly unknown[] = ['tax', 'no_tax'];

export const AccountingMappingInput = body(
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
export const AccountingProviderCreate = body({
  provider: mandatoryChoice(accountingProviders),
  code: mandatoryText(),
  name: mandatoryText(),
  client_id: mandatoryText(),
  client_secret: mandatoryText(longestSecret),
  ...settings,
});
export type AccountingProviderCreate = BodyInput<typeof AccountingProviderCreate>;

/** Mappings replace all earlier ones; absent settings stay unchanged. */
export const AccountingProviderUpdate = body({
  name: text(),
  client_id: text(),
  client_secret: text(longestSecret),
  ...settings,
});
export type AccountingProviderUpdate = BodyInput<typeof AccountingProviderUpdate>;

export const AccountingSyncFilters = query({
  ...pagination,
  status: queryChoice(accountingSyncStatuses),
  document_type: queryChoice(accountingDocumentTypes),
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

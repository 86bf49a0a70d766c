import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { mandatoryChoice, record, timestamp, withMembers } from '../http/fields.js';
import {
  pagination,
  query,
  queryChoice,
  queryChoices,
  queryDay,
  queryFlag,
  queryId,
  queryText,
  queryTexts,
  type Query,
  type QueryInput,
} from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { AccountingExportFilters, AccountingFault, AccountingSettingsInput } from './accounting-exports.js';
import { CreditNoteFilters } from './credit-notes.js';
import { CustomerFilters } from './customers.js';
import { UsageExportFilters } from './customer-usage.js';
import { FeeFilters } from './fees.js';
import { InvoiceFilters } from './invoices.js';
import { documentKinds, NumberSequenceFilters } from './number-sequences.js';
import { PaymentReceiptFilters } from './payment-receipts.js';
import { PaymentFilters } from './payments.js';
import { WalletTransactionFilters } from './wallet-transactions.js';

/** The exportable resources. */
export const exportedResources = [
  'customers',
  'invoices',
  'fees',
  'usage',
  'credit_notes',
  'taxes',
  'payments',
  'payment_receipts',
  'wallet_transactions',
  'documents',
  'number_sequences',
  'accounting_entries',
] as const;
export type ExportedResource = (typeof exportedResources)[number];

/** The filters of exported taxes: of their invoices and credit notes. */
export const TaxExportFilters = query({
  document_type: queryChoice(['invoice', 'credit_note']),
  external_customer_id: queryText(),
  issuing_date_from: queryDay(),
  issuing_date_to: queryDay(),
  currency: queryText(),
  self_billed: queryFlag(),
  billing_entity_codes: queryTexts(),
});
export type TaxExportFilters = QueryInput<typeof TaxExportFilters>;

/** The filters of exported transactions: those of the list, of one wallet, of the wallets of a customer, or of all. */
export const WalletTransactionExportFilters = query({
  ...WalletTransactionFilters.shape,
  wallet_id: queryId(),
  external_customer_id: queryText(),
});
export type WalletTransactionExportFilters = QueryInput<typeof WalletTransactionExportFilters>;

/** The filters of an archive of documents: those issued in a period. */
export const DocumentExportFilters = query({
  kinds: queryChoices(documentKinds),
  external_customer_id: queryText(),
  issuing_date_from: queryDay(),
  issuing_date_to: queryDay(),
  billing_entity_codes: queryTexts(),
});
export type DocumentExportFilters = QueryInput<typeof DocumentExportFilters>;

/** The filters of each export: those of its list. */
export const exportFilters: Record<ExportedResource, Query> = {
  customers: CustomerFilters,
  invoices: InvoiceFilters,
  fees: FeeFilters,
  usage: UsageExportFilters,
  credit_notes: CreditNoteFilters,
  taxes: TaxExportFilters,
  payments: PaymentFilters,
  payment_receipts: PaymentReceiptFilters,
  wallet_transactions: WalletTransactionExportFilters,
  documents: DocumentExportFilters,
  number_sequences: NumberSequenceFilters,
  accounting_entries: AccountingExportFilters,
};

export const exportStatuses = ['pending', 'processing', 'completed', 'failed', 'expired'] as const;

/** A file of records, of documents or for an accounting program, created in the background (docs/concepts/data.md). */
export const DataExport = shape('A file that is written in the background', {
  svc_id: svcId(),
  resource_type: described(z.enum(exportedResources), 'Kind of object', 'customers'),
  filters: described(z.record(z.string(), z.unknown()), 'Filters of the list that is exported', 'status=finalized'),
  /** Of accounting entries; null for other files. */
  accounting_settings: described(
    z.record(z.string(), z.unknown()).nullable(),
    'Format and accounts of accounting entries; null for other files',
    'format=fec',
  ),
  status: described(z.enum(exportStatuses), ...texts.state),
  /** The number of records at the start; for usage of subscriptions, for taxes of documents. Null before. */
  records_total: described(z.int().nullable(), 'Number of objects to export; null before the start', 371),
  records_done: described(z.int(), 'Number of exported objects so far', 371),
  rows_written: described(z.int(), 'Number of rows in the file so far', 371),
  file_name: described(z.string(), 'Name of the file', 'invoices.csv'),
  file_size_bytes: described(z.int(), 'Size of the file in bytes', 48_213),
  /** A signed address; present for a completed export whose file still exists. */
  file_url: described(z.string().nullable(), ...texts.fileUrl),
  /** The error of a failed export. */
  error: described(z.string().nullable(), 'Reason of the failure; null unless it failed', 'file_store_unavailable'),
  /** The first documents that have no accounting entry. */
  faults: z.array(AccountingFault),
  created_at: createdAt(),
  completed_at: described(timestamp().nullable(), 'When it was completed; null before'),
  /** When the file is deleted. */
  expires_at: described(timestamp().nullable(), ...texts.expiry),
});
export type DataExport = z.infer<typeof DataExport>;

export const DataExportCreate = bodyOf(DataExport, {
  resource_type: mandatoryChoice(exportedResources),
  filters: record(),
  accounting_settings: withMembers(record(), AccountingSettingsInput),
});
export type DataExportCreate = BodyInput<typeof DataExportCreate>;

export const DataExportFilters = query(pagination);
export type DataExportFilters = QueryInput<typeof DataExportFilters>;

const shared = { service: 'document', permission: 'data_export', memberPermission: 'invoices:export' } as const;

export const dataExportRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/data_exports',
    heavy: true,
    summary: 'Create an export of records, documents or accounting entries',
    wrapper: 'data_export',
    body: DataExportCreate,
    answer: { data_export: DataExport },
  }),
  list: route({
    ...shared,
    memberPermission: 'invoices:view',
    method: 'GET',
    path: '/data_exports',
    summary: 'List exports, newest first',
    query: DataExportFilters,
    answer: { data_exports: z.array(DataExport), meta: Meta },
  }),
  read: route({
    ...shared,
    memberPermission: 'invoices:view',
    method: 'GET',
    path: '/data_exports/:svc_id',
    summary: 'Read an export, its progress and the address of its file',
    answer: { data_export: DataExport },
  }),
};

import type { Query } from '../../http/query.js';
import { query, queryChoices, queryDay, queryText, queryTexts, type QueryInput } from '../../http/query.js';
import type { Route } from '../../http/route.js';
import { AccountingExportFilters } from '../accounting-exports.js';
import { creditNoteRoutes } from '../credit-notes.js';
import { customerRoutes } from '../customers.js';
import { invoiceRoutes } from '../invoices.js';
import { documentKinds } from '../number-sequences.js';
import { paymentReceiptRoutes } from '../payment-receipts.js';
import { paymentRoutes } from '../payments.js';
import { exportKindNames, exportKinds, type ExportKindName } from './kinds.js';

/** The filters of an archive of documents: those issued in a period. */
export const DocumentExportFilters = query({
  kinds: queryChoices(documentKinds),
  external_customer_id: queryText(),
  issuing_date_from: queryDay(),
  issuing_date_to: queryDay(),
  billing_entity_codes: queryTexts(),
});
export type DocumentExportFilters = QueryInput<typeof DocumentExportFilters>;

/** A file that a call can request. */
export interface ExportedFile {
  filters: Query;
  /** The calls that show the same. */
  shownBy: readonly Route[];
  /** The job that writes it. */
  job: 'record-export' | 'document-archive' | 'accounting-export';
}

/** Files that are no lists of records, each with a job of its own. */
const otherFiles = {
  documents: {
    filters: DocumentExportFilters,
    shownBy: [invoiceRoutes.list, creditNoteRoutes.list, paymentReceiptRoutes.list],
    job: 'document-archive',
  },
  accounting_entries: {
    filters: AccountingExportFilters,
    shownBy: [invoiceRoutes.list, creditNoteRoutes.list, paymentRoutes.list, customerRoutes.list],
    job: 'accounting-export',
  },
} as const satisfies Record<string, ExportedFile>;

/** The exportable resources. */
export type ExportedResource = ExportKindName | keyof typeof otherFiles;
export const exportedResources: [ExportedResource, ...ExportedResource[]] = [
  ...exportKindNames,
  ...(Object.keys(otherFiles) as (keyof typeof otherFiles)[]),
];

/** Every file that a call can request, by the name of its resource. */
export const exportedFiles = {
  ...(Object.fromEntries(
    exportKinds.map(({ name, filters, shownBy }) => [name, { filters, shownBy, job: 'record-export' }]),
  ) as unknown as Record<ExportKindName, ExportedFile>),
  ...otherFiles,
} satisfies Record<ExportedResource, ExportedFile>;

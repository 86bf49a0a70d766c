import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { choice, flag, id, mandatoryChoice, record, timestamp, withMembers } from '../http/fields.js';
import { pagination, query, queryChoice, queryId, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { AccountingFault, AccountingSettingsInput } from './accounting-exports.js';
import { exportedResources } from './exported/exported-files.js';

/** The formats of files of records. */
export const exportFormats = ['csv', 'jsonl', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportStatuses = ['pending', 'processing', 'completed', 'failed', 'canceled', 'expired'] as const;

/** The files of a run, and the changes that they hold. */
export const ExportManifest = z.object({
  svc_data_export_id: id(),
  resource_type: z.string(),
  format: z.enum(exportFormats),
  incremental: z.boolean(),
  /** The earliest change in the files; null: everything is there. */
  changed_from: timestamp().nullable(),
  /** The next run begins before it, by the overlap. */
  changed_to: timestamp(),
  /** Rows of a later run replace earlier ones with the same values. */
  identity: z.array(z.string()),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.int(),
  files: z.array(z.object({ name: z.string(), rows: z.int(), bytes: z.int(), sha256: z.string() })),
});
export type ExportManifest = z.infer<typeof ExportManifest>;

/** A file of records, of documents or for an accounting program, created in the background (docs/concepts/data.md). */
export const DataExport = z.object({
  svc_id: id(),
  resource_type: z.enum(exportedResources),
  /** Null for archives and accounting entries. */
  format: z.enum(exportFormats).nullable(),
  filters: z.record(z.string(), z.unknown()),
  /** Of accounting entries; null for other files. */
  accounting_settings: z.record(z.string(), z.unknown()).nullable(),
  incremental: z.boolean(),
  changed_from: timestamp().nullable(),
  svc_data_export_destination_id: id().nullable(),
  svc_data_export_schedule_id: id().nullable(),
  status: z.enum(exportStatuses),
  /** The number of records at the start; for usage of subscriptions, for taxes of documents. Null before. */
  records_total: z.int().nullable(),
  records_done: z.int(),
  rows_written: z.int(),
  file_name: z.string(),
  file_size_bytes: z.int(),
  /** A signed address; present for a completed export whose file still exists. */
  file_url: z.string().nullable(),
  /** Of incremental exports and of those to a destination, once they are complete. */
  manifest: ExportManifest.nullable(),
  /** The error of a failed export. */
  error: z.string().nullable(),
  /** The first documents that have no accounting entry. */
  faults: z.array(AccountingFault),
  created_at: timestamp(),
  completed_at: timestamp().nullable(),
  /** When the file is deleted. */
  expires_at: timestamp().nullable(),
});
export type DataExport = z.infer<typeof DataExport>;

/** What a file has, and where it goes. */
export const exportOptions = {
  resource_type: mandatoryChoice(exportedResources),
  filters: record(),
  format: choice(exportFormats),
  incremental: flag(),
  data_export_destination_id: idText(),
};

export const DataExportCreate = body({
  ...exportOptions,
  accounting_settings: withMembers(record(), AccountingSettingsInput),
});
export type DataExportCreate = BodyInput<typeof DataExportCreate>;

export const DataExportFilters = query({
  ...pagination,
  status: queryChoice(exportStatuses),
  data_export_schedule_id: queryId(),
});
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
  cancel: route({
    ...shared,
    method: 'DELETE',
    path: '/data_exports/:svc_id',
    summary: 'Cancel an unfinished export',
    answer: { data_export: DataExport },
  }),
};

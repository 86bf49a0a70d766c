import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { choice, flag, id, mandatoryChoice, record, timestamp, withMembers } from '../http/fields.js';
import { pagination, query, queryChoice, queryId, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { createdAt, described, exampleId, shape, svcId, texts } from '../http/texts.js';
import { AccountingFault, AccountingSettingsInput } from './accounting-exports.js';
import { exportedResources } from './exported/exported-files.js';

/** The formats of files of records. */
export const exportFormats = ['csv', 'jsonl', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportStatuses = ['pending', 'processing', 'completed', 'failed', 'canceled', 'expired'] as const;

const incremental = 'Whether it has only what changed since the last completed run with the same terms';
const bucketId = 'Identifier of the bucket that receives the files; null: they are downloaded';
const changedFrom = 'Earliest change in the files; null: everything is there';

/** The files of a run, and the changes that they hold. */
export const ExportManifest = shape('The files of a run, and the changes that they hold', {
  svc_data_export_id: described(id(), 'Identifier of the export'),
  resource_type: described(z.string(), 'Kind of object', 'invoices'),
  format: described(z.enum(exportFormats), 'Format of the files', 'parquet'),
  incremental: described(z.boolean(), incremental, true),
  changed_from: described(timestamp().nullable(), changedFrom),
  changed_to: described(timestamp(), 'When the run began; the next one begins ten minutes before'),
  identity: described(
    z.array(z.string()),
    'Columns that identify a row: a later row replaces an earlier one with the same values',
    'external_id',
  ),
  columns: described(
    z.array(
      z.object({
        name: described(z.string(), 'Name of the column', 'total_amount_cents'),
        type: described(z.string(), 'Type of the column', 'integer'),
      }),
    ),
    'Columns of the files, in order',
  ),
  rows: described(z.int(), 'Number of rows in all files', 371),
  files: described(
    z.array(
      z.object({
        name: described(
          z.string(),
          'Name of the file, in a bucket below its prefix',
          'invoices/2026-11-28/0197f3a2/part-00001.parquet',
        ),
        rows: described(z.int(), 'Number of rows in the file', 371),
        bytes: described(z.int(), 'Size of the file in bytes', 48_213),
        sha256: described(
          z.string(),
          'SHA-256 of the file, in hexadecimal',
          '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        ),
      }),
    ),
    'The files, in order',
  ),
});
export type ExportManifest = z.infer<typeof ExportManifest>;

/** A file of records, of documents or for an accounting program, created in the background (docs/concepts/data.md). */
export const DataExport = shape('A file that is written in the background', {
  svc_id: svcId(),
  resource_type: described(z.enum(exportedResources), 'Kind of object', 'customers'),
  format: described(
    z.enum(exportFormats).nullable(),
    'Format of the file; null for archives and accounting entries',
    'parquet',
  ),
  filters: described(z.record(z.string(), z.unknown()), 'Filters of the list that is exported', 'status=finalized'),
  /** Of accounting entries; null for other files. */
  accounting_settings: described(
    z.record(z.string(), z.unknown()).nullable(),
    'Format and accounts of accounting entries; null for other files',
    'format=fec',
  ),
  incremental: described(z.boolean(), incremental, true),
  changed_from: described(timestamp().nullable(), changedFrom),
  svc_data_export_destination_id: described(id().nullable(), bucketId, exampleId),
  svc_data_export_schedule_id: described(
    id().nullable(),
    'Identifier of the schedule that began it; null for a call',
    exampleId,
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
  /** Of incremental exports and of those to a bucket, once they are complete. */
  manifest: ExportManifest.nullable(),
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

/** The content of files and their destination. */
export const exportOptions = () => ({
  filters: record(),
  format: described(choice(exportFormats), 'Format of the file; `csv` by default', 'parquet'),
  incremental: flag(),
  data_export_destination_id: described(
    idText(),
    'Identifier of the bucket that receives the files; absent: they are downloaded',
    exampleId,
  ),
});

export const DataExportCreate = bodyOf(DataExport, {
  resource_type: mandatoryChoice(exportedResources),
  ...exportOptions(),
  accounting_settings: withMembers(record(), AccountingSettingsInput),
});
export type DataExportCreate = BodyInput<typeof DataExportCreate>;

export const DataExportFilters = query({
  ...pagination,
  status: described(queryChoice(exportStatuses), ...texts.filteredState),
  data_export_schedule_id: described(queryId(), 'Identifier of the schedule', exampleId),
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

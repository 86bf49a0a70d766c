import { exampleId, type FieldTexts } from './field-text.js';

/** Shapes of exports. */
export const exportComponents: Readonly<Record<string, string>> = {
  ExportManifest: 'The files of a run, and the changes that they hold',
  DataExportDestination: 'A bucket that receives exports, on any server with the interface of S3',
  DataExportSchedule: 'An export that runs again and again',
};

/** Fields of exports, their destinations and their schedules. */
export const exportFields: FieldTexts = {
  'DataExport.format': ['Format of the file; null for archives and accounting entries', 'parquet'],
  'DataExportCreate.format': ['Format of the file; `csv` by default', 'parquet'],
  'DataExportSchedule.format': ['Format of the files', 'parquet'],
  'DataExportScheduleCreate.format': ['Format of the files; `csv` by default', 'parquet'],
  'ExportManifest.format': ['Format of the files', 'parquet'],
  incremental: ['Whether it has only what changed since the last completed run with the same terms', true],
  changed_from: ['Earliest change in the files; null: everything is there'],
  changed_to: ['When the run began; the next one begins ten minutes before'],
  svc_data_export_id: ['Identifier of the export', exampleId],
  svc_data_export_destination_id: [
    'Identifier of the bucket that receives the files; null: they are downloaded',
    exampleId,
  ],
  data_export_destination_id: [
    'Identifier of the bucket that receives the files; absent: they are downloaded',
    exampleId,
  ],
  svc_data_export_schedule_id: ['Identifier of the schedule that began it; null for a call', exampleId],
  data_export_schedule_id: ['Identifier of the schedule', exampleId],
  'ExportManifest.identity': [
    'Columns that identify a row: a later row replaces an earlier one with the same values',
    'svc_id',
  ],
  'ExportManifest.columns': ['Columns of the files, in order'],
  'ExportManifest.columns.name': ['Name of the column', 'total_amount_cents'],
  'ExportManifest.columns.type': ['Type of the column', 'integer'],
  'ExportManifest.rows': ['Number of rows in all files', 371],
  'ExportManifest.files': ['The files, in order'],
  'ExportManifest.files.name': [
    'Name of the file, below the prefix of the bucket',
    'invoices/2026-11-28/run/part-00001.parquet',
  ],
  'ExportManifest.files.rows': ['Number of rows in the file', 371],
  'ExportManifest.files.bytes': ['Size of the file in bytes', 48_213],
  'ExportManifest.files.sha256': [
    'SHA-256 of the file, in hexadecimal',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ],
  'DataExportDestination.url': ['Bucket and prefix of the names of files', 's3://acme-data/billing'],
  endpoint: ['Address of the server; by default that of AWS in the region', 'https://storage.googleapis.com'],
  region: ['Region of the bucket', 'eu-central-1'],
  access_key_id: ['Identifier of the key to the bucket', 'AKIAIOSFODNN7EXAMPLE'],
  secret_access_key: ['Secret of the key to the bucket; no answer shows it', 'wJalrXUtnFEMI'],
  'DataExportSchedule.interval': ['Each day, each Monday, or the first day of each month', 'daily'],
  'DataExportSchedule.hour': ["Hour of the day in the organization's time zone", 3],
  next_run_at: ['When the next run begins'],
  last_run: ['The last run, or the reason why it could not begin; null before the first one'],
  'last_run.svc_data_export_id': ['Identifier of the export; null for a run that could not begin', exampleId],
  'last_run.error': ['Reason of the failure; null unless it failed', 'destination_refused'],
};

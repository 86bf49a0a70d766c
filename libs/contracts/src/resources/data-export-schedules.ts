import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { id, integer, mandatoryChoice, mandatoryText, text, timestamp } from '../http/fields.js';
import { pagination, query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, exampleId, shape, svcId, texts } from '../http/texts.js';
import { exportFormats, exportOptions, exportStatuses } from './data-exports.js';
import { exportKindNames } from './exported/kinds.js';

/** How often an export runs: each day, on Mondays, or on the first day of a month. */
export const exportIntervals = ['daily', 'weekly', 'monthly'] as const;
export type ExportInterval = (typeof exportIntervals)[number];

/** The bucket that receives files, on any server with the interface of S3. */
export const DataExportDestination = shape('A bucket that receives exports, on any server with the interface of S3', {
  svc_id: svcId(),
  url: described(z.string(), 'Bucket and prefix of the names of files', 's3://acme-data/billing'),
  endpoint: described(
    z.string(),
    'Address of the server; by default that of AWS in the region',
    'https://storage.googleapis.com',
  ),
  region: described(z.string(), 'Region of the bucket', 'eu-central-1'),
  access_key_id: described(z.string(), 'Identifier of the key to the bucket', 'AKIAIOSFODNN7EXAMPLE'),
  created_at: createdAt(),
});
export type DataExportDestination = z.infer<typeof DataExportDestination>;

export const DataExportDestinationCreate = bodyOf(DataExportDestination, {
  url: mandatoryText(),
  endpoint: text(),
  region: text(),
  access_key_id: mandatoryText(),
  secret_access_key: described(mandatoryText(), 'Secret of the key to the bucket; no answer shows it', 'wJalrXUtnFEMI'),
});
export type DataExportDestinationCreate = BodyInput<typeof DataExportDestinationCreate>;

/** An export that runs again and again. */
export const DataExportSchedule = shape('An export that runs again and again', {
  svc_id: svcId(),
  resource_type: described(z.enum(exportKindNames), 'Kind of object', 'customers'),
  filters: described(z.record(z.string(), z.unknown()), 'Filters of the list that is exported', 'status=finalized'),
  format: described(z.enum(exportFormats), 'Format of the files', 'parquet'),
  incremental: described(z.boolean(), 'Whether a run has only what changed since the last completed one', true),
  svc_data_export_destination_id: described(
    id().nullable(),
    'Identifier of the bucket that receives the files; null: they are downloaded',
    exampleId,
  ),
  interval: described(
    z.enum(exportIntervals),
    'Each day, each Monday (`weekly`), or the first day of each month',
    'daily',
  ),
  hour: described(z.int(), "Hour of the day in the organization's time zone", 3),
  next_run_at: described(timestamp(), 'When the next run begins'),
  last_run: described(
    z
      .object({
        svc_data_export_id: described(
          id().nullable(),
          'Identifier of the export; null for a run that could not begin',
          exampleId,
        ),
        status: described(z.enum(exportStatuses), ...texts.state),
        error: described(z.string().nullable(), 'Reason of the failure; null unless it failed', 'destination_refused'),
        created_at: createdAt(),
      })
      .nullable(),
    'The last run, or the reason why it could not begin; null before the first one',
  ),
  created_at: createdAt(),
});
export type DataExportSchedule = z.infer<typeof DataExportSchedule>;

export const DataExportScheduleCreate = bodyOf(DataExportSchedule, {
  resource_type: mandatoryChoice(exportKindNames),
  ...exportOptions(),
  interval: mandatoryChoice(exportIntervals),
  hour: integer(0, 23),
});
export type DataExportScheduleCreate = BodyInput<typeof DataExportScheduleCreate>;

const Paged = query(pagination);
export type DataExportScheduleFilters = QueryInput<typeof Paged>;

const shared = { service: 'document', permission: 'data_export', memberPermission: 'invoices:export' } as const;
const destination = { data_export_destination: DataExportDestination };
const schedule = { data_export_schedule: DataExportSchedule };

export const dataExportDestinationRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/data_export_destinations',
    heavy: true,
    summary: 'Store a bucket for exports, after a file was written to it and deleted',
    wrapper: 'data_export_destination',
    body: DataExportDestinationCreate,
    answer: destination,
  }),
  list: route({
    ...shared,
    memberPermission: 'invoices:view',
    method: 'GET',
    path: '/data_export_destinations',
    summary: 'List the buckets for exports, newest first',
    query: Paged,
    answer: { data_export_destinations: z.array(DataExportDestination), meta: Meta },
  }),
  read: route({
    ...shared,
    memberPermission: 'invoices:view',
    method: 'GET',
    path: '/data_export_destinations/:svc_id',
    summary: 'Read a bucket for exports',
    answer: destination,
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/data_export_destinations/:svc_id',
    summary: 'Delete a bucket for exports that no schedule uses',
    answer: destination,
  }),
};

export const dataExportScheduleRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/data_export_schedules',
    summary: 'Schedule an export',
    wrapper: 'data_export_schedule',
    body: DataExportScheduleCreate,
    answer: schedule,
  }),
  list: route({
    ...shared,
    memberPermission: 'invoices:view',
    method: 'GET',
    path: '/data_export_schedules',
    summary: 'List scheduled exports, newest first',
    query: Paged,
    answer: { data_export_schedules: z.array(DataExportSchedule), meta: Meta },
  }),
  read: route({
    ...shared,
    memberPermission: 'invoices:view',
    method: 'GET',
    path: '/data_export_schedules/:svc_id',
    summary: 'Read a scheduled export, with its last run',
    answer: schedule,
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/data_export_schedules/:svc_id',
    summary: 'End a scheduled export',
    answer: schedule,
  }),
};

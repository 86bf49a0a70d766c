import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { id, integer, mandatoryChoice, mandatoryText, text, timestamp } from '../http/fields.js';
import { pagination, query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { exportFormats, exportOptions, exportStatuses } from './data-exports.js';
import { exportKindNames } from './exported/kinds.js';

/** How often an export runs: each day, on Mondays, or on the first day of a month. */
export const exportIntervals = ['daily', 'weekly', 'monthly'] as const;
export type ExportInterval = (typeof exportIntervals)[number];

/** The bucket that receives files, on any server with the interface of S3. */
export const DataExportDestination = z.object({
  svc_id: id(),
  url: z.string(),
  endpoint: z.string(),
  region: z.string(),
  access_key_id: z.string(),
  created_at: timestamp(),
});
export type DataExportDestination = z.infer<typeof DataExportDestination>;

export const DataExportDestinationCreate = body({
  url: mandatoryText(),
  endpoint: text(),
  region: text(),
  access_key_id: mandatoryText(),
  secret_access_key: mandatoryText(),
});
export type DataExportDestinationCreate = BodyInput<typeof DataExportDestinationCreate>;

/** An export that runs again and again. */
export const DataExportSchedule = z.object({
  svc_id: id(),
  resource_type: z.enum(exportKindNames),
  filters: z.record(z.string(), z.unknown()),
  format: z.enum(exportFormats),
  incremental: z.boolean(),
  svc_data_export_destination_id: id().nullable(),
  interval: z.enum(exportIntervals),
  /** Of the organization's time zone. */
  hour: z.int(),
  next_run_at: timestamp(),
  last_run: z
    .object({
      svc_data_export_id: id().nullable(),
      status: z.enum(exportStatuses),
      error: z.string().nullable(),
      created_at: timestamp(),
    })
    .nullable(),
  created_at: timestamp(),
});
export type DataExportSchedule = z.infer<typeof DataExportSchedule>;

export const DataExportScheduleCreate = body({
  ...exportOptions,
  resource_type: mandatoryChoice(exportKindNames),
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
    method: 'GET',
    path: '/data_export_destinations',
    summary: 'List the buckets for exports, newest first',
    query: Paged,
    answer: { data_export_destinations: z.array(DataExportDestination), meta: Meta },
  }),
  read: route({
    ...shared,
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
    method: 'GET',
    path: '/data_export_schedules',
    summary: 'List scheduled exports, newest first',
    query: Paged,
    answer: { data_export_schedules: z.array(DataExportSchedule), meta: Meta },
  }),
  read: route({
    ...shared,
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

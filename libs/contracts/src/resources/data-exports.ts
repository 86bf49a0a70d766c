import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { id, mandatoryChoice, record, timestamp } from '../http/fields.js';
import { pagination, query, type Query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { CustomerFilters } from './customers.js';
import { UsageExportFilters } from './customer-usage.js';
import { FeeFilters } from './fees.js';
import { InvoiceFilters } from './invoices.js';

/** The exportable resources. */
export const exportedResources = ['customers', 'invoices', 'fees', 'usage'] as const;
export type ExportedResource = (typeof exportedResources)[number];

/** The filters of each export: those of its list. */
export const exportFilters: Record<ExportedResource, Query> = {
  customers: CustomerFilters,
  invoices: InvoiceFilters,
  fees: FeeFilters,
  usage: UsageExportFilters,
};

export const exportStatuses = ['pending', 'processing', 'completed', 'failed', 'expired'] as const;

/** A CSV file, created in the background (docs/concepts/data.md). */
export const DataExport = z.object({
  svc_id: id(),
  resource_type: z.enum(exportedResources),
  filters: z.record(z.string(), z.unknown()),
  status: z.enum(exportStatuses),
  /** The number of customers, invoices or fees (for usage, of subscriptions) at the start; null before. */
  records_total: z.int().nullable(),
  records_done: z.int(),
  rows_written: z.int(),
  file_name: z.string(),
  file_size_bytes: z.int(),
  /** A signed address; present for a completed export whose file still exists. */
  file_url: z.string().nullable(),
  /** The error of a failed export. */
  error: z.string().nullable(),
  created_at: timestamp(),
  completed_at: timestamp().nullable(),
  /** When the file is deleted. */
  expires_at: timestamp().nullable(),
});
export type DataExport = z.infer<typeof DataExport>;

export const DataExportCreate = body({ resource_type: mandatoryChoice(exportedResources), filters: record() });
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
    summary: 'Ask for a file of customers, invoices, fees or usage',
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
    summary: 'Read how far an export is, and where its file is',
    answer: { data_export: DataExport },
  }),
};

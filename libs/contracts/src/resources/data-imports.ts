import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { flag, id, mandatoryChoice, mandatoryText, timestamp } from '../http/fields.js';
import { pagination, query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';

/** The importable resources. */
export const importedResources = ['customers', 'subscriptions'] as const;
export type ImportedResource = (typeof importedResources)[number];

export const importBounds = {
  /** Maximum characters of a file. */
  characters: 1_500_000,
  rows: 10_000,
  /** Maximum reported errors. */
  errors: 1_000,
} as const;

/** CSV rows, each created or changed separately (docs/concepts/data.md). */
export const DataImport = z.object({
  svc_id: id(),
  resource_type: z.enum(importedResources),
  /** Whether the import only tries every row, and stores nothing. */
  dry_run: z.boolean(),
  status: z.enum(['processing', 'completed']),
  rows_total: z.int(),
  rows_created: z.int(),
  rows_updated: z.int(),
  rows_failed: z.int(),
  created_at: timestamp(),
  completed_at: timestamp().nullable(),
});
export type DataImport = z.infer<typeof DataImport>;

/** With errors by line of the file and by field. */
export const SingleDataImport = DataImport.extend({
  row_errors: z.array(z.object({ line: z.int(), errors: z.record(z.string(), z.unknown()) })),
});
export type SingleDataImport = z.infer<typeof SingleDataImport>;

export const DataImportCreate = body({
  resource_type: mandatoryChoice(importedResources),
  dry_run: flag(),
  csv: mandatoryText(importBounds.characters),
});
export type DataImportCreate = BodyInput<typeof DataImportCreate>;

export const DataImportFilters = query(pagination);
export type DataImportFilters = QueryInput<typeof DataImportFilters>;

const shared = { service: 'subscription', permission: 'data_import' } as const;

export const dataImportRoutes = {
  create: route({
    ...shared,
    memberPermission: 'customers:create',
    method: 'POST',
    path: '/data_imports',
    heavy: true,
    summary: 'Import customers or subscriptions from a CSV file, or validate the file only',
    wrapper: 'data_import',
    body: DataImportCreate,
    answer: { data_import: SingleDataImport },
  }),
  list: route({
    ...shared,
    memberPermission: 'customers:view',
    method: 'GET',
    path: '/data_imports',
    summary: 'List imports, newest first',
    query: DataImportFilters,
    answer: { data_imports: z.array(DataImport), meta: Meta },
  }),
  read: route({
    ...shared,
    memberPermission: 'customers:view',
    method: 'GET',
    path: '/data_imports/:svc_id',
    summary: 'Read an import, its progress and its errors by line',
    answer: { data_import: SingleDataImport },
  }),
};

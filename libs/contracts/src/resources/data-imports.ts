import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { flag, mandatoryChoice, mandatoryText, timestamp } from '../http/fields.js';
import { pagination, query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';

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
export const DataImport = shape('Rows of a CSV file, each created or changed separately', {
  svc_id: svcId(),
  resource_type: described(z.enum(importedResources), 'Kind of object', 'customers'),
  /** Whether the import only tries every row, and stores nothing. */
  dry_run: described(z.boolean(), 'Whether rows are only validated'),
  status: described(z.enum(['processing', 'completed']), ...texts.state),
  rows_total: described(z.int(), 'Number of rows in the file', 100),
  rows_created: described(z.int(), 'Number of created objects', 90),
  rows_updated: described(z.int(), 'Number of updated objects', 8),
  rows_failed: described(z.int(), 'Number of rows with errors', 2),
  created_at: createdAt(),
  completed_at: described(timestamp().nullable(), 'When it was completed; null before'),
});
export type DataImport = z.infer<typeof DataImport>;

/** With errors by line of the file and by field. */
export const SingleDataImport = described(
  DataImport.extend({
    row_errors: described(
      z.array(
        z.object({
          line: described(z.int(), 'Line of the file', 7),
          errors: described(z.record(z.string(), z.unknown()), 'Codes by field', 'name=value_is_mandatory'),
        }),
      ),
      'Errors by line',
    ),
  }),
  'An import in its own answers, with the errors of its rows',
);
export type SingleDataImport = z.infer<typeof SingleDataImport>;

export const DataImportCreate = bodyOf(DataImport, {
  resource_type: mandatoryChoice(importedResources),
  dry_run: flag(),
  csv: described(
    mandatoryText(importBounds.characters),
    'CSV text of the file, with a header line',
    'external_id,name\nacme,Acme SAS\n',
  ),
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

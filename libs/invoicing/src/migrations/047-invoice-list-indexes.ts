import type { SchemaMigration } from '@tollgate/platform';

/**
 * The order of creation of the list of invoices. An installation with many rows can create it beforehand without a lock
 * (docs/contribute/migrations.md). Columns that change have no index for lists. With one, each change of an invoice
 * writes to all indexes of the table, and a billing run takes a third longer.
 */
export const invoiceListIndexes: SchemaMigration = {
  name: '091_invoice_list_indexes',
  sql: `create index if not exists invoices_created on invoicing.invoices (organization_id, created_at desc, id)`,
};

import type { SchemaMigration } from '@tollgate/platform';

/**
 * Counts the invoices of an organization by a small index: its entries are equal, so PostgreSQL stores their key once.
 * Other indexes depend on the state already. An installation with many rows can create it beforehand without a lock
 * (docs/contribute/migrations.md).
 */
export const countedInvoices: SchemaMigration = {
  name: '100_counted_invoices',
  sql: `create index if not exists invoices_counted on invoicing.invoices (organization_id, status)`,
};

import type { SchemaMigration } from '@tollgate/platform';

/**
 * Stores the input from which an engine computed the taxes of an invoice, for its credit notes (webhooks, section 19).
 * Earlier invoices have none.
 */
export const sentTaxDocuments: SchemaMigration = {
  name: '103_sent_tax_documents',
  sql: `alter table invoicing.tax_requests add column if not exists sent jsonb`,
};

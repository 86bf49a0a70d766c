import type { SchemaMigration } from '@tollgate/platform';

/**
 * What determined the taxes of an invoice at its engine: its credit notes are reported with the same (webhooks, section
 * 19). Earlier invoices have none.
 */
export const sentTaxDocuments: SchemaMigration = {
  name: '103_sent_tax_documents',
  sql: `alter table invoicing.tax_requests add column if not exists sent jsonb`,
};

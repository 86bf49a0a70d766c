import { indexTexts, type SchemaMigration } from '@tollgate/platform';

/**
 * Finds parts of texts in invoices. An installation with many rows can create the index beforehand without a lock
 * (docs/contribute/migrations.md).
 */
export const textsOfInvoices: SchemaMigration = {
  name: '093_texts_of_invoices',
  sql: indexTexts('invoicing', 'invoices', ['number', 'purchase_order_number']),
};

import { indexTexts, type SchemaMigration } from '@tollgate/platform';

/**
 * Finds parts of texts in fees, and the fees of a customer. An installation with many rows can create the indexes
 * beforehand without a lock (docs/contribute/migrations.md).
 */
export const listsOfFees: SchemaMigration = {
  name: '104_lists_of_fees',
  sql: `
    create index if not exists fees_customer on invoicing.fees (customer_id, created_at, id) where deleted_at is null;
    ${indexTexts('invoicing', 'fees', ['item_code', 'item_name', 'invoice_display_name', 'event_transaction_id'])}`,
};

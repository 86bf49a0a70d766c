import type { SchemaMigration } from '@tollgate/platform';

/**
 * The orders in which people read invoices and credit notes. An installation with many rows can create the indexes
 * beforehand without a lock (docs/contribute/migrations.md).
 */
export const ordersOfDocuments: SchemaMigration = {
  name: '105_orders_of_documents',
  sql: `
    create index if not exists invoices_all_due on invoicing.invoices (organization_id, payment_due_date, id);
    create index if not exists credit_notes_customer on invoicing.credit_notes (customer_id, created_at desc, id);
    create index if not exists credit_notes_issued on invoicing.credit_notes (organization_id, issuing_date, id);
    create index if not exists credit_notes_total on invoicing.credit_notes (organization_id, total_amount_cents, id)`,
};

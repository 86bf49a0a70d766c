import type { SchemaMigration } from '@tollgate/platform';

/** The orders of the list of invoices, and its counts by state. An installation with many rows can create them beforehand without a lock (docs/contribute/migrations.md). */
export const invoiceListIndexes: SchemaMigration = {
  name: '091_invoice_list_indexes',
  sql: `
    create index if not exists invoices_created on invoicing.invoices (organization_id, created_at desc, id);
    create index if not exists invoices_due on invoicing.invoices (organization_id, payment_due_date, id);
    create index if not exists invoices_total on invoicing.invoices (organization_id, total_amount_cents, id);
    create index if not exists invoices_states on invoicing.invoices (organization_id, status, payment_status);`,
};

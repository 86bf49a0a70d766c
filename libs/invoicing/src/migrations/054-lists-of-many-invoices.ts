import type { SchemaMigration } from '@tollgate/platform';

/**
 * Indexes for lists of a million invoices. One counts them by state without reading rows, one finds the few whose
 * payment failed, one has the order of totals. An installation with many rows can create them beforehand without a lock
 * (docs/contribute/migrations.md). Other indexes depend on both states already, and only drafts change their totals.
 */
export const listsOfManyInvoices: SchemaMigration = {
  name: '098_lists_of_many_invoices',
  sql: `
    create index if not exists invoices_states on invoicing.invoices (organization_id, created_at desc, id)
      include (status, payment_status);
    drop index if exists invoicing.invoices_created;
    create index if not exists invoices_payment_failed on invoicing.invoices (organization_id, issuing_date desc, created_at desc, id)
      where payment_status = 'failed';
    create index if not exists invoices_total on invoicing.invoices (organization_id, total_amount_cents, id)`,
};

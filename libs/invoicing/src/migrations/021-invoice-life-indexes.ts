import type { SchemaMigration } from '@tollgate/platform';

/**
 * Indexes that read all invoices. They have a file of their own, so the columns and tables before them exist at once.
 */
export const invoiceLifeIndexes: SchemaMigration = {
  name: '065_invoice_life_indexes',
  sql: `
    alter table invoicing.invoices validate constraint invoices_status_check;
    create unique index invoices_billing_entity_sequence on invoicing.invoices (billing_entity_id, billing_entity_sequential_id)
      where billing_entity_sequential_id is not null;
    create index invoices_payment_due on invoicing.invoices (organization_id, payment_due_date, id)
      where status = 'finalized' and payment_status <> 'succeeded' and not payment_overdue and payment_dispute_lost_at is null;
    create index invoices_all_payments_due on invoicing.invoices (payment_due_date, organization_id)
      where status = 'finalized' and payment_status <> 'succeeded' and not payment_overdue and payment_dispute_lost_at is null`,
};

import type { SchemaMigration } from '@tollgate/platform';

/** Overdue invoices of an organization, in a file of its own, because it reads all invoices. */
export const overdueIndex: SchemaMigration = {
  name: '068_overdue_index',
  sql: `create index invoices_overdue on invoicing.invoices (organization_id, payment_due_date, id) where payment_overdue`,
};

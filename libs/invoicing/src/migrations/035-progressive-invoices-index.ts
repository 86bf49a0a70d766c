import type { SchemaMigration } from '@tollgate/platform';

/** Most organizations have few progressive invoices. A search for them must not read all invoices to find none. */
export const progressiveInvoicesIndex: SchemaMigration = {
  name: '079_progressive_invoices_index',
  sql: `create index invoices_progressive_billing on invoicing.invoices (id) where invoice_type = 'progressive_billing'`,
};

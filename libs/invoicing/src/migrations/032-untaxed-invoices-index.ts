import type { SchemaMigration } from '@tollgate/platform';

/** Invoices of a customer that wait for its taxes, in a file of its own, because it reads all invoices. */
export const untaxedInvoicesIndex: SchemaMigration = {
  name: '076_untaxed_invoices_index',
  sql: `create index invoices_awaiting_taxes on invoicing.invoices (customer_id, created_at, id) where awaits_taxes`,
};

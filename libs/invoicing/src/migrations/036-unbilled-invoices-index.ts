import type { SchemaMigration } from '@tollgate/platform';

/** Every snapshot searches a customer's unbilled usage; the search must not read all invoices of the customer. */
export const unbilledInvoicesIndex: SchemaMigration = {
  name: '080_unbilled_invoices_index',
  sql: `create index invoices_unbilled on invoicing.invoices (customer_id, id) where status = 'draft' or awaits_taxes`,
};

import type { SchemaMigration } from '@tollgate/platform';

/** The payment methods that calls chose for their invoices; null where they named none. */
export const paymentMethods: SchemaMigration = {
  name: '077_payment_methods',
  sql: `alter table invoicing.invoices add column payment_method_type text, add column payment_method_id uuid`,
};

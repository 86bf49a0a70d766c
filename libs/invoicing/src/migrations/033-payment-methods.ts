import type { SchemaMigration } from '@tollgate/platform';

/** What the calls that made invoices said of how they are paid; null where they said nothing. */
export const paymentMethods: SchemaMigration = {
  name: '077_payment_methods',
  sql: `alter table invoicing.invoices add column payment_method_type text, add column payment_method_id uuid`,
};

import type { SchemaMigration } from '@tollgate/platform';

/** The payment methods that calls chose for their payment requests; null where they named none. */
export const requestedMethods: SchemaMigration = {
  name: '007_requested_methods',
  sql: `alter table payment.payment_requests add column payment_method_type text, add column payment_method_id uuid`,
};

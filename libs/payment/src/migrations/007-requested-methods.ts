import type { SchemaMigration } from '@tollgate/platform';

/** What calls said of how their payment requests are paid; null where they said nothing. */
export const requestedMethods: SchemaMigration = {
  name: '007_requested_methods',
  sql: `alter table payment.payment_requests add column payment_method_type text, add column payment_method_id uuid`,
};

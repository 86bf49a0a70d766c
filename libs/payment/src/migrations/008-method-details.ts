import type { SchemaMigration } from '@tollgate/platform';

/** What a provider tells about a payment method; null where it tells nothing. */
export const methodDetails: SchemaMigration = {
  name: '008_method_details',
  sql: `alter table payment.payment_methods add column details jsonb`,
};

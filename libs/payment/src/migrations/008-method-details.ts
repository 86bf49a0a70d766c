import type { SchemaMigration } from '@tollgate/platform';

/** Details of payment methods from their providers; null without any. */
export const methodDetails: SchemaMigration = {
  name: '008_method_details',
  sql: `alter table payment.payment_methods add column details jsonb`,
};

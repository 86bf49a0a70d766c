import type { SchemaMigrations } from '@tollgate/platform';

export const paymentMigrations: SchemaMigrations = {
  schema: 'payment',
  migrations: { '001_traces': 'alter table payment.outbox add column traceparent text' },
};

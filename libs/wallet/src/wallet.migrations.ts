import type { SchemaMigrations } from '@tollgate/platform';

export const walletMigrations: SchemaMigrations = {
  schema: 'wallet',
  migrations: { '001_traces': 'alter table wallet.outbox add column traceparent text' },
};

import type { SchemaMigrations } from '@tollgate/platform';

export const documentMigrations: SchemaMigrations = {
  schema: 'document',
  migrations: { '001_traces': 'alter table document.outbox add column traceparent text' },
};

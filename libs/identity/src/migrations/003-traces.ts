import type { SchemaMigration } from '@tollgate/platform';

export const traces: SchemaMigration = {
  name: '003_traces',
  sql: 'alter table identity.outbox add column traceparent text',
};

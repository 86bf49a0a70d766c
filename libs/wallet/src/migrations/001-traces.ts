import type { SchemaMigration } from '@tollgate/platform';

export const traces: SchemaMigration = {
  name: '001_traces',
  sql: 'alter table wallet.outbox add column traceparent text',
};

import type { SchemaMigration } from '@tollgate/platform';

export const traces: SchemaMigration = {
  name: '081_traces',
  sql: 'alter table subscription.outbox add column traceparent text',
};

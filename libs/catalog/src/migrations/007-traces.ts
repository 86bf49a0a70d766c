import type { SchemaMigration } from '@tollgate/platform';

export const traces: SchemaMigration = {
  name: '034_traces',
  sql: 'alter table catalog.outbox add column traceparent text',
};

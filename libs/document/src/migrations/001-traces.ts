import type { SchemaMigration } from '@tollgate/platform';

export const traces: SchemaMigration = {
  name: '001_traces',
  sql: 'alter table document.outbox add column traceparent text',
};

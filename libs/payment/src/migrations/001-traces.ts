import type { SchemaMigration } from '@tollgate/platform';

export const traces: SchemaMigration = {
  name: '001_traces',
  sql: 'alter table payment.outbox add column traceparent text',
};

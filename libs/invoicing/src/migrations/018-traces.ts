import type { SchemaMigration } from '@tollgate/platform';

export const traces: SchemaMigration = {
  name: '062_traces',
  sql: 'alter table invoicing.outbox add column traceparent text',
};

import type { SchemaMigration } from '@tollgate/platform';

export const traces: SchemaMigration = {
  name: '005_traces',
  sql: 'alter table ingestion.outbox add column traceparent text',
};

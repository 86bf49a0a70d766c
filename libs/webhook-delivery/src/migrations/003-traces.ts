import type { SchemaMigration } from '@tollgate/platform';

export const traces: SchemaMigration = {
  name: '003_traces',
  sql: `
    alter table webhook_delivery.outbox add column traceparent text;
    alter table webhook_delivery.webhook_messages add column traceparent text`,
};

import type { SchemaMigration } from '@tollgate/platform';

/** The events that a provider sends to the endpoint of a connection. Null: those of an earlier version. */
export const eventsOfEndpoints: SchemaMigration = {
  name: '023_events_of_endpoints',
  sql: 'alter table payment.provider_connections add column webhook_events text',
};

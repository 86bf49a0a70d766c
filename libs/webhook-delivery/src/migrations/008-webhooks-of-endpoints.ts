import type { SchemaMigration } from '@tollgate/platform';

/** Lists of an endpoint's webhooks. */
export const webhooksOfEndpoints: SchemaMigration = {
  name: '008_webhooks_of_endpoints',
  sql: `create index webhook_messages_of_endpoint on webhook_delivery.webhook_messages (endpoint_id, created_at desc, id desc)`,
};

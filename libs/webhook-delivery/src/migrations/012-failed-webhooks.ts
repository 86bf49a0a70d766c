import type { SchemaMigration } from '@tollgate/platform';

/** Failed webhooks of an endpoint, by the time of their failure, for replays. */
export const failedWebhooks: SchemaMigration = {
  name: '012_failed_webhooks',
  sql: `create index webhook_messages_failed on webhook_delivery.webhook_messages (endpoint_id, updated_at) where status = 'failed'`,
};

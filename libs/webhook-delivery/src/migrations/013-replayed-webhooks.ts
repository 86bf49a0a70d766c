import type { SchemaMigration } from '@tollgate/platform';

/** The queue of replayed webhooks, apart from fresh ones. */
export const replayedWebhooks: SchemaMigration = {
  name: '013_replayed_webhooks',
  sql: `create index webhook_messages_replayed on webhook_delivery.webhook_messages (endpoint_id, next_attempt_at)
    where next_attempt_at is not null and replay_id is not null`,
};

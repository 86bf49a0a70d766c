import type { SchemaMigration } from '@tollgate/platform';

/** Lists of the webhooks of a replay. */
export const webhooksOfReplays: SchemaMigration = {
  name: '014_webhooks_of_replays',
  sql: `create index webhook_messages_of_replay on webhook_delivery.webhook_messages (replay_id, created_at desc, id desc)
    where replay_id is not null`,
};

import type { SchemaMigration } from '@tollgate/platform';

/** Lists of the webhooks of a status: few are not delivered. */
export const unsentWebhooks: SchemaMigration = {
  name: '011_unsent_webhooks',
  sql: `create index webhook_messages_unsent on webhook_delivery.webhook_messages (organization_id, status, created_at desc, id desc)
    where status <> 'succeeded'`,
};

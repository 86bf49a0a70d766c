import type { SchemaMigration } from '@tollgate/platform';

/** Lists of webhooks. */
export const webhooksInOrder: SchemaMigration = {
  name: '007_webhooks_in_order',
  sql: `create index webhook_messages_in_order on webhook_delivery.webhook_messages (organization_id, created_at desc, id desc)`,
};

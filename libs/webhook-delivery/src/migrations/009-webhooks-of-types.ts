import type { SchemaMigration } from '@tollgate/platform';

/** Lists of the webhooks of a type. */
export const webhooksOfTypes: SchemaMigration = {
  name: '009_webhooks_of_types',
  sql: `create index webhook_messages_of_type on webhook_delivery.webhook_messages (organization_id, webhook_type, created_at desc, id desc)`,
};

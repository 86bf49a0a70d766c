import type { SchemaMigration } from '@tollgate/platform';

/** Lists of the webhooks about an object. */
export const webhooksOfObjects: SchemaMigration = {
  name: '010_webhooks_of_objects',
  sql: `create index webhook_messages_of_object on webhook_delivery.webhook_messages (organization_id, object_id)`,
};

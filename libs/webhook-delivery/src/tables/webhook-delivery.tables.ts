import type { ActivityLogsTable, LastSeenObjectsTable } from './activity-logs.tables.js';
import type { WebhookAttemptsTable } from './webhook-attempts.tables.js';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { DeliveryPartitionsTable } from './delivery-partitions.tables.js';
import type { WebhookEndpointsTable } from './webhook-endpoints.tables.js';
import type { WebhookMessagesTable } from './webhook-messages.tables.js';
import type { WebhookReplaysTable, WebhookSequencesTable } from './webhook-replays.tables.js';
import type { SigningKeysTable } from './signing-keys.tables.js';

/** Tables of the webhook_delivery schema; each file of this folder describes its tables. */
export interface WebhookDeliveryTables {
  'webhook_delivery.webhook_endpoints': WebhookEndpointsTable;
  'webhook_delivery.webhook_messages': WebhookMessagesTable;
  'webhook_delivery.webhook_attempts': WebhookAttemptsTable;
  'webhook_delivery.webhook_sequences': WebhookSequencesTable;
  'webhook_delivery.webhook_replays': WebhookReplaysTable;
  'webhook_delivery.delivery_lanes': DeliveryPartitionsTable;
  'webhook_delivery.signing_keys': SigningKeysTable;
  'webhook_delivery.activity_logs': ActivityLogsTable;
  'webhook_delivery.told_objects': LastSeenObjectsTable;
}

/** Types a transaction with these tables. */
export const tables = (transaction: Transaction) => tablesOf<WebhookDeliveryTables>(transaction);

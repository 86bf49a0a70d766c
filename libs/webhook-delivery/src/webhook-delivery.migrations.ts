import type { SchemaMigrations } from '@tollgate/platform';
import { endpointsAndMessages } from './migrations/001-endpoints-and-messages.js';
import { deliveryLanes } from './migrations/002-delivery-lanes.js';
import { traces } from './migrations/003-traces.js';
import { activityLogs } from './migrations/004-activity-logs.js';
import { refusedSignatures } from './migrations/005-refused-signatures.js';

export const webhookDeliveryMigrations: SchemaMigrations = {
  schema: 'webhook_delivery',
  secrets: [{ table: 'signing_keys', column: 'private_key' }],
  migrations: [endpointsAndMessages, deliveryLanes, traces, activityLogs, refusedSignatures],
};

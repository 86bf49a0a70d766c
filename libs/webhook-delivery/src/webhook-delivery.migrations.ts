import type { SchemaMigrations } from '@tollgate/platform';
import { baseline } from './migrations/000-baseline.js';
import { deliveryLog } from './migrations/006-delivery-log.js';
import { webhooksInOrder } from './migrations/007-webhooks-in-order.js';
import { webhooksOfEndpoints } from './migrations/008-webhooks-of-endpoints.js';
import { webhooksOfTypes } from './migrations/009-webhooks-of-types.js';
import { webhooksOfObjects } from './migrations/010-webhooks-of-objects.js';
import { unsentWebhooks } from './migrations/011-unsent-webhooks.js';
import { failedWebhooks } from './migrations/012-failed-webhooks.js';
import { replayedWebhooks } from './migrations/013-replayed-webhooks.js';
import { webhooksOfReplays } from './migrations/014-webhooks-of-replays.js';
import { actsInThePortal } from './migrations/015-acts-in-the-portal.js';
import { actsOfAgents } from './migrations/016-acts-of-agents.js';

export const webhookDeliveryMigrations: SchemaMigrations = {
  schema: 'webhook_delivery',
  secrets: [{ table: 'signing_keys', column: 'private_key' }],
  baseline,
  migrations: [
    deliveryLog,
    webhooksInOrder,
    webhooksOfEndpoints,
    webhooksOfTypes,
    webhooksOfObjects,
    unsentWebhooks,
    failedWebhooks,
    replayedWebhooks,
    webhooksOfReplays,
    actsInThePortal,
    actsOfAgents,
  ],
};

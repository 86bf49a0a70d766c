import 'reflect-metadata';
import { identityMigrations } from '@tollgate/identity';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { runClusterService } from '@tollgate/platform';
import { WebhookDeliveryModule, webhookDeliveryMigrations } from '@tollgate/webhook-delivery';

await runClusterService({
  name: 'webhook-delivery',
  dependencies: {
    usageStore: false,
    messages: true,
    needed: ['postgresql'],
    migrations: [identityMigrations, webhookDeliveryMigrations],
  },
  needs: ['ENCRYPTION_KEY'],
  modules: [IdentityReaderModule, WebhookDeliveryModule],
});

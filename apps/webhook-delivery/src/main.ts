import 'reflect-metadata';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { runClusterService } from '@tollgate/platform';
import { WebhookDeliveryModule } from '@tollgate/webhook-delivery';

await runClusterService({
  name: 'webhook-delivery',
  dependencies: { usageStore: false, messages: true },
  needs: ['ENCRYPTION_KEY'],
  modules: [IdentityReaderModule, WebhookDeliveryModule],
});

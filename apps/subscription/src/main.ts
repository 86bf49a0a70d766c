import 'reflect-metadata';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { runClusterService } from '@tollgate/platform';
import { SubscriptionModule } from '@tollgate/subscription';

await runClusterService({
  name: 'subscription',
  dependencies: { usageStore: false, messages: true },
  modules: [IdentityReaderModule, SubscriptionModule],
});

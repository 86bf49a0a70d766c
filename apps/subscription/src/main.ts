import 'reflect-metadata';
import { identityMigrations } from '@tollgate/identity';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { InvoicingReaderModule } from '@tollgate/invoicing/reader';
import { PaymentReaderModule } from '@tollgate/payment/reader';
import { runClusterService } from '@tollgate/platform';
import { SubscriptionModule, subscriptionMigrations } from '@tollgate/subscription';

await runClusterService({
  name: 'subscription',
  dependencies: {
    usageStore: false,
    messages: true,
    needed: ['postgresql'],
    migrations: [identityMigrations, subscriptionMigrations],
  },
  modules: [IdentityReaderModule, InvoicingReaderModule, PaymentReaderModule, SubscriptionModule],
});

import 'reflect-metadata';
import { PaymentModule, paymentMigrations } from '@tollgate/payment';
import { identityMigrations } from '@tollgate/identity';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { runClusterService } from '@tollgate/platform';

await runClusterService({
  name: 'payment',
  dependencies: {
    usageStore: false,
    messages: true,
    needed: ['postgresql'],
    migrations: [identityMigrations, paymentMigrations],
  },
  needs: ['ENCRYPTION_KEY'],
  modules: [IdentityReaderModule, PaymentModule],
});

import 'reflect-metadata';
import { WalletModule, walletMigrations } from '@tollgate/wallet';
import { identityMigrations } from '@tollgate/identity';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { PaymentReaderModule } from '@tollgate/payment/reader';
import { runClusterService } from '@tollgate/platform';

await runClusterService({
  name: 'wallet',
  dependencies: {
    usageStore: false,
    messages: true,
    needed: ['postgresql'],
    migrations: [identityMigrations, walletMigrations],
  },
  modules: [IdentityReaderModule, PaymentReaderModule, WalletModule],
});

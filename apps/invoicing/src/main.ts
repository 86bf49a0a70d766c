import 'reflect-metadata';
import { identityMigrations } from '@tollgate/identity';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { InvoicingModule, invoicingMigrations } from '@tollgate/invoicing';
import { PaymentReaderModule } from '@tollgate/payment/reader';
import { runClusterService } from '@tollgate/platform';

await runClusterService({
  name: 'invoicing',
  needs: ['ENCRYPTION_KEY'],
  dependencies: {
    usageStore: true,
    messages: true,
    needed: ['postgresql'],
    migrations: [identityMigrations, invoicingMigrations],
  },
  modules: [IdentityReaderModule, PaymentReaderModule, InvoicingModule],
});

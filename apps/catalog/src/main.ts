import 'reflect-metadata';
import { CatalogModule, catalogMigrations } from '@tollgate/catalog';
import { identityMigrations } from '@tollgate/identity';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { InvoicingReaderModule } from '@tollgate/invoicing/reader';
import { runClusterService } from '@tollgate/platform';
import { SubscriptionReaderModule } from '@tollgate/subscription/reader';

await runClusterService({
  name: 'catalog',
  dependencies: {
    usageStore: false,
    messages: true,
    needed: ['postgresql'],
    migrations: [identityMigrations, catalogMigrations],
  },
  modules: [IdentityReaderModule, SubscriptionReaderModule, InvoicingReaderModule, CatalogModule],
});

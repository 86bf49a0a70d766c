import 'reflect-metadata';
import { CatalogModule } from '@tollgate/catalog';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { InvoicingReaderModule } from '@tollgate/invoicing/reader';
import { runClusterService } from '@tollgate/platform';
import { SubscriptionReaderModule } from '@tollgate/subscription/reader';

await runClusterService({
  name: 'catalog',
  dependencies: { usageStore: false, messages: true },
  modules: [IdentityReaderModule, SubscriptionReaderModule, InvoicingReaderModule, CatalogModule],
});

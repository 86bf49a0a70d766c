import 'reflect-metadata';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { InvoicingModule } from '@tollgate/invoicing';
import { runClusterService } from '@tollgate/platform';

await runClusterService({
  name: 'invoicing',
  dependencies: { usageStore: true, messages: true },
  modules: [IdentityReaderModule, InvoicingModule],
});

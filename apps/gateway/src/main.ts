import 'reflect-metadata';
import { IdentityModule } from '@tollgate/identity';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { DocumentationModule, runClusterService } from '@tollgate/platform';
import { ProxyModule } from './proxy/proxy.module.js';

/** Organizations and test clocks are answered here, every other public call by the service that owns it. */
await runClusterService({
  name: 'gateway',
  dependencies: { usageStore: false, messages: false },
  needs: ['ADMIN_API_KEY', 'ENCRYPTION_KEY'],
  modules: [IdentityReaderModule, IdentityModule, ProxyModule, DocumentationModule],
});

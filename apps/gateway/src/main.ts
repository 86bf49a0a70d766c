import 'reflect-metadata';
import { AgentsModule } from '@tollgate/agents';
import { IdentityModule, identityMigrations } from '@tollgate/identity';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { DocumentationModule, PagesModule, runClusterService } from '@tollgate/platform';
import { ProxyModule } from './proxy/proxy.module.js';

/** The gateway answers identity's calls itself, and forwards every other public call to its service. */
await runClusterService({
  name: 'gateway',
  dependencies: { usageStore: true, messages: true, needed: [], migrations: [identityMigrations] },
  needs: ['ADMIN_API_KEY', 'ENCRYPTION_KEY'],
  facesCallers: true,
  modules: [
    IdentityReaderModule,
    IdentityModule,
    ProxyModule,
    AgentsModule,
    DocumentationModule,
    PagesModule.from(new URL('../../console/dist/', import.meta.url)),
  ],
});

import 'reflect-metadata';
import { DocumentModule, documentMigrations } from '@tollgate/document';
import { identityMigrations } from '@tollgate/identity';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { runClusterService } from '@tollgate/platform';

await runClusterService({
  name: 'document',
  dependencies: {
    usageStore: false,
    messages: true,
    needed: ['postgresql'],
    migrations: [identityMigrations, documentMigrations],
  },
  modules: [IdentityReaderModule, DocumentModule],
});

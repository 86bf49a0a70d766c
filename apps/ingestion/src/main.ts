import 'reflect-metadata';
import { identityMigrations } from '@tollgate/identity';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { IngestionModule, ingestionMigrations } from '@tollgate/ingestion';
import { runClusterService } from '@tollgate/platform';

await runClusterService({
  name: 'ingestion',
  // The service accepts events while the usage store is unavailable: the log holds them.
  dependencies: {
    usageStore: true,
    messages: true,
    needed: ['messages'],
    migrations: [identityMigrations, ingestionMigrations],
  },
  modules: [IdentityReaderModule, IngestionModule],
});

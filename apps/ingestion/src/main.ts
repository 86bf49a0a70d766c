import 'reflect-metadata';
import { identityMigrations } from '@tollgate/identity';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { IngestionModule, ingestionMigrations } from '@tollgate/ingestion';
import { runClusterService } from '@tollgate/platform';

await runClusterService({
  name: 'ingestion',
  // Events are accepted while the usage store is away: the log holds them.
  dependencies: {
    usageStore: true,
    messages: true,
    needed: ['messages'],
    migrations: [identityMigrations, ingestionMigrations],
  },
  modules: [IdentityReaderModule, IngestionModule],
});

import 'reflect-metadata';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { IngestionModule } from '@tollgate/ingestion';
import { runClusterService } from '@tollgate/platform';

await runClusterService({
  name: 'ingestion',
  // Events are accepted while the usage store is away: the log holds them.
  dependencies: { usageStore: false, messages: true },
  needs: ['CLICKHOUSE_URL'],
  modules: [IdentityReaderModule, IngestionModule],
});

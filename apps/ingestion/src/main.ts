import 'reflect-metadata';
import { IdentityReaderModule } from '@tollgate/identity/reader';
import { IngestionModule } from '@tollgate/ingestion';
import { runClusterService } from '@tollgate/platform';

await runClusterService({
  name: 'ingestion',
  dependencies: { usageStore: true, messages: true },
  modules: [IdentityReaderModule, IngestionModule],
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouse, Config } from '@tollgate/platform';

/** An embedded engine for one test, with an empty database `usage`. */
export interface TestUsageStore {
  clickhouse: ClickHouse;
  /** Closes the engine and deletes its data. */
  close(): Promise<void>;
}

/** Opens a store; a process can have one at a time. */
export function openUsageStore(): TestUsageStore {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-usage-store-'));
  const secrets = { ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' };
  const clickhouse = new ClickHouse(new Config({ DATA_DIR: directory, CLICKHOUSE_DATABASE: 'usage', ...secrets }));
  return {
    clickhouse,
    close: async () => {
      await clickhouse.onApplicationShutdown();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Number of runs of a property that queries the engine: `PROPERTY_SHARE` of it (0 to 1) if set, as each run takes
 * seconds.
 */
export const runs = (many: number): number => Math.ceil(many * Number(process.env['PROPERTY_SHARE'] || 1));

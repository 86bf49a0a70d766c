import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouse, Config } from '@tollgate/platform';

/** An embedded engine of a test's own, with the database `usage`, and nothing in it yet. */
export interface TestUsageStore {
  clickhouse: ClickHouse;
  /** Closes it; what it held is gone. */
  close(): Promise<void>;
}

/** A process has one at a time. */
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

/** How often a property that asks the engine is tried: `PROPERTY_SHARE` of it (0 to 1), where that is set, as each try takes seconds. */
export const runs = (many: number): number => Math.ceil(many * Number(process.env['PROPERTY_SHARE'] || 1));

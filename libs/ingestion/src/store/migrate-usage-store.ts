import type { ClickHouse } from '@tollgate/platform';
import { usageTables } from './usage-tables.js';

/** Makes the tables of the usage store that are not there yet. */
export async function migrateUsageStore(clickhouse: ClickHouse): Promise<void> {
  for (const statement of usageTables(clickhouse.database)) await clickhouse.command(statement);
}

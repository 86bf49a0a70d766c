import type { ClickHouse } from '@tollgate/platform';
import { usageTables } from './usage-tables.js';

/** Makes the tables of the usage store that are not there yet. */
export async function migrateUsageStore(clickhouse: ClickHouse): Promise<void> {
  const known = await clickhouse.rows(`select name from system.merge_tree_settings where name = 'materialize_projections_on_merge'`);
  for (const statement of usageTables(clickhouse.database, known.length > 0)) await clickhouse.command(statement);
}

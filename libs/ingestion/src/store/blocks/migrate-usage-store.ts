import type { ClickHouse } from '@tollgate/platform';
import { faultyEventsTable, mergeSettings, usageTables } from './usage-tables.js';

/** Brings the tables of the usage store up to date. An interrupted migration can run again. */
export async function migrateUsageStore(clickhouse: ClickHouse): Promise<void> {
  const { database } = clickhouse;
  await clickhouse.command(`create database if not exists ${database}`);
  const supported = await clickhouse.rows<{ name: (typeof mergeSettings)[number] }>(
    'select name from system.merge_tree_settings where name in {names:Array(String)}',
    { names: mergeSettings },
  );
  const statements = usageTables(
    database,
    supported.map(({ name }) => name),
  );
  for (const statement of statements) await clickhouse.command(statement);
  await addFaultyEvents(clickhouse);
  if (clickhouse.isEmbedded) await makeBlocksDurable(clickhouse);
}

/**
 * Makes a block durable on disk before its insert is answered, even through a power failure, because the log then
 * deletes its events. A server has its own settings and replicas for that.
 */
async function makeBlocksDurable(clickhouse: ClickHouse): Promise<void> {
  for (const table of ['events_raw', 'events', 'faulty_events'])
    await clickhouse.command(
      `alter table ${clickhouse.database}.${table} modify setting fsync_after_insert = 1, fsync_part_directory = 1`,
    );
}

/** Processes of an earlier version may store events beside this one for so long, during an upgrade. */
const upgradeMs = 86_400_000;

/** Adds the table of faulty events. Events received before it, and during the upgrade, may be missing from it. */
async function addFaultyEvents(clickhouse: ClickHouse): Promise<void> {
  const { database } = clickhouse;
  if (await hasTable(clickhouse, 'faulty_events')) return;
  // The clocks of sandboxes may be ahead.
  const [stored] = await clickhouse.rows<{ events: string; last: string }>(
    `select count() as events, toUnixTimestamp64Milli(max(received_at)) as last from ${database}.events`,
  );
  const isNew = Number(stored?.events ?? 0) === 0;
  const missingUntil = isNew ? 0 : Math.max(Date.now(), Number(stored?.last)) + upgradeMs;
  await clickhouse.command(faultyEventsTable(database, missingUntil));
}

async function hasTable(clickhouse: ClickHouse, table: string): Promise<boolean> {
  const found = await clickhouse.rows(
    'select 1 from system.tables where database = {database:String} and name = {table:String}',
    { database: clickhouse.database, table },
  );
  return found.length > 0;
}

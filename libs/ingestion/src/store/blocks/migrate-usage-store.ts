import type { ClickHouse } from '@tollgate/platform';
import {
  deletedColumn,
  eventsTable,
  faultyEventsTable,
  mergeSettings,
  partitionOfEvents,
  sharedColumns,
  textsColumn,
  usageTables,
} from './usage-tables.js';

/** Holds events from before partitions during their copy, or the partitioned table while it fills. */
const other = 'events_by_month';
/** Received events from before partitions; only audits read it. */
const earlierRaw = 'events_raw_until_partitions';

/**
 * Brings the tables of the usage store up to date. Events are never rewritten in place: a new table fills month by
 * month beside the old one and replaces it in one step. An interrupted migration can run again.
 */
export async function migrateUsageStore(clickhouse: ClickHouse): Promise<void> {
  const { database } = clickhouse;
  await clickhouse.command(`create database if not exists ${database}`);
  await setRawAside(clickhouse);
  await partitionEvents(clickhouse);
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
  if ((await partitionKeyOf(clickhouse, 'faulty_events')) !== undefined) return;
  // The clocks of sandboxes may be ahead.
  const [stored] = await clickhouse.rows<{ events: string; last: string }>(
    `select count() as events, toUnixTimestamp64Milli(max(received_at)) as last from ${database}.events`,
  );
  const isNew = Number(stored?.events ?? 0) === 0;
  const missingUntil = isNew ? 0 : Math.max(Date.now(), Number(stored?.last)) + upgradeMs;
  await clickhouse.command(faultyEventsTable(database, missingUntil));
}

async function partitionKeyOf(clickhouse: ClickHouse, table: string): Promise<string | undefined> {
  const [row] = await clickhouse.rows<{ key: string }>(
    'select partition_key as key from system.tables where database = {database:String} and name = {table:String}',
    { database: clickhouse.database, table },
  );
  return row?.key;
}

/**
 * Renames the table of received events and drops its view; later steps create both again. Inserts of an
 * older process fail from here on, and the log retains their events.
 */
async function setRawAside(clickhouse: ClickHouse): Promise<void> {
  const { database } = clickhouse;
  if ((await partitionKeyOf(clickhouse, 'events_raw')) === '')
    await clickhouse.command(`rename table ${database}.events_raw to ${database}.${earlierRaw}`);
  if ((await partitionKeyOf(clickhouse, 'events_raw')) === undefined)
    await clickhouse.command(`drop view if exists ${database}.events_of_raw`);
}

async function partitionEvents(clickhouse: ClickHouse): Promise<void> {
  const { database } = clickhouse;
  const key = await partitionKeyOf(clickhouse, 'events');
  if (key === '') {
    for (const column of [textsColumn, deletedColumn])
      await clickhouse.command(`alter table ${database}.events add column if not exists ${column}`);
    await clickhouse.command(eventsTable(database, other));
    for (const month of await monthsOf(clickhouse, 'events')) {
      // Restarts an interrupted copy.
      await clickhouse.command(`alter table ${database}.${other} drop partition ${month}`);
      await copyMonth(clickhouse, { from: 'events', to: other, month });
    }
    await clickhouse.command(`exchange tables ${database}.events and ${database}.${other}`);
  }
  if ((await partitionKeyOf(clickhouse, other)) === undefined) return;
  // Enrichments of metrics that changed during the copy.
  for (const month of await monthsOf(clickhouse, other))
    await copyMonth(clickhouse, { from: other, to: 'events', month, missing: true });
  await clickhouse.command(`drop table ${database}.${other} sync`);
}

async function monthsOf(clickhouse: ClickHouse, table: string): Promise<number[]> {
  const months = await clickhouse.rows<{ month: number }>(
    `select distinct ${partitionOfEvents} as month from ${clickhouse.database}.${table} order by month`,
  );
  return months.map(({ month }) => month);
}

/** Lower bound of the versions of repeated enrichments. */
const reenrichedVersion = 2 ** 43;

interface Copy {
  from: string;
  to: string;
  month: number;
  /** Only rows that the other table lacks. */
  missing?: boolean;
}

async function copyMonth(clickhouse: ClickHouse, { from, to, month, missing = false }: Copy): Promise<void> {
  const { database } = clickhouse;
  const columns = [...sharedColumns, 'is_deleted'].join(', ');
  const ofMonth = `${partitionOfEvents} = ${month}`;
  const isMissing = `version > ${reenrichedVersion} and (id, version) not in (select id, version from ${database}.${to} where ${ofMonth} and version > ${reenrichedVersion})`;
  await clickhouse.longCommand(
    `insert into ${database}.${to} (${columns}) select ${columns} from ${database}.${from} where ${ofMonth} ${missing ? `and ${isMissing}` : ''}`,
  );
}

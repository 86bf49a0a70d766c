import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { newId, type Instant } from '@tollgate/platform';
import { ofSubject } from '../../model/usage-queries/parts-sql.js';
import { QueryParameters } from '../../model/usage-queries/query-parameters.js';
import { backfillProjections } from '../projections/backfill-projections.js';
import { migrateUsageStore } from './migrate-usage-store.js';
import { openUsageStore } from './usage-store.fixture.js';

const { clickhouse, close } = openUsageStore();
const organization = newId();

beforeEach(() => clickhouse.command('drop database if exists usage'));
afterAll(() => close(), 60_000);

const columns = `id UUID, organization_id UUID, external_subscription_id String, code String, timestamp DateTime64(6, 'UTC'), transaction_id String, properties String,
  precise_total_amount_cents Nullable(Decimal(60, 15)), received_at DateTime64(3, 'UTC')`;
const findings = 'value_text Nullable(String), value Nullable(Decimal(76, 30)), operation_type String, version UInt64';

/** The tables as they were before partitions. */
async function makeEarlierTables(): Promise<void> {
  await clickhouse.command('create database usage');
  await clickhouse.command(`create table usage.events_raw (${columns}, ingested_at DateTime64(3, 'UTC') default now64(3, 'UTC'), ${findings})
    engine = MergeTree order by (organization_id, external_subscription_id, code, timestamp)`);
  await clickhouse.command(`create table usage.events (${columns}, ${findings}, index by_transaction transaction_id type bloom_filter(0.01) granularity 4)
    engine = ReplacingMergeTree(version) order by (organization_id, external_subscription_id, code, timestamp, transaction_id)`);
  await clickhouse.command(
    `create materialized view usage.events_of_raw to usage.events as select * except (ingested_at) from usage.events_raw`,
  );
}

const insert = (name: string, at: Instant, version: number, into = 'events_raw') =>
  clickhouse.insert(
    into,
    [
      'id',
      'organization_id',
      'external_subscription_id',
      'code',
      'timestamp',
      'transaction_id',
      'properties',
      'received_at',
      'operation_type',
      'version',
    ],
    [[newId(), organization, 's', 'c', at * 1000, name, '{"region":"eu"}', at, 'add', version]],
  );

interface Stored {
  transaction_id: string;
  version: string;
  region: string;
  month: string;
}

const stored = () =>
  clickhouse.rows<Stored>(
    `select transaction_id, version, texts['region'] as region, _partition_id as month from usage.events final order by transaction_id`,
  );

const tables = async () =>
  (
    await clickhouse.rows<{ name: string }>(`select name from system.tables where database = 'usage' order by name`)
  ).map(({ name }) => name);

it('moves events into their months and retains the received rows for audit', async () => {
  await makeEarlierTables();
  await insert('old', Date.UTC(1980, 1, 1), 1);
  await insert('march', Date.UTC(2024, 2, 31, 23, 59, 59, 999), 1);
  await insert('april', Date.UTC(2024, 3, 1), 1);
  await insert('april', Date.UTC(2024, 3, 1), 2 ** 43 + 5, 'events');
  await migrateUsageStore(clickhouse);
  const expected = [
    { transaction_id: 'april', version: String(2 ** 43 + 5), region: 'eu', month: '202404' },
    { transaction_id: 'march', version: '1', region: 'eu', month: '202403' },
    { transaction_id: 'old', version: '1', region: 'eu', month: '202001' },
  ];
  expect(await stored()).toEqual(expected);
  await migrateUsageStore(clickhouse);
  await insert('may', Date.UTC(2024, 4, 1), 1);
  expect(await stored()).toEqual([
    ...expected.slice(0, 2),
    { transaction_id: 'may', version: '1', region: 'eu', month: '202405' },
    expected[2],
  ]);
  expect(await tables()).toEqual([
    'events',
    'events_of_raw',
    'events_raw',
    'events_raw_until_partitions',
    'faulty_events',
    'rollup_shapes',
    'rollups',
  ]);
  expect(await clickhouse.rows('select count() as received from usage.events_raw_until_partitions')).toEqual([
    { received: '3' },
  ]);
}, 60_000);

it('continues after an interruption, before and after the exchange of the tables', async () => {
  await makeEarlierTables();
  await insert('one', Date.UTC(2024, 2, 1), 1);
  await migrateUsageStore(clickhouse);
  // Simulates an interruption after the exchange, with a late enrichment in the earlier table.
  await clickhouse.command('create table usage.events_by_month as usage.events');
  await insert('one', Date.UTC(2024, 2, 1), 2 ** 43 + 7, 'events_by_month');
  await clickhouse.command('drop view usage.events_of_raw');
  await migrateUsageStore(clickhouse);
  expect(await stored()).toEqual([
    { transaction_id: 'one', version: String(2 ** 43 + 7), region: 'eu', month: '202403' },
  ]);
  await insert('two', Date.UTC(2024, 2, 1), 1);
  expect((await stored()).map((row) => row.transaction_id)).toEqual(['one', 'two']);
}, 60_000);

it('finds events from before the subject column, next to others of their organization', async () => {
  await makeEarlierTables();
  await migrateUsageStore(clickhouse);
  await clickhouse.command('alter table usage.events drop column subject');
  await insert('before', Date.UTC(2024, 2, 1), 1, 'events');
  await migrateUsageStore(clickhouse);
  await insert('after', Date.UTC(2024, 2, 2), 1, 'events');
  const parameters = new QueryParameters();
  const of = { organizationId: organization, externalSubscriptionId: 's' };
  const counted = async (code: string) =>
    clickhouse.rows(
      `select count() as events from usage.events as event final where ${ofSubject(of, code, parameters)}`,
      parameters.values,
    );
  expect(await counted('c')).toEqual([{ events: '2' }]);
  expect(await counted('d')).toEqual([{ events: '0' }]);
}, 60_000);

it('sets the merge settings of new tables on existing ones', async () => {
  await makeEarlierTables();
  await migrateUsageStore(clickhouse);
  const of = (table: string) =>
    clickhouse.rows(
      `select extract(create_table_query, 'merge_selector_base = (\\d+)') as base from system.tables
       where database = 'usage' and name = {table:String}`,
      { table },
    );
  expect([await of('events'), await of('events_raw')]).toEqual([[{ base: '8' }], [{ base: '20' }]]);
}, 60_000);

it('builds the projections of events that were stored before these', async () => {
  await makeEarlierTables();
  await migrateUsageStore(clickhouse);
  await clickhouse.command('alter table usage.events drop projection by_time');
  // Parts of different months are never merged.
  for (let month = 0; month < 8; month += 1) await insert(`t${month}`, Date.UTC(2024, month, 1), 1);
  await migrateUsageStore(clickhouse);
  const built = () =>
    clickhouse.rows(
      `select countIf(has(projections, 'by_time')) as by_time, countIf(has(projections, 'digests')) as digests
       from system.parts where database = 'usage' and table = 'events' and active`,
    );
  expect(await built()).toEqual([{ by_time: '0', digests: '0' }]);
  await backfillProjections(clickhouse, 0);
  const running = async () =>
    clickhouse.rows(`select 1 from system.mutations where database = 'usage' and table = 'events' and not is_done`);
  while ((await running()).length > 0) await sleep(50);
  expect(await built()).toEqual([{ by_time: '8', digests: '8' }]);
}, 60_000);

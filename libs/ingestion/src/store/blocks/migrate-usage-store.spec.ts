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

it('stores events in their months, and changes nothing when it runs again', async () => {
  await migrateUsageStore(clickhouse);
  await insert('old', Date.UTC(1980, 1, 1), 1);
  await insert('march', Date.UTC(2024, 2, 31, 23, 59, 59, 999), 1);
  await insert('april', Date.UTC(2024, 3, 1), 1);
  await insert('april', Date.UTC(2024, 3, 1), 2 ** 43 + 5, 'events');
  const expected = [
    { transaction_id: 'april', version: String(2 ** 43 + 5), region: 'eu', month: '202404' },
    { transaction_id: 'march', version: '1', region: 'eu', month: '202403' },
    { transaction_id: 'old', version: '1', region: 'eu', month: '202001' },
  ];
  expect(await stored()).toEqual(expected);
  await migrateUsageStore(clickhouse);
  expect(await stored()).toEqual(expected);
  expect(await tables()).toEqual([
    'events',
    'events_of_raw',
    'events_raw',
    'faulty_events',
    'rollup_shapes',
    'rollups',
  ]);
}, 60_000);

it('counts the events of a subject next to others of their organization', async () => {
  await migrateUsageStore(clickhouse);
  await insert('one', Date.UTC(2024, 2, 1), 1, 'events');
  await insert('two', Date.UTC(2024, 2, 2), 1, 'events');
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

it('sets the merge settings of its tables', async () => {
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

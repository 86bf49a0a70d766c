import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@tollgate/platform';
import { migrateUsageStore } from '../../store/blocks/migrate-usage-store.js';
import { openUsageStore } from '../../store/blocks/usage-store.fixture.js';
import type { EventSelection } from './event-selection.js';
import { EventsRepository, mostCounted } from './events.repository.js';

const { clickhouse, close } = openUsageStore();
const events = new EventsRepository(clickhouse);

beforeAll(() => migrateUsageStore(clickhouse), 60_000);
afterAll(() => close(), 60_000);

const hour = 3_600_000;
const now = Date.UTC(2024, 5, 15, 12);
const all: EventSelection = {
  code: undefined,
  externalSubscriptionId: undefined,
  externalSubscriptionIds: undefined,
  transactionId: undefined,
  from: undefined,
  to: undefined,
  state: undefined,
};

/** Stores events of 20 subscriptions, at a distance (ms) before each other; `t0` is the latest. */
const store = (organizationId: string, count: number, { latest, apart }: { latest: number; apart: number }) =>
  clickhouse.command(`insert into usage.events_raw
    (id, organization_id, external_subscription_id, code, timestamp, transaction_id, properties, received_at, operation_type, version)
    select generateUUIDv4(), '${organizationId}', concat('s', toString(number % 20)), 'calls',
      fromUnixTimestamp64Milli(toInt64(${latest} - number * ${apart}), 'UTC'), concat('t', toString(number)), '{}', now64(3), '', 1
    from numbers(${count})`);

const voidThose = (organizationId: string, condition: string) =>
  clickhouse.command(`insert into usage.events
    (organization_id, external_subscription_id, code, timestamp, transaction_id, version, is_deleted)
    select organization_id, external_subscription_id, code, timestamp, transaction_id, 2, 1 from usage.events
    where organization_id = '${organizationId}' and ${condition}`);

const page = async (
  organizationId: string,
  number: number,
  { selection = {}, size = 10 }: { selection?: Partial<EventSelection>; size?: number } = {},
) => {
  const { rows, meta } = await events.list(organizationId, { ...all, ...selection }, { page: number, per_page: size });
  return { ids: rows.map(({ transaction_id: id }) => id), meta };
};

/** How the store would find the latest keys. */
const keysBy = async (organizationId: string): Promise<string> =>
  (
    await clickhouse.rows<{ explain: string }>(
      `explain select external_subscription_id, code, event.timestamp as timestamp from usage.events as event
       where organization_id = '${organizationId}' order by event.timestamp desc limit 10`,
    )
  )
    .map(({ explain }) => explain)
    .join('\n');

const named = (first: number, count: number) => Array.from({ length: count }, (_, n) => `t${first + n}`);

describe('the list of events (metering, section 2.4)', () => {
  it('is the same by merged parts, whose keys are stored in the order of time', async () => {
    const organizationId = newId();
    // 40 subscriptions and codes, some with repeated and voided events, in parts that overlap in time.
    for (const part of [0, 1, 2]) await store(organizationId, 3000, { latest: now - part * hour, apart: 7000 });
    await voidThose(organizationId, `transaction_id like '%7'`);
    const pages = async () => {
      const read = [];
      for (const number of [1, 2, 30, 200]) read.push(await page(organizationId, number, { size: 20 }));
      read.push(await page(organizationId, 3, { selection: { code: 'calls' } }));
      read.push(await page(organizationId, 2, { selection: { from: now - 3 * hour, to: now - 2 * hour } }));
      return read;
    };
    const before = await pages();
    await clickhouse.command('optimize table usage.events final');
    expect(await pages()).toEqual(before);
    const [first] = before;
    expect(first?.ids).not.toContain('t7');
    expect(first?.ids).toHaveLength(20);
    expect(await keysBy(organizationId)).toContain('by_time');
  });

  it('has the latest of all first, however old they are', async () => {
    const organizationId = newId();
    // From an hour after now to more than a year before.
    await store(organizationId, 1000, { latest: now + hour, apart: 10 * hour });
    for (const number of [1, 2, 9, 50, 100])
      expect((await page(organizationId, number)).ids).toEqual(named((number - 1) * 10, 10));
    expect((await page(organizationId, 101)).ids).toEqual([]);
    expect((await page(organizationId, 100)).meta).toMatchObject({ total_count: 1000, next_page: null });
  });

  it('ends at the bounds of a selection', async () => {
    const organizationId = newId();
    await store(organizationId, 100, { latest: now, apart: hour });
    const selected = { from: now - 30 * hour, to: now - 5 * hour };
    const first = await page(organizationId, 1, { selection: selected });
    expect(first.ids).toEqual(named(5, 10));
    expect(first.meta.total_count).toBe(26);
    expect((await page(organizationId, 3, { selection: selected })).ids).toEqual(named(25, 6));
    const ofOne = { externalSubscriptionId: 's3', code: 'calls' };
    expect((await page(organizationId, 1, { selection: ofOne })).ids).toEqual(['t3', 't23', 't43', 't63', 't83']);
  });

  it('shows an event that was stored twice once, and none of another organization', async () => {
    const organizationId = newId();
    await store(organizationId, 30, { latest: now, apart: 1000 });
    await store(organizationId, 30, { latest: now, apart: 1000 });
    await store(newId(), 30, { latest: now, apart: 1000 });
    expect(await page(organizationId, 1, { size: 100 })).toMatchObject({
      ids: named(0, 30),
      meta: { total_count: 30 },
    });
  });

  it('has events of subscriptions and codes with any characters', async () => {
    const organizationId = newId();
    const odd = [
      '',
      ' ',
      '"',
      "'",
      '\\',
      '\\u0041',
      '\u0000',
      '\u2028',
      '\ufffd',
      '😀',
      'é',
      '{"a":1}',
      '\r\n',
      'x'.repeat(255),
    ];
    const at = (place: number) => (now - place * 1000) * 1000;
    await clickhouse.insert(
      'events',
      [
        'id',
        'organization_id',
        'external_subscription_id',
        'code',
        'timestamp',
        'transaction_id',
        'properties',
        'version',
      ],
      odd.map((text, place) => [newId(), organizationId, text, `c${text}`, at(place), `t${place}`, '{}', 1]),
    );
    expect((await page(organizationId, 1)).ids).toEqual(named(0, 10));
    expect((await page(organizationId, 2)).ids).toEqual(named(10, odd.length - 10));
  });

  it('finds pages after many events, among repeated, voided and simultaneous ones', async () => {
    const organizationId = newId();
    await store(organizationId, 30_000, { latest: now, apart: 1000 });
    await store(organizationId, 20_000, { latest: now, apart: 1000 });
    // After the others: 15,000 at one instant.
    await clickhouse.command(`insert into usage.events_raw
      (id, organization_id, external_subscription_id, code, timestamp, transaction_id, properties, received_at, operation_type, version)
      select generateUUIDv4(), '${organizationId}', concat('s', toString(number % 20)), 'calls',
        fromUnixTimestamp64Milli(toInt64(${now - 40_000_000}), 'UTC'), concat('u', toString(100000 + number)), '{}', now64(3), '', 1
      from numbers(15000)`);
    await voidThose(organizationId, `transaction_id like 't1%'`);
    const sorted = await clickhouse.rows<{ id: string }>(
      `select transaction_id as id from usage.events as event final where organization_id = '${organizationId}'
       order by event.timestamp desc, transaction_id`,
    );
    const pages = Math.ceil(sorted.length / 100);
    expect(sorted.length).toBe(30_000 - 11_111 + 15_000);
    for (const number of [1, 100, 101, 102, 150, 189, 190, 250, pages, pages + 1, pages + 1000])
      expect((await page(organizationId, number, { size: 100 })).ids).toEqual(
        sorted.slice((number - 1) * 100, number * 100).map(({ id }) => id),
      );
    const later = { from: now - 25_000_000, code: 'calls' };
    const ofLater = sorted.filter(({ id }) => id.startsWith('t') && Number(id.slice(1)) <= 25_000);
    expect((await page(organizationId, 110, { selection: later, size: 100 })).ids).toEqual(
      ofLater.slice(10_900, 11_000).map(({ id }) => id),
    );
    const even = { externalSubscriptionIds: Array.from({ length: 10 }, (_, n) => `s${2 * n}`) };
    const ofEven = sorted.filter(({ id }) => Number(id.slice(1)) % 2 === 0);
    for (const number of [1, 2, 95, 101, Math.ceil(ofEven.length / 100)])
      expect((await page(organizationId, number, { selection: even, size: 100 })).ids).toEqual(
        ofEven.slice((number - 1) * 100, number * 100).map(({ id }) => id),
      );
  });

  it('counts to a bound, and its pages go on to the last event', async () => {
    const organizationId = newId();
    const count = mostCounted + 150;
    await store(organizationId, count, { latest: now, apart: 100 });
    expect((await page(organizationId, 1, { size: 100 })).meta).toMatchObject({
      total_count: mostCounted,
      next_page: 2,
    });
    const bound = mostCounted / 100;
    expect(await page(organizationId, bound, { size: 100 })).toMatchObject({
      ids: named(mostCounted - 100, 100),
      meta: { next_page: bound + 1 },
    });
    expect(await page(organizationId, bound + 1, { size: 100 })).toMatchObject({ meta: { next_page: bound + 2 } });
    expect(await page(organizationId, bound + 2, { size: 100 })).toMatchObject({
      ids: named(mostCounted + 100, 50),
      meta: { total_count: count, next_page: null },
    });
    // A page after the last event knows no more than the count.
    expect(await page(organizationId, bound + 50, { size: 100 })).toMatchObject({
      ids: [],
      meta: { total_count: mostCounted, next_page: null },
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@tollgate/platform';
import { migrateUsageStore } from '../store/migrate-usage-store.js';
import { openUsageStore } from '../store/usage-store.fixture.js';
import { EventsRepository, mostCounted, type EventSelection } from './events.repository.js';

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

const page = async (
  organizationId: string,
  number: number,
  { selection = {}, size = 10 }: { selection?: Partial<EventSelection>; size?: number } = {},
) => {
  const { rows, meta } = await events.list(
    organizationId,
    { ...all, ...selection },
    { page: number, per_page: size },
    now,
  );
  return { ids: rows.map(({ transaction_id: id }) => id), meta };
};
const named = (first: number, count: number) => Array.from({ length: count }, (_, n) => `t${first + n}`);

describe('the list of events (metering, section 2.4)', () => {
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
  });
});

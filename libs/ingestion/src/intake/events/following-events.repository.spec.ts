import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@tollgate/platform';
import { migrateUsageStore } from '../../store/blocks/migrate-usage-store.js';
import { openUsageStore } from '../../store/blocks/usage-store.fixture.js';
import type { EventPlace, EventSelection } from './event-selection.js';
import { EventsRepository } from './events.repository.js';
import { FollowingEventsRepository, type FollowingEvents } from './following-events.repository.js';

const { clickhouse, close } = openUsageStore();
const events = new EventsRepository(clickhouse);
const following = new FollowingEventsRepository(clickhouse);

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

interface Stored {
  count: number;
  /** Of the last event in time; the others are 7 seconds before each other. */
  latest: number;
  receivedAt: number;
  version: number;
}

/** Stores events `t0` and so on of 20 subscriptions; each of them has its own instant, whenever it is received. */
const store = (organizationId: string, { count, latest, receivedAt, version }: Stored, first = 0) =>
  clickhouse.command(`insert into usage.events_raw
    (id, organization_id, external_subscription_id, code, timestamp, transaction_id, properties, received_at, operation_type, version)
    select generateUUIDv4(), '${organizationId}', concat('s', toString(number % 20)), 'calls',
      fromUnixTimestamp64Milli(toInt64(${latest} - number * 7000), 'UTC'), concat('t', toString(number)), '{}',
      fromUnixTimestamp64Milli(toInt64(${receivedAt}), 'UTC'), '', ${version}
    from numbers(${first}, ${count})`);

const voidThose = (organizationId: string, condition: string) =>
  clickhouse.command(`insert into usage.events
    (organization_id, external_subscription_id, code, timestamp, transaction_id, received_at, version, is_deleted)
    select organization_id, external_subscription_id, code, timestamp, transaction_id, received_at, 9, 1 from usage.events
    where organization_id = '${organizationId}' and ${condition}`);

/** The keys of all events of a walk, and its last place. */
async function walked(next: (behind: EventPlace | undefined) => Promise<FollowingEvents>) {
  const keys: string[] = [];
  let behind: EventPlace | undefined;
  for (;;) {
    const found = await next(behind);
    for (const { external_subscription_id: subscription, timestamp, transaction_id: id } of found.events)
      keys.push(`${subscription} ${timestamp} ${id}`);
    if (!found.next) return { keys, behind };
    behind = found.next;
  }
}

describe('the events of a file', () => {
  it('come once each, in pages that begin behind a place', async () => {
    const organizationId = newId();
    for (const part of [0, 1])
      await store(organizationId, { count: 500, latest: now - part * hour, receivedAt: now, version: 1 });
    await voidThose(organizationId, `transaction_id like '%7'`);
    const { keys, behind } = await walked((place) =>
      following.following(organizationId, { ...all, behind: place }, 70),
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBe(await events.countUpToBound(organizationId, all));
    const past = { ...all, receivedUpTo: now - 1000 * hour };
    expect((await following.following(organizationId, past, 10)).events).toEqual([]);
    const ofOne = { ...all, externalSubscriptionId: 's3', behind };
    expect((await following.following(organizationId, ofOne, 10)).events).toEqual([]);
  });

  it('are those of a later run alone, with none that was repeated or voided meanwhile', async () => {
    const organizationId = newId();
    const since = now + hour;
    await store(organizationId, { count: 300, latest: now, receivedAt: now, version: 5 });
    // Some come again later: the first row of each stays.
    await store(organizationId, { count: 40, latest: now, receivedAt: since + 1, version: 1 }, 100);
    // Others are new, whatever their own time is; 10 come twice.
    await store(organizationId, { count: 200, latest: now, receivedAt: since, version: 5 }, 300);
    await store(organizationId, { count: 10, latest: now, receivedAt: since + 5, version: 4 }, 300);
    await store(organizationId, { count: 10, latest: now, receivedAt: since + 2 * hour, version: 5 }, 500);
    await voidThose(organizationId, `transaction_id like '%7'`);
    const later = { ...all, receivedUpTo: since + hour };
    const expected = Array.from({ length: 200 }, (_, place) => place + 300)
      .filter((number) => number % 10 !== 7)
      .map((number) => `s${number % 20} ${(now - number * 7000) * 1000} t${number}`);
    for (const size of [30, 200, 500]) {
      const { keys } = await walked((behind) =>
        following.followingSince(organizationId, { ...later, behind }, since, size),
      );
      expect([size, [...keys].sort()]).toEqual([size, [...expected].sort()]);
    }
    const ofOne = { ...later, externalSubscriptionId: 's3', code: 'calls' };
    expect((await following.followingSince(organizationId, ofOne, since, 500)).events).toHaveLength(10);
    expect((await following.followingSince(newId(), later, since, 500)).events).toEqual([]);
  });
});

import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { newId, type Logger } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { EvictedIdFilter } from './evicted-id-filter.js';
import { RedisWindow } from './redis-window.js';
import { digestOfKey } from './id-digest.js';
import { windowKey } from './transaction-window.js';

const daySeconds = 86_400;
const sinceKey = 'event-window:since';
const logger = { info: () => undefined } as unknown as Logger;
const always = () => Promise.resolve(true);
const never = () => Promise.resolve(false);

/** An event received now, with an earlier timestamp or without one. */
function event(transactionId: string, isTimed = false): AcceptedEvent {
  const now = Date.now();
  return {
    id: newId(),
    organization_id: newId(),
    external_subscription_id: 's',
    transaction_id: transactionId,
    code: 'c',
    timestamp: (isTimed ? now - 5_000 : now) * 1000,
    properties: {},
    precise_total_amount_cents: null,
    received_at: now,
  };
}

// Runs where a Redis exists, as in the cluster. A separate database holds nothing of the installation.
const url = process.env.REDIS_URL;
(url ? describe : describe.skip)('the window in Redis', () => {
  const address = new URL(url ?? 'redis://127.0.0.1');
  address.pathname = '/7';
  const redis = new Redis(address.href, { lazyConnect: true });
  const open: RedisWindow[] = [];
  beforeEach(() => redis.flushdb());
  afterAll(async () => {
    for (const window of open) window.close();
    await redis.flushdb();
    redis.disconnect();
  });

  function windowOf(evictedIds = new EvictedIdFilter(2 ** 22, false, logger)): RedisWindow {
    const window = new RedisWindow(
      { url: address.href, tls: undefined, sentinels: undefined, cluster: undefined },
      daySeconds,
      evictedIds,
    );
    open.push(window);
    return window;
  }

  it('that predates all events doubts nothing until its time is over', async () => {
    const first = windowOf();
    await first.begin(always);
    const untimed = event('a');
    await first.reserve([untimed]);
    expect(first.isLost()).toBe(false);
    expect(first.doubtful([untimed])).toEqual([]);
    const [, words] = /^\d+( .*)$/.exec((await redis.get(sinceKey)) ?? '') ?? [];
    await redis.set(sinceKey, `${Date.now() - (daySeconds + 60) * 1000}${words}`);
    const timed = event('b', true);
    await first.reserve([untimed, timed]);
    expect(first.doubtful([untimed, timed])).toEqual([untimed]);
  });

  it('is doubtful after a reconnect, as a restarted server may have lost the latest ids', async () => {
    const window = windowOf();
    await window.begin(always);
    await redis.call('client', 'kill', 'type', 'normal', 'skipme', 'yes');
    const untimed = event('a');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await window.reserve([untimed]);
    expect(window.doubtful([untimed])).toEqual([untimed]);
    const later = windowOf();
    await later.begin(never);
    await later.reserve([untimed]);
    expect(later.doubtful([untimed])).toEqual([untimed]);
    expect(later.isLost()).toBe(false);
  });

  it('serves concurrent calls as if they came one after another', async () => {
    const window = windowOf();
    const [first, again, other] = [event('a', true), event('a'), event('b')];
    again.organization_id = first.organization_id;
    const pending = { state: 'pending', timestamp: first.timestamp };
    expect(await Promise.all([window.reserve([first, other]), window.reserve([]), window.reserve([again])])).toEqual([
      [{ state: 'new' }, { state: 'new' }],
      [],
      [pending],
    ]);
    await window.release([first]);
    expect(await window.reserve([first])).toEqual([pending]);
    await window.release([first]);
    expect(await window.reserve([again])).toEqual([{ state: 'new' }]);
    await Promise.all([window.confirm([again]), window.confirm([other])]);
    await window.release([again]);
    expect(await window.reserve([first, other])).toEqual([{ state: 'stored' }, { state: 'stored' }]);
  });

  it('that was lost doubts everything', async () => {
    const window = windowOf();
    await window.begin(always);
    await redis.flushdb();
    const [untimed, timed] = [event('a'), event('b', true)];
    await window.reserve([untimed, timed]);
    expect(window.isLost()).toBe(true);
    expect(window.doubtful([untimed, timed])).toEqual([untimed, timed]);
    await redis.set(sinceKey, Date.now() - 3_600_000);
    await window.reserve([untimed]);
    expect(window.isLost()).toBe(false);
    expect(window.doubtful([untimed, timed])).toEqual([untimed, timed]);
  });

  it('doubts only evicted ids, once these are loaded', async () => {
    const evictedIds = new EvictedIdFilter(2 ** 22, false, logger);
    const window = windowOf(evictedIds);
    await window.begin(never);
    await redis.set(sinceKey, Date.now() - 3_600_000);
    const [stored, fresh] = [event('stored'), event('fresh')];
    await window.reserve([stored, fresh]);
    expect(window.doubtful([stored, fresh])).toEqual([stored, fresh]);
    async function* pages() {
      yield digestOfKey(windowKey(stored));
    }
    const now = Date.now;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 300_000);
    await evictedIds.read(pages, always, () => true);
    expect(window.doubtful([stored, fresh])).toEqual([stored]);
    clock.mockRestore();
  });
});

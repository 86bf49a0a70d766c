import { describe, expect, it } from '@jest/globals';
import { newId, type Logger } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { EmbeddedWindow } from './embedded-window.js';
import { EvictedIdFilter } from './evicted-id-filter.js';
import { digestOfKey } from './id-digest.js';
import { windowKey } from './transaction-window.js';

const logger = { info: () => undefined } as unknown as Logger;
const windowOf = (maximum: number, knowsAll = false) => {
  const evictedIds = new EvictedIdFilter(2 ** 22, true, logger);
  if (knowsAll) evictedIds.knowAll();
  return new EmbeddedWindow(maximum, evictedIds);
};

const event = (transactionId: string, timestamp = 1, subscription = 's'): AcceptedEvent => ({
  id: newId(),
  organization_id: 'o',
  external_subscription_id: subscription,
  transaction_id: transactionId,
  code: 'c',
  timestamp,
  properties: {},
  precise_total_amount_cents: null,
  received_at: 0,
});
const stateOf = async (window: EmbeddedWindow, attempt: AcceptedEvent) => (await window.reserve([attempt]))[0];

describe('the window of a single process', () => {
  it('distinguishes ids whose parts look alike when joined', () => {
    expect(windowKey(event('c', 1, 'a/b'))).not.toBe(windowKey(event('b/c', 1, 'a')));
    expect(windowKey(event('","', 1, 'a'))).not.toBe(windowKey(event('', 1, 'a","')));
  });

  it('gives a repetition the timestamp of the earlier attempt, until that is stored', async () => {
    const window = windowOf(10);
    const first = event('t', 5);
    expect(await stateOf(window, first)).toEqual({ state: 'new' });
    expect(await stateOf(window, event('t', 6))).toEqual({ state: 'pending', timestamp: 5 });
    expect(await stateOf(window, event('t', 7))).toEqual({ state: 'pending', timestamp: 5 });
    await window.confirm([first]);
    expect(await stateOf(window, event('t', 8))).toEqual({ state: 'stored' });
  });

  it('releases only its own reservations, and none that was stored meanwhile', async () => {
    const window = windowOf(10);
    const [refused, other] = [event('t', 5), event('t', 6)];
    await window.reserve([refused]);
    await window.release([refused]);
    expect(await stateOf(window, refused)).toEqual({ state: 'new' });
    expect(await stateOf(window, other)).toEqual({ state: 'pending', timestamp: 5 });
    await window.release([refused]);
    expect(await stateOf(window, event('t', 7))).toEqual({ state: 'pending', timestamp: 5 });
    await window.confirm([other]);
    await window.release([refused, other]);
    expect(await stateOf(window, refused)).toEqual({ state: 'stored' });
  });

  it('doubts nothing while it holds all ids', async () => {
    const window = windowOf(2);
    window.fill([windowKey(event('a'))], true);
    await window.confirm([event('b')]);
    expect(window.doubtful([event('c')])).toEqual([]);
  });

  it('doubts only ids that it evicted', async () => {
    const window = windowOf(2, true);
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => event(id)) as [AcceptedEvent, ...AcceptedEvent[]];
    await window.confirm([a, b as AcceptedEvent, c as AcceptedEvent]);
    expect(window.doubtful([a, d as AcceptedEvent])).toEqual([a]);
  });

  it('doubts everything until the ids of the store are loaded', async () => {
    const evictedIds = new EvictedIdFilter(2 ** 22, true, logger);
    const window = new EmbeddedWindow(2, evictedIds);
    window.fill([], false);
    const [old, fresh] = [event('old'), event('fresh')];
    expect(window.doubtful([old, fresh])).toEqual([old, fresh]);
    async function* pages() {
      yield digestOfKey(windowKey(old));
    }
    await evictedIds.read(
      pages,
      async () => false,
      () => true,
    );
    expect(window.doubtful([old, fresh])).toEqual([old, fresh]);
    await evictedIds.read(
      pages,
      async () => true,
      () => true,
    );
    expect(window.doubtful([old, fresh])).toEqual([old]);
  });
});

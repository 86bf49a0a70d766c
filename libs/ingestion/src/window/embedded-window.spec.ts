import { describe, expect, it } from '@jest/globals';
import { newId } from '@tollgate/platform';
import type { AcceptedEvent } from '../accepted-events/accepted-event.js';
import { EmbeddedWindow } from './embedded-window.js';
import { windowKey } from './transaction-window.js';

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
const stateOf = async (window: EmbeddedWindow, given: AcceptedEvent) => (await window.reserve([given]))[0];

describe('the window of a single process', () => {
  it('tells ids apart whose parts read alike when joined', () => {
    expect(windowKey(event('c', 1, 'a/b'))).not.toBe(windowKey(event('b/c', 1, 'a')));
    expect(windowKey(event('","', 1, 'a'))).not.toBe(windowKey(event('', 1, 'a","')));
  });

  it('gives a repetition the timestamp of the attempt before it, until that is stored', async () => {
    const window = new EmbeddedWindow(10);
    const first = event('t', 5);
    expect(await stateOf(window, first)).toEqual({ state: 'new' });
    expect(await stateOf(window, event('t', 6))).toEqual({ state: 'pending', timestamp: 5 });
    expect(await stateOf(window, event('t', 7))).toEqual({ state: 'pending', timestamp: 5 });
    await window.confirm([first]);
    expect(await stateOf(window, event('t', 8))).toEqual({ state: 'stored' });
  });

  it('releases what nobody else holds, and nothing that was stored meanwhile', async () => {
    const window = new EmbeddedWindow(10);
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

  it('knows when it does not know all', async () => {
    const window = new EmbeddedWindow(2);
    window.fill([windowKey(event('a'))], true);
    await window.confirm([event('b')]);
    expect(window.gap()).toBe('none');
    await window.confirm([event('c')]);
    expect(window.gap()).toBe('any');
    const filled = new EmbeddedWindow(2);
    filled.fill([], false);
    expect(filled.gap()).toBe('any');
  });
});

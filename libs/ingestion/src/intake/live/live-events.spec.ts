import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Config, Logger, Metrics, mostUnreadBytes, streamTimes, TooManyRequests } from '@tollgate/platform';
import { times } from './live-bounds.js';
import { LiveEvents } from './live-events.js';
import type { LiveEventsReader, LiveFinding } from './live-events.reader.js';
import type { LiveStream } from './live-stream.js';

let found: LiveFinding;
let isUnavailable: boolean;
let spans: number[];
let live: LiveEvents;

/** Stands for the usage store. */
const store = {
  read: async ({ from, to }: { from: number; to: number }, filters: readonly unknown[]) => {
    if (isUnavailable) throw new Error('away');
    spans.push(to - from);
    return filters.map(() => found);
  },
} as unknown as LiveEventsReader;

const open = (more: { mayRead?: () => Promise<boolean>; lastId?: string; data?: string } = {}): LiveStream =>
  live.open({
    caller: { organizationId: 'o', holder: 'k', mayRead: more.mayRead ?? (async () => true) },
    filter: { code: undefined, externalSubscriptionId: undefined },
    lastId: more.lastId,
    spelled: ({ left_out: leftOut }) => more.data ?? JSON.stringify({ leftOut }),
  });

/** Reads a stream: its text so far, and whether it ended as a client expects. */
function reading(stream: LiveStream) {
  const read = { text: '', isOver: false };
  stream.on('data', (part: Buffer) => (read.text += part.toString()));
  stream.once('end', () => (read.isOver = true));
  return read;
}

beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 0, 1), doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  [found, isUnavailable, spans] = [{ events: [], total: 0 }, false, []];
  live = new LiveEvents(store, new Logger(new Config({ LOG_LEVEL: 'silent' })), new Metrics());
});
afterEach(() => {
  live.stop();
  jest.useRealTimers();
});

describe('a stream', () => {
  it('gets a comment when there is nothing to tell', async () => {
    const read = reading(open());
    await jest.advanceTimersByTimeAsync(streamTimes.heartbeat + 1_000);
    expect(read.text).toBe(`retry: ${streamTimes.retry}\n\n: still here\n\n`);
  });

  it('ends after its longest time, and when the process stops', async () => {
    const read = reading(open());
    await jest.advanceTimersByTimeAsync(streamTimes.longestStream + 1_000);
    expect(read.isOver).toBe(true);
    const another = reading(open());
    live.stop();
    await jest.advanceTimersByTimeAsync(0);
    expect(another.isOver).toBe(true);
  });

  it('ends when its caller may no longer read, or when nobody can tell for long', async () => {
    const refused = reading(open({ mayRead: async () => false }));
    const unknown = reading(
      open({
        mayRead: async () => {
          throw new Error('away');
        },
      }),
    );
    await jest.advanceTimersByTimeAsync(streamTimes.check + 1_000);
    expect([refused.isOver, unknown.isOver]).toEqual([true, false]);
    await jest.advanceTimersByTimeAsync(15_000 - streamTimes.check - 1_000);
    expect(unknown.isOver).toBe(true);
  });

  it('is cut when its reader takes nothing', async () => {
    const stream = open();
    await jest.advanceTimersByTimeAsync(streamTimes.longestUnread + 2_000);
    expect(stream.destroyed).toBe(true);
    found = { events: [], total: 1 };
    const full = open({ data: 'x'.repeat(mostUnreadBytes) });
    await jest.advanceTimersByTimeAsync(3_000);
    expect(full.destroyed).toBe(true);
  });

  it('leaves out what is older than its longest span', async () => {
    open({ lastId: String(Date.now() - 3_600_000) });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(spans[0]).toBe(times.longestSpan);
  });

  it('survives a short outage of the store, and ends in a long one', async () => {
    isUnavailable = true;
    const read = reading(open());
    await jest.advanceTimersByTimeAsync(10_000);
    [isUnavailable, found] = [false, { events: [], total: 4 }];
    await jest.advanceTimersByTimeAsync(1_000);
    expect(read.text).toContain('{"leftOut":4}');
    isUnavailable = true;
    await jest.advanceTimersByTimeAsync(streamTimes.longestOutage + 2_000);
    expect(read.isOver).toBe(true);
  });

  it('is refused beyond the bound of its key', () => {
    for (let count = 0; count < 10; count += 1) open();
    expect(() => open()).toThrow(TooManyRequests);
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventSettings } from './event-settings.js';
import { eventsOf, idsOf, LocalService, refusal, type Script } from './service.fixture.js';
import { Tollgate } from './tollgate.js';

let service: LocalService;
let tollgate: Tollgate;
let refused: Record<string, unknown>;
let dropped: Record<string, unknown>;
beforeEach(() => {
  refused = {};
  dropped = {};
});
afterEach(async () => {
  await tollgate.close({ withinMs: 0 });
  await service.stop();
});

async function bufferOf(script: Script, settings: EventSettings = {}) {
  service = await LocalService.start(script);
  tollgate = new Tollgate({
    apiKey: 'key',
    baseUrl: service.baseUrl,
    attemptMs: 2_000,
    events: {
      onRefused: ({ transaction_id: id }, reason) => (refused[id] = reason),
      onDrop: ({ transaction_id: id }, reason) => (dropped[id] = reason),
      ...settings,
    },
  });
  return tollgate.events;
}

const stored: Script = () => ({ body: { events: [] } });
const event = (id: string, subscription = 's') => ({
  transaction_id: id,
  external_subscription_id: subscription,
  code: 'tokens',
});
const ids = (count: number) => Array.from({ length: count }, (_, place) => `e${place}`);
const batches = () => service.received.map(idsOf);

describe('the buffer of events', () => {
  it('sends a hundred at once, and the others after a wait', async () => {
    const events = await bufferOf(stored, { waitMs: 50 });
    for (const id of ids(101)) events.add(event(id));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(batches().map((batch) => batch.length)).toEqual([100, 1]);
    expect(events.size).toBe(0);
    expect(service.received[0]?.headers).toMatchObject({ authorization: 'Bearer key', prefer: 'handling=strict' });
  });

  it('completes an event with an id and the time of its use', async () => {
    const events = await bufferOf(stored);
    const before = Date.now() / 1000;
    const own = { external_subscription_id: 's', code: 'tokens', properties: { tokens: 1 } };
    events.add(own);
    own.properties.tokens = 2;
    events.add({ ...own, timestamp: new Date('2026-11-30T12:00:00.250Z') });
    await events.flush();
    const [first, second] = eventsOf(service.received[0]!);
    expect(first?.transaction_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(first?.timestamp).toBeGreaterThanOrEqual(before);
    expect(first?.properties).toEqual({ tokens: 1 });
    expect(second?.timestamp).toBe(1_796_040_000.25);
    expect(() => events.add({ ...own, timestamp: new Date('never') })).toThrow(RangeError);
    expect(() => events.add({ ...own, properties: { tokens: 1n } })).toThrow(TypeError);
  });

  it('repeats a batch with the same bytes', async () => {
    const answers = [{ isLost: true }, { status: 503 }, { status: 500 }];
    const events = await bufferOf((_, place) => answers[place] ?? {});
    events.add({ external_subscription_id: 's', code: 'tokens' });
    await events.flush();
    expect(new Set(service.received.map(({ text }) => text)).size).toBe(1);
    expect(service.received).toHaveLength(4);
  });

  it('takes out what the service refuses, and sends the rest', async () => {
    const events = await bufferOf((received, place) =>
      place > 0
        ? {}
        : refusal({
            1: { code: ['value_is_mandatory'] },
            2: { transaction_id: ['value_already_exist'] },
            'events.3.x': ['unknown_parameter'],
          }),
    );
    for (const id of ids(5)) events.add(event(id));
    await events.flush();
    expect(refused).toEqual({ e1: { code: ['value_is_mandatory'] }, e3: { x: ['unknown_parameter'] } });
    expect(batches()[1]).toEqual(['e0', 'e4']);
    expect(dropped).toEqual({});
  });

  it('reports all of a batch where the service names none', async () => {
    const events = await bufferOf(() => refusal({ events: ['no_events'] }));
    events.add(event('a'));
    await events.flush();
    expect(refused).toEqual({ a: { events: ['no_events'] } });
  });

  it('keeps events with one id apart, because a batch would refuse the second one', async () => {
    const events = await bufferOf(stored, { parallel: 1 });
    for (const subscription of ['s', 't', 'u']) events.add(event('a', subscription));
    await events.flush();
    expect(batches()).toEqual([['a'], ['a'], ['a']]);
  });

  it('halves what is too large, and reports an event that is', async () => {
    const events = await bufferOf((received) => (idsOf(received).includes('e2') ? { status: 413 } : {}));
    for (const id of ids(4)) events.add(event(id));
    await events.flush();
    expect(batches()).toEqual([['e0', 'e1', 'e2', 'e3'], ['e0', 'e1'], ['e2', 'e3'], ['e2'], ['e3']]);
    expect(refused).toEqual({ e2: { base: ['body_too_large'] } });
  });

  it('sends at most a mebibyte at once', async () => {
    const events = await bufferOf(stored);
    const text = 'x'.repeat(60_000);
    for (const id of ids(40)) events.add({ ...event(id), properties: { text } });
    await events.flush();
    for (const { text: body } of service.received) expect(body.length).toBeLessThan(1_100_000);
    expect(batches().flat()).toHaveLength(40);
  });
});

describe('an event that cannot be sent', () => {
  it('is dropped while the buffer is full', async () => {
    const events = await bufferOf(() => ({ isHanging: true }), { capacity: 2 });
    expect(ids(3).map((id) => events.add(event(id)))).toEqual([true, true, false]);
    expect(dropped).toEqual({ e2: 'full' });
  });

  it('is dropped while the others have too many bytes', async () => {
    const events = await bufferOf(stored, { capacityBytes: 150 });
    expect(ids(3).map((id) => events.add(event(id)))).toEqual([true, false, false]);
  });

  it('is dropped once repetitions took too long', async () => {
    const events = await bufferOf(() => ({ status: 503, body: { code: 'away' } }), { giveUpMs: 300 });
    events.add(event('a'));
    await events.flush();
    expect(dropped).toEqual({ a: 'gave_up' });
    expect(service.received.length).toBeGreaterThan(1);
  });

  it('is dropped at once if the service refuses the call', async () => {
    const events = await bufferOf(() => ({ status: 401, body: { error: 'Unauthorized' } }));
    events.add(event('a'));
    await events.flush();
    expect(dropped).toEqual({ a: 'call_refused' });
    expect(service.received).toHaveLength(1);
  });

  it('is dropped at the end of the buffer, which takes no more', async () => {
    const events = await bufferOf(() => ({ status: 503 }));
    events.add(event('a'));
    const flushed = events.flush();
    await events.close({ withinMs: 100 });
    await flushed;
    expect(events.add(event('b'))).toBe(false);
    expect(dropped).toEqual({ a: 'closed', b: 'closed' });
  });

  it('does not stop the others by a handler that fails', async () => {
    const messages: unknown[] = [];
    const real = console.error;
    console.error = (...texts: unknown[]) => messages.push(texts);
    const onRefused = () => {
      throw new Error('handler');
    };
    const events = await bufferOf((_, place) => (place === 0 ? refusal({ 0: { code: ['x'] } }) : {}), { onRefused });
    for (const id of ids(2)) events.add(event(id));
    await events.flush();
    console.error = real;
    expect(batches()).toEqual([['e0', 'e1'], ['e1']]);
    expect(messages).toHaveLength(1);
  });

  it('refuses bounds that hold nothing', async () => {
    await bufferOf(stored);
    expect(() => new Tollgate({ apiKey: 'k', baseUrl: service.baseUrl, events: { capacity: 0 } }).events).toThrow(
      RangeError,
    );
  });
});

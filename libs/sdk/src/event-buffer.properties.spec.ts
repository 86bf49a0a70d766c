import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EventBuffer, type Time } from './event-buffer.js';
import type { UsageEvent } from './event-entries.js';

/** Ways of one batch to the service and back. */
const faults = ['none', 'lost before', 'lost after', 'away', 'hopeless', 'too large', 'broken'] as const;
type Fault = (typeof faults)[number];

interface AddedEvent {
  /** One of few ids, so that some repeat; null: the buffer makes one. */
  id: number | null;
  subscription: number;
  /** Whether the service refuses it. */
  isBad: boolean;
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = (details: object) => json({ status: 422, code: 'validation_errors', error_details: details }, 422);

/** The events of a service (metering, sections 2.1 and 2.2), behind a way that loses calls. */
class Store {
  readonly stored = new Map<string, string>();
  /** The transaction ids that came with each event, by its mark. */
  readonly idsByMark = new Map<string, Set<string>>();

  constructor(private readonly faults: Fault[]) {}

  async send(body: string): Promise<Response> {
    await Promise.resolve();
    const { events } = JSON.parse(body) as {
      events: (UsageEvent & { properties: { mark: string; isBad: boolean } })[];
    };
    for (const { transaction_id: id, properties } of events)
      this.idsByMark.set(properties.mark, (this.idsByMark.get(properties.mark) ?? new Set()).add(String(id)));
    const fault = this.faults.shift() ?? 'none';
    if (fault === 'lost before') throw new TypeError('fetch failed');
    if (fault === 'away') return json({ code: 'away' }, 503);
    if (fault === 'hopeless') return json({ error: 'Unauthorized' }, 401);
    if (fault === 'too large') return json({}, 413);
    if (fault === 'broken') return new Response('<html>', { status: 500 });
    const answer = this.take(events);
    if (fault === 'lost after') throw new TypeError('terminated');
    return answer;
  }

  private take(events: (UsageEvent & { properties: { mark: string; isBad: boolean } })[]): Response {
    const named = events.flatMap(({ properties }, place) =>
      properties.isBad ? [[place, { code: ['value_is_mandatory'] }]] : [],
    );
    if (named.length > 0) return refusal(Object.fromEntries(named) as object);
    const keys = events.map(({ transaction_id: id, external_subscription_id: of }) => `${of} ${id}`);
    const ids = events.map(({ transaction_id: id }) => id);
    const there = events.flatMap((_, place) =>
      this.stored.has(keys[place]!) || ids.indexOf(ids[place]) < place
        ? [[place, { transaction_id: ['value_already_exist'] }]]
        : [],
    );
    if (there.length > 0) return refusal(Object.fromEntries(there) as object);
    for (const [place, { properties }] of events.entries()) this.stored.set(keys[place]!, properties.mark);
    return json({ events: [] });
  }
}

/** Time passes at once. */
function ownTime(): Time {
  let now = 0;
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
      await Promise.resolve();
    },
  };
}

const added: fc.Arbitrary<AddedEvent> = fc.record({
  id: fc.option(fc.nat(5)),
  subscription: fc.nat(1),
  isBad: fc.boolean(),
});

it('stores or reports each event, once and under one id, whatever fails on the way', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(added, { maxLength: 40 }),
      fc.array(fc.constantFrom(...faults), { maxLength: 30 }),
      fc.record({
        batchEvents: fc.integer({ min: 1, max: 10 }),
        parallel: fc.integer({ min: 1, max: 3 }),
        capacity: fc.integer({ min: 1, max: 40 }),
        giveUpMs: fc.constantFrom(0, 500, 600_000),
      }),
      fc.boolean(),
      async (events, script, settings, endsEarly) => {
        const store = new Store([...script]);
        const reports = new Map<string, string[]>();
        const report = (mark: unknown, kind: string) =>
          reports.set(String(mark), [...(reports.get(String(mark)) ?? []), kind]);
        const buffer = new EventBuffer(
          (body) => store.send(body),
          {
            ...settings,
            sendAtEnd: false,
            onRefused: ({ properties }) => report(properties?.['mark'], 'refused'),
            onDrop: ({ properties }) => report(properties?.['mark'], 'dropped'),
          },
          ownTime(),
        );
        for (const [place, { id, subscription, isBad }] of events.entries())
          buffer.add({
            ...(id === null ? {} : { transaction_id: `t${id}` }),
            external_subscription_id: `s${subscription}`,
            code: 'tokens',
            properties: { mark: `m${place}`, isBad },
          });
        await (endsEarly ? buffer.close({ withinMs: 0 }) : buffer.flush());
        expect(buffer.size).toBe(0);
        for (const [place, { id, subscription, isBad }] of events.entries()) {
          const [kind, ...more] = reports.get(`m${place}`) ?? [];
          const ids = [...(store.idsByMark.get(`m${place}`) ?? [])];
          expect(more).toEqual([]);
          expect(ids.length).toBeLessThanOrEqual(1);
          const isStored = store.stored.has(`s${subscription} ${id === null ? ids[0] : `t${id}`}`);
          // An event is silent only if it is there, itself or an earlier one with its id. A bad one is never there.
          if (kind === undefined) expect([isStored, isBad]).toEqual([true, false]);
          if (kind === 'refused') expect(isBad || script.includes('too large')).toBe(true);
        }
        await buffer.close();
      },
    ),
    { numRuns: 500, includeErrorInReport: true },
  );
});

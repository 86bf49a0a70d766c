import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newId } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { enrich } from '../../model/enrichment/enrichment.js';
import { eventColumns, eventRow, firstVersion } from '../../store/blocks/event-rows.js';
import { migrateUsageStore } from '../../store/blocks/migrate-usage-store.js';
import { openUsageStore } from '../../store/blocks/usage-store.fixture.js';
import { digestBytes } from './id-digest.js';
import { digestOfKey } from './id-digest.js';
import { storedIdPages } from './stored-id-pages.js';
import { windowKey } from './transaction-window.js';

const { clickhouse, close } = openUsageStore();

beforeAll(() => migrateUsageStore(clickhouse), 60_000);
afterAll(() => close(), 60_000);
beforeEach(() => clickhouse.command('truncate table usage.events'));

const organizations = [newId(), newId(), newId()];
const receivedFrom = Date.UTC(2026, 0, 1);

/** Ids that JSON escapes or UTF-8 lengthens, among others. */
const oddText = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
  fc.constantFrom('a/b', 'a"b', 'a\\b', '","', "it's", 'tab\tline\n', 'é', '\u2028', '\u007f', '😀', '%41', '{{x}}'),
);
const event = fc.record({
  organization_id: fc.constantFrom(...organizations),
  external_subscription_id: oddText,
  transaction_id: oddText,
  timestamp: fc.integer({ min: receivedFrom * 1000, max: receivedFrom * 1000 + 5_000_000 }),
  received_at: fc.integer({ min: receivedFrom, max: receivedFrom + 1000 }),
});

const store = (events: Partial<AcceptedEvent>[]) =>
  clickhouse.insert(
    'events',
    eventColumns,
    events.map((one) => {
      const stored = { id: newId(), code: 'c', properties: {}, precise_total_amount_cents: null, ...one };
      return eventRow(stored as AcceptedEvent, enrich(stored as AcceptedEvent, undefined), firstVersion(receivedFrom));
    }),
  );

async function digestsOf(since: number, idsOfPage?: number): Promise<{ digests: Set<string>; pages: number }> {
  const digests = new Set<string>();
  let pages = 0;
  for await (const page of storedIdPages(clickhouse, since, idsOfPage)) {
    pages++;
    for (let at = 0; at < page.length; at += digestBytes) digests.add(page.toString('hex', at, at + digestBytes));
  }
  return { digests, pages };
}
const expected = (events: Pick<AcceptedEvent, 'organization_id' | 'external_subscription_id' | 'transaction_id'>[]) =>
  new Set(events.map((one) => digestOfKey(windowKey(one)).toString('hex')));

it('digests the ids of events received since an instant, exactly as the window names them', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(event, { maxLength: 30 }), fc.integer({ min: 0, max: 1000 }), async (events, after) => {
        if (events.length > 0) await store(events as Partial<AcceptedEvent>[]);
        const found = await digestsOf(receivedFrom + after, 7);
        expect(found.digests).toEqual(
          expected(
            events.filter(({ received_at: receivedAt }) => receivedAt >= receivedFrom + after) as AcceptedEvent[],
          ),
        );
      })
      .beforeEach(() => clickhouse.command('truncate table usage.events')),
    { numRuns: 60 },
  );
}, 120_000);

it('pages through a table of many parts', async () => {
  const events = Array.from({ length: 2000 }, (_, index) => ({
    organization_id: organizations[index % 3] as string,
    external_subscription_id: `s${index % 7}`,
    transaction_id: `t${index}`,
    timestamp: receivedFrom * 1000 + (index % 11),
    received_at: receivedFrom,
  }));
  for (let at = 0; at < events.length; at += 400) await store(events.slice(at, at + 400));
  const found = await digestsOf(0, 300);
  expect(found.digests).toEqual(expected(events));
  expect(found.pages).toBe(7);
});

import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newId } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { enrich } from '../../model/enrichment/enrichment.js';
import { eventColumns, eventRow, firstVersionOf } from './event-rows.js';
import { receivedBlock, receivedValues, type EnrichedEvent } from './received-block.js';
import { openUsageStore, runs } from './usage-store.fixture.js';
import { usageTables } from './usage-tables.js';

const { clickhouse, close } = openUsageStore();
beforeAll(async () => {
  await clickhouse.command('create database usage');
  for (const statement of usageTables('usage')) await clickhouse.command(statement);
});
beforeEach(async () => {
  for (const table of ['events', 'events_raw']) await clickhouse.command(`truncate table usage.${table}`);
});
afterAll(close);

const organizations = [newId(), newId()];
const text = fc.oneof(
  fc.string({ maxLength: 70 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', 'ä', '€'.repeat(64), 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(128), 'x'.repeat(20_000)),
);
const decimal = fc.oneof(
  fc.tuple(fc.bigInt(-(10n ** 46n) + 1n, 10n ** 46n - 1n), fc.nat(999)).map(([whole, part]) => `${whole}.${part}`),
  fc.constantFrom('0', '-0', '-0.5', '007', '1.', '1e5', `0.${'9'.repeat(30)}`, `${'9'.repeat(46)}.${'9'.repeat(30)}`),
);
const value = fc.oneof(text, decimal, fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(text));
const properties = fc
  .tuple(fc.dictionary(text, value, { maxKeys: 4 }), value)
  .map(([others, amount]): Record<string, unknown> => ({ ...others, amount }));
const event = fc
  .record({
    organization_id: fc.constantFrom(...organizations),
    external_subscription_id: text,
    transaction_id: text,
    code: text,
    timestamp: fc.integer({ min: 0, max: Date.UTC(2199, 11, 31) }).map((at) => at * 1000 + 7),
    properties,
    precise_total_amount_cents: fc.option(fc.constantFrom('0', '-12.5', '999999999999999.123456789012345')),
    received_at: fc.integer({ min: 0, max: Date.UTC(2199, 11, 31) }),
  })
  .map((rest): AcceptedEvent => ({ id: newId(), ...rest }));

const metric = { fieldName: 'amount' } as Parameters<typeof enrich>[1];
const enriched = (accepted: AcceptedEvent): EnrichedEvent => ({
  event: accepted,
  enrichment: enrich(accepted, metric),
});
const stored = (table: string) => clickhouse.rows(`select * from usage.${table} order by toString(id)`);

const block = 1_764_000_000_000_123;
async function insertAsColumns(events: EnrichedEvent[]): Promise<void> {
  const columns = receivedBlock(events);
  if (!columns) throw new Error('there is no such block');
  expect(await clickhouse.insertColumns('events_raw', receivedValues(block, Math.floor(block / 1000)), columns)).toBe(
    true,
  );
}

it('stores columns exactly as it stores rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 20 }), async (events) => {
      const both: unknown[] = [];
      const all = events.map(enriched);
      const rows = all.map(({ event: accepted, enrichment }) => [
        ...eventRow(accepted, enrichment, firstVersionOf(accepted)),
        block,
        Math.floor(block / 1000),
      ]);
      for (const insert of [
        () => clickhouse.insert('events_raw', [...eventColumns, 'block', 'ingested_at'], rows),
        () => insertAsColumns(all),
      ]) {
        for (const table of ['events', 'events_raw']) await clickhouse.command(`truncate table usage.${table}`);
        await insert();
        both.push([await stored('events_raw'), await stored('events')]);
      }
      expect(both[1]).toEqual(both[0]);
    }),
    { numRuns: runs(25) },
  );
}, 120_000);

const [plain] = fc.sample(event, { numRuns: 1, seed: 1 }) as [AcceptedEvent];

it('produces one part', async () => {
  const many = Array.from({ length: 70_000 }, (_, index) =>
    enriched({ ...plain, id: newId(), transaction_id: String(index) }),
  );
  await insertAsColumns(many);
  expect(
    await clickhouse.rows(`select rows, count() as parts from system.parts
      where database = 'usage' and table = 'events_raw' and active group by rows`),
  ).toEqual([{ rows: '70000', parts: '1' }]);
}, 60_000);

it.each([
  ['an id that is no identifier', { id: 'x' }],
  ['a timestamp after the last one', { timestamp: Date.UTC(2200, 0, 1) * 1000 }],
  ['a timestamp that is no number', { timestamp: Number.NaN }],
  ['a negative one', { received_at: -1 }],
  ['an amount that is no decimal', { precise_total_amount_cents: 'many' }],
  ['an amount of too many digits', { precise_total_amount_cents: '9'.repeat(46) }],
  ['a text that is no string', { code: 7 as unknown as string }],
  ['half a character', { transaction_id: '\ud800' }],
])('is null with %s', (_, odd) => {
  expect(receivedBlock([enriched(plain), enriched({ ...plain, ...odd })])).toBeNull();
});

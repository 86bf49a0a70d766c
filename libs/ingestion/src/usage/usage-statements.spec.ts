import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { MetricView } from '@tollgate/catalog/reader';
import { newId } from '@tollgate/platform';
import { Decimal, resolveFilters } from '@tollgate/rating';
import type { AcceptedEvent } from '../model/accepted-events/accepted-event.js';
import { enrich } from '../model/enrichment/enrichment.js';
import { RollupReader } from '../store/rollups/rollup-reader.js';
import { eventColumns, eventRow, firstVersion } from '../store/blocks/event-rows.js';
import { migrateUsageStore } from '../store/blocks/migrate-usage-store.js';
import { openUsageStore } from '../store/blocks/usage-store.fixture.js';
import type { UsagePart } from '../model/usage-queries/usage-request.js';
import { UsageReader } from './usage.reader.js';

const { clickhouse, close } = openUsageStore();
const reader = new UsageReader(clickhouse, new RollupReader(clickhouse));
const organizationId = newId();
const from = Date.UTC(2024, 2, 1);
const usage = { organizationId, externalSubscriptionId: 's', from, to: Date.UTC(2024, 3, 1) - 1 };
const clouds = 300;

const metric: MetricView = {
  id: 'm',
  code: 'm',
  name: 'M',
  description: null,
  aggregationType: 'sum_agg',
  fieldName: 'value',
  recurring: false,
  roundingFunction: null,
  roundingPrecision: null,
  expression: null,
  filters: [],
};

const partsOf = (filters: number, more: Partial<UsagePart> = {}): UsagePart[] => {
  const declared = Array.from({ length: filters }, (_, n) => ({ id: `f${n}`, values: { cloud: [`c${n}`] } }));
  return [...resolveFilters(declared, {}), null].map((filter) => ({ filter, groupKeys: [], ...more }));
};

/** The texts of the statements of some work. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const rows = jest.spyOn(clickhouse, 'rows');
  await work();
  const texts = rows.mock.calls.map(([text]) => text);
  rows.mockRestore();
  return texts;
}

beforeAll(async () => {
  await migrateUsageStore(clickhouse);
  const rows = Array.from({ length: 2 * clouds }, (_, n) => {
    const event: AcceptedEvent = {
      id: newId(),
      organization_id: organizationId,
      external_subscription_id: 's',
      transaction_id: `t${n}`,
      code: 'm',
      timestamp: (from + n) * 1000,
      properties: { value: n, cloud: `c${n % clouds}` },
      precise_total_amount_cents: null,
      received_at: from + n,
    };
    return eventRow(event, enrich(event, metric), firstVersion(event.received_at));
  });
  await clickhouse.insert('events_raw', eventColumns, rows);
}, 60_000);
afterAll(() => close(), 60_000);

it('reads any number of charges and filters by statements of bounded length', async () => {
  const requests = Array.from({ length: 100 }, () => ({ metric, parts: partsOf(200) }));
  let groups = 0;
  const texts = await statementsOf(async () => {
    groups = (await reader.aggregateRaw(usage, requests)).flat().length;
  });
  expect(groups).toBe(100 * 201);
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(65_536);
  expect(texts.length).toBeLessThan(20);
}, 60_000);

it('reads the single values of all filters by one statement for each kind', async () => {
  const free = { events: 1, total: new Decimal(0) };
  const request = { metric, parts: partsOf(clouds, { free, needsEventValues: true }) };
  let groups: { filterId: string | null; values: unknown; running: unknown }[] = [];
  const texts = await statementsOf(async () => {
    const [answer = []] = await reader.aggregateRaw(usage, [request]);
    groups = answer.map(({ filterId, aggregation: { eventValues, runningTotal } }) => ({
      filterId,
      values: eventValues === 'one_per_unit' ? eventValues : eventValues.map(Number),
      running: runningTotal === 'one_per_unit' ? runningTotal : runningTotal.map(Number),
    }));
  });
  expect(texts).toHaveLength(3);
  expect(groups).toHaveLength(clouds);
  expect(groups).toContainEqual({ filterId: 'f7', values: [7, 7 + clouds], running: [7] });
});

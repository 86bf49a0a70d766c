import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MetricView } from '@tollgate/catalog/reader';
import { newId } from '@tollgate/platform';
import { enrich } from '../model/enrichment/enrichment.js';
import { eventColumns, eventRow, firstVersionOf } from '../store/blocks/event-rows.js';
import { migrateUsageStore } from '../store/blocks/migrate-usage-store.js';
import { openUsageStore } from '../store/blocks/usage-store.fixture.js';
import { UsualUsageReader } from './usual-usage.reader.js';

const { clickhouse, close } = openUsageStore();
const reader = new UsualUsageReader(clickhouse);
const organizationId = newId();
const metric: MetricView = {
  id: 'm',
  code: 'm',
  name: 'M',
  description: null,
  aggregationType: 'sum_agg',
  fieldName: 'n',
  recurring: false,
  roundingFunction: null,
  roundingPrecision: null,
  expression: null,
  filters: [],
};

beforeAll(async () => {
  await migrateUsageStore(clickhouse);
  const events: [iso: string, n: unknown][] = [
    // In New York, the 4th of March ends at 05:00 in UTC, and the 11th, after the change of the clock, at 04:00.
    ['2024-03-05T04:30:00Z', 1],
    ['2024-03-05T05:30:00Z', 100],
    ['2024-03-12T03:30:00Z', 2],
    ['2024-03-12T03:45:00Z', 3],
    ['2024-03-11T15:00:00Z', 10],
    ['2024-03-11T15:10:00Z', 'no number'],
    ['2024-03-12T03:59:59Z', 1000],
  ];
  const rows = events.map(([iso, n], position) => {
    const event = {
      id: newId(),
      organization_id: organizationId,
      external_subscription_id: 's',
      transaction_id: `t${position}`,
      code: 'm',
      timestamp: Date.parse(iso) * 1000,
      properties: { n },
      precise_total_amount_cents: null,
      received_at: Date.parse(iso),
    };
    return eventRow(event, enrich(event, metric), firstVersionOf(event));
  });
  await clickhouse.insert('events', eventColumns, rows);
}, 60_000);
afterAll(() => close(), 60_000);

it('reads days and an hour of them in the time zone, up to an instant', async () => {
  const { days, hours } = await reader.read({ organizationId, externalSubscriptionId: 's' }, metric, {
    dates: ['2024-03-11', '2024-03-04', '2024-02-26'],
    timezone: 'America/New_York',
    hour: 23,
    from: Date.parse('2024-02-01T00:00:00Z'),
    to: Date.parse('2024-03-12T03:50:00Z'),
  });
  const shown = (use: typeof days) =>
    [...use].sort().map(([date, { units, events }]) => [date, units.toNumber(), events]);
  expect(shown(days)).toEqual([
    ['2024-03-04', 1, 1],
    ['2024-03-11', 15, 3],
  ]);
  expect(shown(hours)).toEqual([
    ['2024-03-04', 1, 1],
    ['2024-03-11', 5, 2],
  ]);
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MetricView } from '@tollgate/catalog/reader';
import { metricTrialBounds } from '@tollgate/contracts';
import { newId } from '@tollgate/platform';
import { parseExpression } from '@tollgate/rating';
import type { EventLog } from '../intake/log/event-log.js';
import { EventsRepository } from '../intake/events/events.repository.js';
import { migrateUsageStore } from '../store/blocks/migrate-usage-store.js';
import { openUsageStore } from '../store/blocks/usage-store.fixture.js';
import { eventsOf } from './event-span.js';
import { MetricPreviewRepository } from './metric-preview.repository.js';
import { MetricPreviewService } from './metric-preview.service.js';
import { MetricPreviewTally } from './metric-preview.tally.js';
import { MetricValuesRepository } from './metric-values.repository.js';

const { clickhouse, close } = openUsageStore();
const events = new EventsRepository(clickhouse);
const values = new MetricValuesRepository(clickhouse, events);
const previews = new MetricPreviewRepository(clickhouse, events);

beforeAll(() => migrateUsageStore(clickhouse), 60_000);
afterAll(() => close(), 60_000);

const at = Date.UTC(2024, 5, 15, 12);
const span = { from: at - 7 * 86_400_000, to: at };

/** Stores events with one property each. @param text SQL of its text @param apart ms between events */
const store = (organizationId: string, count: number, text: string, apart = 1) =>
  clickhouse.command(`insert into usage.events_raw
    (id, organization_id, external_subscription_id, code, timestamp, transaction_id, properties, received_at, operation_type, version, texts)
    select generateUUIDv4(), '${organizationId}', concat('s', toString(number % 20)), 'calls',
      fromUnixTimestamp64Milli(toInt64(${at} - number * ${apart}), 'UTC'), concat('t', toString(number)),
      toJSONString(map('region', ${text} as text)), now64(3), '', 1, map('region', text)
    from numbers(${count})`);

const metric = (more: Partial<MetricView> = {}) =>
  ({ id: '', code: 'calls', aggregationType: 'count_agg', fieldName: null, filters: [], ...more }) as MetricView;

describe('values of many events', () => {
  it('are the most frequent of ten thousand', async () => {
    const organizationId = newId();
    await store(organizationId, 20_000, `if(number % 2 = 0, 'common', toString(number))`);
    const seen = await values.read(organizationId, eventsOf('calls', span), 'region');
    expect(seen.values).toHaveLength(metricTrialBounds.values);
    expect(seen.values[0]).toEqual({ value: 'common', events_count: 10_000 });
    expect(seen).toMatchObject({ examined: 20_000, isTruncated: true });
  });

  it('are those of the latest events, up to a bound, also when all are of one instant', async () => {
    for (const apart of [0, 1]) {
      const organizationId = newId();
      await store(organizationId, metricTrialBounds.valuesEvents + 500, `'x'`, apart);
      const seen = await values.read(organizationId, eventsOf('calls', span), 'region');
      expect(seen.examined).toBe(metricTrialBounds.valuesEvents);
      expect(seen.values).toEqual([{ value: 'x', events_count: metricTrialBounds.valuesEvents }]);
    }
  });

  it('stay within memory where each has 64 KiB', async () => {
    const organizationId = newId();
    await store(organizationId, 5_000, `concat(toString(number), repeat('x', 60000))`);
    expect(await values.read(organizationId, eventsOf('calls', span), 'region')).toEqual({
      values: [],
      examined: 5_000,
      isTruncated: true,
    });
    const examined = await previews.latest(organizationId, eventsOf('calls', span));
    expect(examined.map(({ transaction_id: id }) => id)).toEqual(
      Array.from({ length: examined.length }, (_, n) => `t${n}`),
    );
    expect(examined.length).toBeGreaterThan(50);
    expect(examined.length).toBeLessThan(metricTrialBounds.previewBytes / 60_000);
  }, 60_000);
});

describe('a preview of many events', () => {
  it('examines the latest ones', async () => {
    for (const apart of [0, 1]) {
      const organizationId = newId();
      await store(organizationId, metricTrialBounds.previewEvents + 100, `'x'`, apart);
      const selection = eventsOf('calls', span);
      const examined = await previews.latest(organizationId, selection);
      expect(examined).toHaveLength(metricTrialBounds.previewEvents);
      expect(examined[0]?.transaction_id).toBe('t0');
      expect(await previews.count(organizationId, selection)).toBe(metricTrialBounds.previewEvents + 100);
    }
  });

  it('has bounds for names, values and reasons', () => {
    const expression = parseExpression('event.properties.a * 1');
    const tally = new MetricPreviewTally(metric({ filters: [{ key: 'b', values: ['x'] }] }), expression);
    for (let n = 0; n < 3_000; n += 1)
      tally.add({
        id: newId(),
        organization_id: newId(),
        external_subscription_id: '',
        transaction_id: `t${n}`,
        code: 'calls',
        timestamp: at * 1000,
        properties: { a: n, [`n${n}`]: 1, toString: 'own', long: 'x'.repeat(300) },
        precise_total_amount_cents: null,
        received_at: at,
      });
    const { properties, samples } = tally.result(3_000);
    expect(samples).toHaveLength(metricTrialBounds.samples);
    expect(properties).toHaveLength(metricTrialBounds.properties);
    expect(properties.slice(0, 4)).toMatchObject([
      { name: 'b', events_count: 0, values: [], truncated: false },
      { name: 'a', events_count: 3_000, truncated: true },
      { name: 'toString', values: [{ value: 'own', events_count: 3_000 }] },
      { name: 'long', events_count: 3_000, values: [], truncated: true },
    ]);
  });

  it('ends in time, whatever the expression costs', async () => {
    const organizationId = newId();
    await store(organizationId, 5_000, `'1e-9'`);
    const log = { readable: () => Promise.resolve() } as unknown as EventLog;
    const service = new MetricPreviewService(log, previews);
    const expression = Array.from({ length: 180 }, () => 'event.properties.region').join('*');
    const seen = await service.preview(organizationId, {
      billable_metric: { name: 'C', code: 'calls', aggregation_type: 'sum_agg', field_name: 'v', expression },
      from: new Date(span.from),
      to: new Date(span.to),
    });
    expect(seen.examined_count).toBeGreaterThan(0);
    expect(seen.examined_count).toBeLessThanOrEqual(5_000);
  }, 60_000);
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MetricView } from '@tollgate/catalog/reader';
import { newId } from '@tollgate/platform';
import { aggregate, type Metric, type UsageEvent } from '@tollgate/rating';
import type { AcceptedEvent } from '../model/accepted-events/accepted-event.js';
import { enrich } from '../model/enrichment/enrichment.js';
import { RollupReader } from '../store/rollups/rollup-reader.js';
import { eventColumns, eventRow, firstVersion } from '../store/blocks/event-rows.js';
import { migrateUsageStore } from '../store/blocks/migrate-usage-store.js';
import { openUsageStore, runs } from '../store/blocks/usage-store.fixture.js';
import type { AggregationRequest } from '../model/usage-queries/usage-request.js';
import { UsageReader } from './usage.reader.js';

const { clickhouse, close } = openUsageStore();
const reader = new UsageReader(clickhouse, new RollupReader(clickhouse));

beforeAll(() => migrateUsageStore(clickhouse), 60_000);
afterAll(() => close(), 60_000);

const from = Date.UTC(2024, 2, 5);
const to = Date.UTC(2024, 2, 31, 23, 59, 59, 999);
const period = { from, to, durationDays: 31 };
const subscriptions = ['one', 'two', 'three'];
const types = ['count_agg', 'sum_agg', 'max_agg', 'latest_agg', 'unique_count_agg'] as const;

/** An event, and perhaps a repetition of it with another value. */
const arrival = fc.record({
  subscription: fc.constantFrom(...subscriptions),
  code: fc.constantFrom('a', 'b', 'c', 'never requested'),
  timestamp: fc.constantFrom(from - 1, from, from + 5000, to, to + 1),
  transaction: fc.integer({ min: 0, max: 4 }),
  value: fc.constantFrom<unknown>(1, '2.5', -3, '0.000000000000000000000000000001', 'x', null),
});

const requestedCharge = fc.record({
  code: fc.constantFrom('a', 'b', 'c'),
  aggregationType: fc.constantFrom(...types),
  recurring: fc.boolean(),
  groupKeys: fc.constantFrom<string[]>([], [], ['value']),
});

const metricOf = ({ code, aggregationType, recurring }: Pick<MetricView, 'code' | 'aggregationType' | 'recurring'>) =>
  ({
    id: code,
    code,
    name: code,
    description: null,
    aggregationType,
    fieldName: aggregationType === 'count_agg' ? null : 'value',
    recurring: recurring && aggregationType === 'sum_agg',
    roundingFunction: null,
    roundingPrecision: null,
    expression: null,
    filters: [],
  }) as MetricView;

/** The result of the pure rules; of repeated events the first received counts. */
function expected(events: AcceptedEvent[], metric: MetricView) {
  const first = new Map<string, AcceptedEvent>();
  for (const event of events.filter(({ code }) => code === metric.code))
    if (!first.has(`${event.timestamp} ${event.transaction_id}`))
      first.set(`${event.timestamp} ${event.transaction_id}`, event);
  const usageEvents = [...first.values()].map((event): UsageEvent => {
    const { valueText, operationType } = enrich(event, metric);
    return {
      transactionId: event.transaction_id,
      timestampMicros: event.timestamp,
      receivedAtMicros: event.received_at * 1000,
      value: valueText,
      operationType,
      preciseTotalAmountCents: null,
    };
  });
  const { units, eventsCount } = aggregate(metric as Metric, usageEvents, period);
  return { units: units.toFixed(), eventsCount };
}

it('answers charges on several metrics in one query as the pure rules do, for one or many subscriptions', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arrival, { maxLength: 40 }),
      fc.array(requestedCharge, { minLength: 1, maxLength: 6 }),
      async (arrivals, charges) => {
        const organizationId = newId();
        const events = arrivals.map(
          ({ subscription, code, timestamp, transaction, value }, position): AcceptedEvent => ({
            id: newId(),
            organization_id: organizationId,
            external_subscription_id: subscription,
            transaction_id: `t${transaction}`,
            code,
            timestamp: timestamp * 1000,
            properties: { value },
            precise_total_amount_cents: null,
            received_at: from + position,
          }),
        );
        const reads = metricOf({ code: '', aggregationType: 'sum_agg', recurring: false });
        const rows = events.map((event) => eventRow(event, enrich(event, reads), firstVersion(event.received_at)));
        for (const block of [rows.slice(5), rows])
          if (block.length > 0) await clickhouse.insert('events_raw', eventColumns, block);
        const requests = charges.map((charge): AggregationRequest => ({
          metric: metricOf(charge),
          parts: [{ filter: null, groupKeys: charge.groupKeys }],
        }));
        const read = async (externalSubscriptionId: string) =>
          (await reader.aggregate({ organizationId, externalSubscriptionId, from, to }, requests)).map((groups) =>
            groups.map(({ groupedBy, aggregation }) => ({
              groupedBy,
              units: aggregation.units.toFixed(),
              eventsCount: aggregation.eventsCount,
            })),
          );
        const together = await Promise.all(subscriptions.map(read));
        for (const [place, subscription] of subscriptions.entries()) {
          const subscriptionEvents = events.filter((event) => event.external_subscription_id === subscription);
          const alone = await read(subscription);
          for (const [position, { metric, parts }] of requests.entries()) {
            const [group] = alone[position] ?? [];
            expect(byGroup(together[place]?.[position])).toEqual(byGroup(alone[position]));
            if (parts[0]?.groupKeys.length === 0)
              expect({ units: group?.units ?? '0', eventsCount: group?.eventsCount ?? 0 }).toEqual(
                expected(subscriptionEvents, metric),
              );
          }
        }
      },
    ),
    { numRuns: runs(30) },
  );
}, 240_000);

it('returns no group for a metric without events, nor for one whose events lack the number', async () => {
  const organizationId = newId();
  const event: AcceptedEvent = {
    id: newId(),
    organization_id: organizationId,
    external_subscription_id: 'one',
    transaction_id: 't',
    code: 'a',
    timestamp: from * 1000,
    properties: { value: 'x' },
    precise_total_amount_cents: null,
    received_at: from,
  };
  const requests = (['count_agg', 'sum_agg', 'max_agg'] as const).flatMap((aggregationType) =>
    ['a', 'b'].map((code): AggregationRequest => ({
      metric: metricOf({ code, aggregationType, recurring: false }),
      parts: [{ filter: null, groupKeys: [] }],
    })),
  );
  const enrichment = enrich(event, metricOf({ code: 'a', aggregationType: 'sum_agg', recurring: false }));
  await clickhouse.insert('events_raw', eventColumns, [eventRow(event, enrichment, firstVersion(from))]);
  const groups = await reader.aggregate({ organizationId, externalSubscriptionId: 'one', from, to }, requests);
  expect(groups.map((each) => each.length)).toEqual([1, 0, 0, 0, 0, 0]);
});

const byGroup = (groups: { groupedBy: object }[] = []) =>
  [...groups].sort((a, b) => (JSON.stringify(a.groupedBy) < JSON.stringify(b.groupedBy) ? -1 : 1));

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MetricView } from '@tollgate/catalog/reader';
import { newId } from '@tollgate/platform';
import {
  aggregate,
  Decimal,
  filtersOfEvent,
  groupOfEvent,
  propertyTexts,
  resolveFilters,
  sumOf,
  type ChargeFilter,
  type Metric,
  type UsageEvent,
} from '@tollgate/rating';
import type { AcceptedEvent } from '../model/accepted-events/accepted-event.js';
import { enrich } from '../model/enrichment/enrichment.js';
import { eventColumns, eventRow, firstVersion, voidedVersion } from '../store/blocks/event-rows.js';
import { migrateUsageStore } from '../store/blocks/migrate-usage-store.js';
import { openUsageStore, runs } from '../store/blocks/usage-store.fixture.js';
import type { RatedEvents } from '../model/usage-queries/rated-events-sql.js';
import { RatedEventsReader } from './rated-events.reader.js';

const { clickhouse, close } = openUsageStore();
const reader = new RatedEventsReader(clickhouse);

beforeAll(() => migrateUsageStore(clickhouse), 60_000);
afterAll(() => close(), 60_000);

const from = Date.UTC(2024, 2, 5);
const to = Date.UTC(2024, 2, 31, 23, 59, 59, 999);
const readAt = Date.UTC(2024, 3, 1);

/** When the store received an event: before the reading, after it, or before it and once more. */
type Arrival = 'early' | 'late' | 'again';
/** Whether an event is voided: never, before the reading, or after it. */
type Void = 'never' | 'before' | 'after';

const oneEvent = fc.record({
  timestamp: fc.oneof(
    fc.integer({ min: from * 1000 - 5_000_000, max: to * 1000 + 5_000_000 }),
    fc.constantFrom(from * 1000, from * 1000 + 250_000_000, to * 1000 + 999, (to + 1) * 1000),
  ),
  arrival: fc.constantFrom<Arrival>('early', 'early', 'late', 'again'),
  voided: fc.constantFrom<Void>('never', 'never', 'never', 'before', 'after'),
  properties: fc.record(
    {
      value: fc.constantFrom<unknown>(1, '2.5', -3, 0.1, '1e3', '', null, 'x'),
      operation_type: fc.constantFrom('add', 'remove'),
      cloud: fc.constantFrom<unknown>('aws', 'gcp', 'other', null, ''),
      region: fc.constantFrom<unknown>('eu', 'us'),
    },
    { requiredKeys: [] },
  ),
});

const types = ['count_agg', 'sum_agg', 'max_agg', 'latest_agg', 'unique_count_agg', 'weighted_sum_agg'] as const;
const history = fc.record({
  events: fc.array(oneEvent, { maxLength: 25 }),
  type: fc.constantFrom(...types),
  recurring: fc.boolean(),
  filters: fc.constantFrom<ChargeFilter<string>[]>(
    [],
    [
      { id: 'aws', values: { cloud: ['aws'] } },
      { id: 'aws in eu', values: { cloud: ['aws'], region: ['eu'] } },
    ],
  ),
  groupKeys: fc.constantFrom<string[]>([], ['region']),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

const metricOf = ({ type, recurring }: History): Metric & RatedEvents['metric'] =>
  ({
    code: 'm',
    aggregationType: type,
    fieldName: type === 'count_agg' ? null : 'value',
    recurring: recurring && ['sum_agg', 'unique_count_agg'].includes(type),
    roundingFunction: null,
    roundingPrecision: null,
  }) as Metric & RatedEvents['metric'];

type Stored = AcceptedEvent & { arrival: Arrival; voided: Void };

const storedOf = (organizationId: string, { events }: History): Stored[] =>
  events.map(({ timestamp, properties, arrival, voided }, position) => ({
    id: newId(),
    organization_id: organizationId,
    external_subscription_id: 's',
    transaction_id: `t${position}`,
    code: 'm',
    timestamp,
    properties,
    precise_total_amount_cents: null,
    received_at: from + position,
    arrival,
    voided,
  }));

async function store(events: Stored[], metric: RatedEvents['metric']): Promise<void> {
  const columns: [string, ...string[]] = [...eventColumns, 'ingested_at'];
  const rows = (arrivals: Arrival[], at: number) =>
    events
      .filter(({ arrival }) => arrivals.includes(arrival))
      .map((event) => [...eventRow(event, enrich(event, metric as MetricView), firstVersion(event.received_at)), at]);
  await clickhouse.insert('events_raw', columns, rows(['early', 'again'], readAt - 1000));
  await clickhouse.insert('events_raw', columns, rows(['late', 'again'], readAt + 1000));
  const nothing = { valueText: null, value: null, operationType: 'add', texts: {} } as const;
  await clickhouse.insert(
    'events',
    [...eventColumns, 'is_deleted'],
    events.filter(({ voided }) => voided !== 'never').map((event) => [...eventRow(event, nothing, voidedVersion), 1]),
  );
}

const usageEventOf = (event: Stored, metric: RatedEvents['metric']): UsageEvent => {
  const { valueText, operationType } = enrich(event, metric as MetricView);
  return {
    transactionId: event.transaction_id,
    timestampMicros: event.timestamp,
    receivedAtMicros: event.received_at * 1000,
    value: valueText,
    operationType,
    preciseTotalAmountCents: null,
  };
};

it('finds the events that a part counted when it was rated, and what each added to its units', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (scenario) => {
      const organizationId = newId();
      const metric = metricOf(scenario);
      const events = storedOf(organizationId, scenario);
      await store(events, metric);
      const resolved = resolveFilters(scenario.filters, {});
      const values = (filter: (typeof resolved)[number]) =>
        Object.fromEntries([...filter.values].map(([key, texts]) => [key, [...texts]]));
      const groups: Record<string, string | null>[] =
        scenario.groupKeys.length === 0 ? [{}] : [{ region: 'eu' }, { region: 'us' }, { region: null }];
      for (const filter of [...resolved, null])
        for (const groupedBy of groups) {
          const isIn = ({ properties }: Stored): boolean => {
            const texts = propertyTexts(properties);
            const taken = filtersOfEvent(resolved, texts);
            const group = groupOfEvent(texts, scenario.groupKeys);
            return (
              (filter ? taken.includes(filter) : taken.length === 0) &&
              JSON.stringify(group) === JSON.stringify(groupedBy)
            );
          };
          const rated: RatedEvents = {
            usage: { organizationId, externalSubscriptionId: 's', from, to },
            metric,
            filter: filter && values(filter),
            otherFilters: (filter ? filter.yieldsTo : resolved).map(values),
            groupedBy,
            readAt,
            ratedAt: readAt,
            voided: events.flatMap(({ id, voided }) =>
              voided === 'never' ? [] : [{ id, at: voided === 'before' ? readAt - 500 : readAt + 500 }],
            ),
          };
          const asRated = events.filter(
            (event) => isIn(event) && event.arrival !== 'late' && event.voided !== 'before',
          );
          const counts = await reader.counts(rated);
          const added = sumOf(counts.map((count) => new Decimal(count.added ?? 0)));
          const taken = counts
            .filter(({ status }) => status === 'counted' || status === 'without_effect')
            .reduce((sum, count) => sum + count.events, 0);
          const list = asRated.map((event) => usageEventOf(event, metric));
          if (scenario.type !== 'weighted_sum_agg') {
            const { units, eventsCount } = aggregate(metric, list, { from, to });
            expect(added.toFixed()).toBe(units.toFixed());
            if (scenario.type !== 'unique_count_agg') expect(taken).toBe(eventsCount);
          }
          const late = await reader.page(rated, { statuses: ['late'], after: null, limit: 100 });
          const isInTime = ({ timestamp }: Stored) =>
            timestamp < (to + 1) * 1000 && (metric.recurring || timestamp >= from * 1000);
          const needsNumber = !['count_agg', 'unique_count_agg'].includes(scenario.type);
          const expectedLate = events.filter(
            (event) =>
              isIn(event) &&
              isInTime(event) &&
              event.arrival === 'late' &&
              event.voided === 'never' &&
              (!needsNumber || enrich(event, metric as MetricView).value !== null),
          );
          expect(late.map(({ id }) => id).sort()).toEqual(expectedLate.map(({ id }) => id).sort());
        }
    }),
    { numRuns: runs(15) },
  );
}, 240_000);

it('continues a list after an event of the same instant', async () => {
  const organizationId = newId();
  const metric = metricOf({ type: 'count_agg', recurring: false, events: [], filters: [], groupKeys: [] });
  const events = storedOf(organizationId, {
    type: 'count_agg',
    recurring: false,
    filters: [],
    groupKeys: [],
    events: Array.from({ length: 5 }, () => ({
      timestamp: from * 1000 + 7,
      arrival: 'early' as const,
      voided: 'never' as const,
      properties: {},
    })),
  });
  await store(events, metric);
  const rated: RatedEvents = {
    usage: { organizationId, externalSubscriptionId: 's', from, to },
    metric,
    filter: null,
    otherFilters: [],
    groupedBy: {},
    readAt,
    ratedAt: readAt,
    voided: [],
  };
  const seen: string[] = [];
  for (let after = null as Parameters<typeof reader.page>[1]['after']; ;) {
    const page = await reader.page(rated, { statuses: undefined, after, limit: 2 });
    seen.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (!last) break;
    after = last;
  }
  expect(seen).toEqual(events.map(({ id }) => id));
}, 60_000);

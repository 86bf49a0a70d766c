import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MetricView } from '@tollgate/catalog/reader';
import { newId } from '@tollgate/platform';
import {
  aggregate,
  Decimal,
  filtersOfEvent,
  groupOfEvent,
  levelBefore,
  propertyTexts,
  resolveFilters,
  weightedSum,
  type AggregatedUsage,
  type ChargeFilter,
  type EventTexts,
  type Metric,
  type UsageEvent,
} from '@tollgate/rating';
import type { AcceptedEvent } from '../model/accepted-events/accepted-event.js';
import { enrich } from '../model/enrichment/enrichment.js';
import { eventColumns, eventRow, firstVersion, versionNow } from '../store/blocks/event-rows.js';
import { migrateUsageStore } from '../store/blocks/migrate-usage-store.js';
import { openUsageStore, runs } from '../store/blocks/usage-store.fixture.js';
import { RollupReader } from '../store/rollups/rollup-reader.js';
import { groupKey } from './aggregation-of-totals.js';
import { UsageReader } from './usage.reader.js';
import type { AggregatedGroup, AggregationRequest, UsageRestriction } from '../model/usage-queries/usage-request.js';

const { clickhouse, close } = openUsageStore();
const reader = new UsageReader(clickhouse, new RollupReader(clickhouse));

beforeAll(() => migrateUsageStore(clickhouse), 60_000);
afterAll(() => close(), 60_000);

const from = Date.UTC(2024, 2, 5, 10, 30);
const to = Date.UTC(2024, 2, 31, 23, 59, 59, 999);
const period = { from, to, durationDays: 31 };
const metricValues = { cloud: ['aws', 'gcp', 'azure'], region: ['eu', 'us', '1'] };

/** An arriving event, perhaps followed by a repetition with other properties. */
interface Arrival {
  timestamp: number;
  transaction: number;
  properties: Record<string, unknown>;
  price: string | null;
}

const arrival: fc.Arbitrary<Arrival> = fc.record({
  // Also before and after the period, and often at the same instant.
  timestamp: fc.oneof(
    fc.integer({ min: from * 1000 - 5_000_000_000, max: to * 1000 + 5_000_000 }),
    fc.constantFrom(from * 1000, from * 1000 - 1, from * 1000 + 250_000_000, to * 1000 + 999, (to + 1) * 1000),
  ),
  transaction: fc.integer({ min: 0, max: 12 }),
  properties: fc.record(
    {
      value: fc.constantFrom<unknown>(1, '2.5', -3, 0.1, '1e3', '', null, 'x', 1e-7, '100000000000000000000.000000001'),
      other: fc.constantFrom<unknown>(7, '8.25', 'y'),
      operation_type: fc.constantFrom('add', 'remove'),
      cloud: fc.constantFrom<unknown>('aws', 'gcp', 'azure', 'other', null, ''),
      region: fc.constantFrom<unknown>('eu', 'us', 1, true, ['a']),
      "it's": fc.constantFrom('a', 'b'),
    },
    { requiredKeys: [] },
  ),
  price: fc.option(fc.constantFrom('10', '0.000000000000001')),
});

const filters = fc.constantFrom<ChargeFilter<string>[]>(
  [],
  [
    { id: 'aws', values: { cloud: ['aws'] } },
    { id: 'aws in eu', values: { cloud: ['aws'], region: ['eu'] } },
  ],
  [
    { id: 'all', values: { cloud: ['__ALL_FILTER_VALUES__'] } },
    { id: 'two', values: { cloud: ['aws', 'gcp'] } },
    { id: 'one', values: { region: ['1'] } },
  ],
);

const history = fc.record({
  arrivals: fc.array(arrival, { maxLength: 25 }),
  aggregationType: fc.constantFrom(
    'count_agg',
    'sum_agg',
    'max_agg',
    'latest_agg',
    'unique_count_agg',
    'weighted_sum_agg',
  ),
  recurring: fc.boolean(),
  rounding: fc.constantFrom<Pick<MetricView, 'roundingFunction' | 'roundingPrecision'>>(
    { roundingFunction: null, roundingPrecision: null },
    { roundingFunction: 'ceil', roundingPrecision: 1 },
  ),
  filters,
  groupKeys: fc.constantFrom<string[]>([], ['region'], ["it's", 'cloud']),
  free: fc.option(fc.constantFrom({ events: 2, total: new Decimal(0) }, { events: 0, total: new Decimal('2.5') }), {
    nil: undefined,
  }),
  only: fc.option(fc.constantFrom<UsageRestriction>({ key: 'cloud', values: ['aws', 'gcp'] }), { nil: undefined }),
  /** Whether the metric changed to another field after the events arrived. */
  changed: fc.boolean(),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

const metricOf = ({ aggregationType, ...scenario }: History, fieldName: string): MetricView => ({
  id: 'm',
  code: 'm',
  name: 'M',
  description: null,
  ...(aggregationType === 'count_agg' ? { aggregationType, fieldName: null } : { aggregationType, fieldName }),
  recurring: scenario.recurring && ['sum_agg', 'unique_count_agg', 'weighted_sum_agg'].includes(aggregationType),
  ...scenario.rounding,
  expression: null,
  filters: [],
});

const eventsOf = (organizationId: string, { arrivals }: History): AcceptedEvent[] =>
  arrivals.map(({ timestamp, transaction, properties, price }, position) => ({
    id: newId(),
    organization_id: organizationId,
    external_subscription_id: 's',
    transaction_id: `t${transaction}`,
    code: 'm',
    timestamp,
    properties,
    precise_total_amount_cents: price,
    received_at: from + position,
  }));

type RatedEvent = UsageEvent & { texts: EventTexts };

/** The events as the pure rules take them: of repeated events the first received. */
function distinct(events: AcceptedEvent[], metric: MetricView): RatedEvent[] {
  const first = new Map<string, AcceptedEvent>();
  for (const event of events)
    if (!first.has(`${event.timestamp} ${event.transaction_id}`))
      first.set(`${event.timestamp} ${event.transaction_id}`, event);
  return [...first.values()].map((event) => {
    const { valueText, operationType } = enrich(event, metric);
    return {
      transactionId: event.transaction_id,
      timestampMicros: event.timestamp,
      receivedAtMicros: event.received_at * 1000,
      value: valueText,
      operationType,
      preciseTotalAmountCents:
        event.precise_total_amount_cents === null ? null : new Decimal(event.precise_total_amount_cents),
      texts: propertyTexts(event.properties),
    };
  });
}

function expected(scenario: History, metric: MetricView, events: RatedEvent[]): Map<string, AggregatedUsage> {
  const resolved = resolveFilters(scenario.filters, metricValues);
  const groups = new Map<string, RatedEvent[]>();
  for (const event of events.filter((each) => opens(metric, each))) {
    if (scenario.only && !scenario.only.values.includes(event.texts[scenario.only.key] ?? '')) continue;
    const taken = filtersOfEvent(resolved, event.texts);
    for (const filter of taken.length > 0 ? taken : [null]) {
      const key = groupKey({ filterId: filter?.id ?? null, groupedBy: groupOfEvent(event.texts, scenario.groupKeys) });
      groups.set(key, [...(groups.get(key) ?? []), event]);
    }
  }
  const aggregateGroup = (groupEvents: RatedEvent[]) =>
    metric.aggregationType === 'weighted_sum_agg'
      ? weightedSum(metric as Metric, groupEvents, { ...period, carriedUnits: levelBefore(groupEvents, from) })
      : aggregate(metric as Metric, groupEvents, period, scenario.free);
  return new Map([...groups].map(([key, groupEvents]) => [key, aggregateGroup(groupEvents)]));
}

/** Whether an event opens a group: it lies in the time of the metric and counts (metering, section 3.1). */
function opens({ aggregationType, recurring }: MetricView, { timestampMicros, value }: RatedEvent): boolean {
  if (timestampMicros >= (to + 1) * 1000 || (!recurring && timestampMicros < from * 1000)) return false;
  return (
    ['count_agg', 'unique_count_agg'].includes(aggregationType) || (value !== null && /^-?\d+(\.\d+)?$/.test(value))
  );
}

/** The compared figures as text. */
function shown(
  groups: Iterable<[string, AggregatedUsage]>,
  { aggregationType, free }: Pick<History, 'aggregationType' | 'free'>,
) {
  const list = (values: AggregatedUsage['eventValues']) => (values === 'one_per_unit' ? values : values.map(String));
  return [...groups]
    .map(([key, aggregation]) => ({
      key,
      units: aggregation.units.toFixed(),
      total: aggregation.totalAggregatedUnits.toFixed(),
      count: aggregation.eventsCount,
      prices: aggregation.eventsPriceCents.toFixed(),
      ...(free && aggregationType !== 'weighted_sum_agg'
        ? { running: list(aggregation.runningTotal), values: list(aggregation.eventValues) }
        : {}),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

it('aggregates any history of events as the pure rules do', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (scenario) => {
      const organizationId = newId();
      const metric = metricOf(scenario, scenario.changed ? 'other' : 'value');
      const events = eventsOf(organizationId, scenario);
      const rows = (field: string, version?: number) =>
        events.map((event) =>
          eventRow(event, enrich(event, metricOf(scenario, field)), version ?? firstVersion(event.received_at)),
        );
      // Inserts two blocks, one of them twice, as a repeated delivery changes nothing.
      const half = Math.floor(events.length / 2);
      for (const block of [rows('value').slice(half), rows('value').slice(0, half), rows('value').slice(half)]) {
        if (block.length > 0) await clickhouse.insert('events_raw', eventColumns, block);
      }
      if (scenario.changed && events.length > 0) {
        const seenKeys = new Set<string>();
        const first = events.map(
          (event) =>
            !seenKeys.has(`${event.timestamp} ${event.transaction_id}`) &&
            !!seenKeys.add(`${event.timestamp} ${event.transaction_id}`),
        );
        await clickhouse.insert(
          'events',
          eventColumns,
          rows('other', versionNow()).filter((_, position) => first[position]),
        );
      }
      const parts = [...resolveFilters(scenario.filters, metricValues), null].map((filter) => ({
        filter,
        groupKeys: scenario.groupKeys,
        needsPrices: true,
        ...(scenario.free ? { free: scenario.free, needsEventValues: true } : {}),
      }));
      const request: AggregationRequest = {
        metric,
        parts,
        ...(scenario.only ? { only: [scenario.only] } : {}),
        carried: { durationDays: period.durationDays, since: 0, levels: [] },
      };
      const [groups = []] = await reader.aggregate({ organizationId, externalSubscriptionId: 's', from, to }, [
        request,
      ]);
      const actual = groups.map((group: AggregatedGroup): [string, AggregatedUsage] => [
        groupKey(group),
        group.aggregation,
      ]);
      expect(shown(actual, scenario)).toEqual(shown(expected(scenario, metric, distinct(events, metric)), scenario));
    }),
    { numRuns: runs(40) },
  );
}, 240_000);

it('answers many subscriptions together as each alone', async () => {
  const organizationId = newId();
  const metric = metricOf(
    {
      aggregationType: 'sum_agg',
      recurring: false,
      rounding: { roundingFunction: null, roundingPrecision: null },
    } as History,
    'value',
  );
  const subscriptions = Array.from({ length: 30 }, (_, n) => `many-${n}`);
  const rows = subscriptions.flatMap((externalSubscriptionId, n) =>
    Array.from({ length: n }, (_, place) => {
      const event: AcceptedEvent = {
        id: newId(),
        organization_id: organizationId,
        external_subscription_id: externalSubscriptionId,
        transaction_id: `t${place}`,
        code: metric.code,
        timestamp: (from + place) * 1000,
        properties: { value: n, team: place % 2 === 0 ? 'a' : 'b' },
        precise_total_amount_cents: null,
        received_at: from + place,
      };
      return eventRow(event, enrich(event, metric), firstVersion(event.received_at));
    }),
  );
  await clickhouse.insert('events_raw', eventColumns, rows);
  const request: AggregationRequest = { metric, parts: [{ filter: null, groupKeys: ['team'] }] };
  const read = (externalSubscriptionId: string) =>
    reader.aggregate({ organizationId, externalSubscriptionId, from, to }, [request]);
  const unitsOf = ([groups = []]: AggregatedGroup[][]) =>
    Object.fromEntries(groups.map(({ groupedBy, aggregation }) => [groupedBy['team'], aggregation.units.toFixed()]));
  const together = (await Promise.all(subscriptions.map(read))).map(unitsOf);
  expect(together).toEqual(
    subscriptions.map((_, n) => ({
      ...(n > 0 ? { a: String(n * Math.ceil(n / 2)) } : {}),
      ...(n > 1 ? { b: String(n * Math.floor(n / 2)) } : {}),
    })),
  );
});

it('answers many subscriptions with long names and many filters together as each alone', async () => {
  const organizationId = newId();
  const rounding = { roundingFunction: null, roundingPrecision: null };
  const metric = metricOf({ aggregationType: 'unique_count_agg', recurring: false, rounding } as History, 'value');
  const clouds = Array.from({ length: 600 }, (_, n) => `cloud ${n}`);
  const filters = clouds.map((cloud) => ({ id: cloud, values: { cloud: [cloud], region: ['eu', 'us'] } }));
  const parts = [...resolveFilters(filters, {}), null].map((filter) => ({ filter, groupKeys: ['team'] }));
  const subscriptions = Array.from({ length: 120 }, (_, n) => `${n} `.padEnd(255, '語'));
  const rows = subscriptions.flatMap((externalSubscriptionId, n) =>
    [n, n + 1, n + 1, 599, 700].map((cloud, place) => {
      const event: AcceptedEvent = {
        id: newId(),
        organization_id: organizationId,
        external_subscription_id: externalSubscriptionId,
        transaction_id: `t${place}`,
        code: metric.code,
        timestamp: (from + place) * 1000,
        properties: { value: place, cloud: `cloud ${cloud}`, region: 'eu', team: 'a' },
        precise_total_amount_cents: null,
        received_at: from + place,
      };
      return eventRow(event, enrich(event, metric), firstVersion(event.received_at));
    }),
  );
  await clickhouse.insert('events_raw', eventColumns, rows);
  const read = async (externalSubscriptionId: string) =>
    (await reader.aggregate({ organizationId, externalSubscriptionId, from, to }, [{ metric, parts }]))
      .flat()
      .map(({ filterId, aggregation }) => [filterId, aggregation.units.toFixed()].join(': '))
      .sort();
  const expectedOf = (n: number) => [`: 1`, `cloud ${n}: 1`, `cloud ${n + 1}: 2`, 'cloud 599: 1'].sort();
  expect(await Promise.all(subscriptions.map(read))).toEqual(subscriptions.map((_, n) => expectedOf(n)));
  expect(await read(subscriptions[7] as string)).toEqual(expectedOf(7));
});

it.each(['sum_agg', 'unique_count_agg', 'weighted_sum_agg', 'latest_agg'] as const)(
  'answers many subscriptions with different times as each alone: %s',
  async (aggregationType) => {
    const organizationId = newId();
    const rounding = { roundingFunction: null, roundingPrecision: null };
    const metric = metricOf({ aggregationType, recurring: true, rounding } as History, 'value');
    const day = 86_400_000;
    const requests = Array.from({ length: 12 }, (_, n) => ({
      usage: {
        organizationId,
        // The first subscription occurs twice, with two times.
        externalSubscriptionId: `own-${Math.max(n, 1)}`,
        from: from + n * day,
        to: to - n * day,
      },
      request: {
        metric,
        parts: [{ filter: null, groupKeys: ['team'] }],
        carried: { durationDays: 31, since: from - n * day, levels: [] },
      },
    }));
    const rows = requests.flatMap(({ usage: { externalSubscriptionId } }) =>
      Array.from({ length: 40 }, (_, place) => {
        const event: AcceptedEvent = {
          id: newId(),
          organization_id: organizationId,
          external_subscription_id: externalSubscriptionId,
          transaction_id: `t${place}`,
          code: metric.code,
          timestamp: (from + (place - 10) * day) * 1000,
          properties: { value: place, team: place % 2 === 0 ? 'a' : 'b' },
          precise_total_amount_cents: null,
          received_at: from + place,
        };
        return eventRow(event, enrich(event, metric), firstVersion(event.received_at));
      }),
    );
    await clickhouse.insert('events_raw', eventColumns, rows);
    const read = async ({ usage, request }: (typeof requests)[number]) =>
      shown(
        (await reader.aggregate(usage, [request]))
          .flat()
          .map((group): [string, AggregatedUsage] => [groupKey(group), group.aggregation]),
        { aggregationType, free: undefined },
      );
    const together = await Promise.all(requests.map(read));
    const alone = [];
    for (const request of requests) alone.push(await read(request));
    expect(together).toEqual(alone);
    expect(new Set(alone.map((each) => JSON.stringify(each))).size).toBeGreaterThan(6);
  },
);

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
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { enrich } from '../../model/enrichment/enrichment.js';
import { eventColumns, eventRow, firstVersion, versionNow, voidedVersion } from '../blocks/event-rows.js';
import { migrateUsageStore } from '../blocks/migrate-usage-store.js';
import { openUsageStore, runs } from '../blocks/usage-store.fixture.js';
import { groupKey } from '../../usage/aggregation-of-totals.js';
import type {
  AggregatedGroup,
  AggregationRequest,
  UsageOf,
  UsageRestriction,
} from '../../model/usage-queries/usage-request.js';
import { UsageReader } from '../../usage/usage.reader.js';
import { makeRollups } from './rollup-maker.js';
import { RollupReader } from './rollup-reader.js';
import { RollupDefinitions } from './rollup-definitions.js';

const { clickhouse, close } = openUsageStore();
const rollups = new RollupReader(clickhouse, 0, 1);
const reader = new UsageReader(clickhouse, rollups);
const definitions = new RollupDefinitions(clickhouse);

beforeAll(() => migrateUsageStore(clickhouse), 60_000);
afterAll(() => close(), 60_000);

const hour = 3_600_000;
const from = Date.UTC(2024, 2, 5, 10, 30);
const to = Date.UTC(2024, 2, 31, 23, 59, 59, 999);
const metricValues = { cloud: ['aws', 'gcp', 'azure'], region: ['eu', 'us'] };

const arrival = fc.record({
  // Few hours, so that they fill up; also before the period and at its edges.
  timestamp: fc.oneof(
    fc
      .tuple(fc.constantFrom(-30, -1, 0, 14, 15, 20, 40, 41, 300), fc.integer({ min: 0, max: hour * 1000 - 1 }))
      .map(([at, within]) => (from + at * hour) * 1000 + within),
    fc.constantFrom(from * 1000, from * 1000 - 1, (from + hour / 2) * 1000, to * 1000 + 999, (to + 1) * 1000),
  ),
  transaction: fc.integer({ min: 0, max: 9 }),
  properties: fc.record(
    {
      value: fc.constantFrom<unknown>(1, '2.5', -3, 0.1, '1e3', '', null, 'x', '100000000000000000000.000000001'),
      other: fc.constantFrom<unknown>(7, '8.25', 'y', -2),
      operation_type: fc.constantFrom('add', 'remove'),
      cloud: fc.constantFrom<unknown>('aws', 'gcp', 'other', null, ''),
      region: fc.constantFrom<unknown>('eu', 'us', 1),
    },
    { requiredKeys: [] },
  ),
  price: fc.option(fc.constantFrom('10', '0.000000000000001')),
});

const query = fc.record({
  aggregationType: fc.constantFrom(
    'count_agg',
    'sum_agg',
    'max_agg',
    'latest_agg',
    'unique_count_agg',
    'weighted_sum_agg',
  ),
  recurring: fc.boolean(),
  filters: fc.constantFrom<ChargeFilter<string>[]>(
    [],
    [
      { id: 'aws', values: { cloud: ['aws'] } },
      { id: 'aws in eu', values: { cloud: ['aws'], region: ['eu'] } },
    ],
    [
      { id: 'all', values: { cloud: ['__ALL_FILTER_VALUES__'] } },
      { id: 'two', values: { cloud: ['aws', 'gcp'] } },
      { id: 'one', values: { region: ['us'] } },
    ],
  ),
  groupKeys: fc.constantFrom<string[]>([], ['region'], ['region', 'cloud']),
  only: fc.option(fc.constant<UsageRestriction>({ key: 'cloud', values: ['aws', 'gcp'] }), { nil: undefined }),
  /** Hours by which the period ends earlier. */
  shorter: fc.constantFrom(0, 0, 26 * 24),
});
type UsageQuery = typeof query extends fc.Arbitrary<infer R> ? R : never;

/** A step of the history; the test reads all usage after each. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('arrive' as const),
      arrivals: fc.array(arrival, { minLength: 1, maxLength: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('arrive again' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('metric changes' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('delete' as const), transaction: fc.integer({ min: 0, max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('void' as const), transaction: fc.integer({ min: 0, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const history = fc.record({
  steps: fc.array(step, { minLength: 2, maxLength: 5 }),
  queries: fc.array(query, { minLength: 1, maxLength: 3 }),
});

const metricOf = ({ aggregationType, recurring }: UsageQuery, fieldName: string): MetricView => ({
  id: 'm',
  code: 'm',
  name: 'M',
  description: null,
  ...(aggregationType === 'count_agg' ? { aggregationType, fieldName: null } : { aggregationType, fieldName }),
  recurring: recurring && ['sum_agg', 'unique_count_agg', 'weighted_sum_agg'].includes(aggregationType),
  roundingFunction: null,
  roundingPrecision: null,
  expression: null,
  filters: [],
});

const anyMetric = (fieldName: string) =>
  metricOf({ aggregationType: 'sum_agg', recurring: false } as UsageQuery, fieldName);
const keyOf = ({ timestamp, transaction_id: id }: AcceptedEvent) => `${timestamp} ${id}`;

/** An organization's store, with the expected contents in memory. */
class Story {
  readonly organizationId = newId();
  field = 'value';
  private received = 0;
  private block: AcceptedEvent[] = [];
  private arrived: AcceptedEvent[] = [];
  private readonly voided = new Set<string>();

  async apply(step: Step): Promise<void> {
    switch (step.kind) {
      case 'arrive':
        this.block = step.arrivals.map(({ timestamp, transaction, properties, price }) => ({
          id: newId(),
          organization_id: this.organizationId,
          external_subscription_id: 's',
          transaction_id: `t${transaction}`,
          code: 'm',
          timestamp,
          properties,
          precise_total_amount_cents: price,
          received_at: from + this.received++,
        }));
        return this.insert();
      case 'arrive again':
        return this.insert();
      case 'metric changes':
        this.field = this.field === 'value' ? 'other' : 'value';
        return this.write('events', this.distinct(), versionNow() + this.received++);
      case 'delete':
        this.arrived = this.arrived.filter(({ transaction_id: id }) => id !== `t${step.transaction}`);
        this.block = this.block.filter(({ transaction_id: id }) => id !== `t${step.transaction}`);
        return clickhouse.command(
          `delete from usage.events where organization_id = '${this.organizationId}' and transaction_id = 't${step.transaction}'`,
        );
      case 'void':
        return this.void(this.distinct().filter(({ transaction_id: id }) => id === `t${step.transaction}`));
      case 'merge':
        return clickhouse.command('optimize table usage.events final');
    }
  }

  /** Of repeated events the one received first. */
  distinct(): AcceptedEvent[] {
    const first = new Map<string, AcceptedEvent>();
    for (const event of this.arrived)
      if (!first.has(keyOf(event)) && !this.voided.has(keyOf(event))) first.set(keyOf(event), event);
    return [...first.values()];
  }

  /** Voids events as the service does; later repetitions stay voided. */
  private async void(events: AcceptedEvent[]): Promise<void> {
    for (const event of events) this.voided.add(keyOf(event));
    const nothing = { valueText: null, value: null, operationType: 'add', texts: {} } as const;
    const rows = events.map((event) => [
      ...eventRow({ ...event, precise_total_amount_cents: null }, nothing, voidedVersion),
      1,
    ]);
    if (rows.length > 0) await clickhouse.insert('events', [...eventColumns, 'is_deleted'], rows);
  }

  private async insert(): Promise<void> {
    this.arrived.push(...this.block);
    await this.write('events_raw', this.block);
    // After a metric change, new events count by its current field, as all others do.
    if (this.field !== 'value') await this.write('events', this.distinct(), versionNow() + this.received++);
  }

  private async write(table: string, events: AcceptedEvent[], version?: number): Promise<void> {
    const rows = events.map((event) =>
      eventRow(event, enrich(event, anyMetric(this.field)), version ?? firstVersion(event.received_at)),
    );
    if (rows.length > 0) await clickhouse.insert(table, eventColumns, rows);
  }
}

type RatedEvent = UsageEvent & { texts: EventTexts };

const ratedEventOf = (event: AcceptedEvent, metric: MetricView): RatedEvent => {
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
};

/** The answer of the pure rules. */
function pureGroups(
  { filters, groupKeys, only }: UsageQuery,
  metric: MetricView,
  usage: UsageOf,
  events: AcceptedEvent[],
): AggregatedGroup[] {
  const groups = new Map<string, Pick<AggregatedGroup, 'filterId' | 'groupedBy'> & { groupEvents: RatedEvent[] }>();
  const resolved = resolveFilters(filters, metricValues);
  for (const event of events.map((each) => ratedEventOf(each, metric)).filter((each) => opens(metric, usage, each))) {
    if (only && !only.values.includes(event.texts[only.key] ?? '')) continue;
    const taken = filtersOfEvent(resolved, event.texts);
    for (const filter of taken.length > 0 ? taken : [null]) {
      const group = { filterId: filter?.id ?? null, groupedBy: groupOfEvent(event.texts, groupKeys) };
      const groupEvents = groups.get(groupKey(group))?.groupEvents ?? [];
      groups.set(groupKey(group), { ...group, groupEvents: [...groupEvents, event] });
    }
  }
  const period = { from: usage.from, to: usage.to, durationDays: 31 };
  return [...groups.values()].map(({ groupEvents, ...group }) => ({
    ...group,
    aggregation:
      metric.aggregationType === 'weighted_sum_agg'
        ? weightedSum(metric as Metric, groupEvents, { ...period, carriedUnits: levelBefore(groupEvents, usage.from) })
        : aggregate(metric as Metric, groupEvents, period, undefined),
  }));
}

/** Whether an event opens a group: it lies in the time of the metric and counts (metering, section 3.1). */
function opens(
  { aggregationType, recurring }: MetricView,
  usage: UsageOf,
  { timestampMicros, value }: RatedEvent,
): boolean {
  if (timestampMicros >= (usage.to + 1) * 1000 || (!recurring && timestampMicros < usage.from * 1000)) return false;
  return (
    ['count_agg', 'unique_count_agg'].includes(aggregationType) || (value !== null && /^-?\d+(\.\d+)?$/.test(value))
  );
}

/** The compared figures as text. */
const shown = (groups: AggregatedGroup[]) =>
  groups
    .map((group) => {
      const { units, totalAggregatedUnits, eventsCount, eventsPriceCents }: AggregatedUsage = group.aggregation;
      return {
        key: groupKey(group),
        units: units.toFixed(),
        total: totalAggregatedUnits.toFixed(),
        count: eventsCount,
        prices: eventsPriceCents.toFixed(),
      };
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1));

let rolled = 0;

async function readAndCompare(story: Story, scenario: UsageQuery): Promise<void> {
  const metric = metricOf(scenario, story.field);
  const usage: UsageOf = {
    organizationId: story.organizationId,
    externalSubscriptionId: 's',
    from,
    to: to - scenario.shorter * hour,
  };
  const request: AggregationRequest = {
    metric,
    parts: [...resolveFilters(scenario.filters, metricValues), null].map((filter) => ({
      filter,
      groupKeys: scenario.groupKeys,
      needsPrices: true,
    })),
    ...(scenario.only ? { only: [scenario.only] } : {}),
    carried: { durationDays: 31, since: 0, levels: [] },
  };
  const [plan] = await rollups.queryPlans(usage, [request]);
  if (plan) rolled++;
  const [[fromRollups = []], [fromEvents = []]] = await Promise.all([
    reader.aggregate(usage, [request]),
    reader.aggregateRaw(usage, [request]),
  ]);
  expect(shown(fromRollups)).toEqual(shown(fromEvents));
  expect(shown(fromRollups)).toEqual(shown(pureGroups(scenario, metric, usage, story.distinct())));
}

it('answers the same from rollups, from events and by the pure rules, in any history', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ steps, queries }) => {
      const story = new Story();
      for (const step of steps) {
        await story.apply(step);
        for (const each of queries) await readAndCompare(story, each);
        const requested = (await definitions.all()).filter(
          ({ organizationId }) => organizationId === story.organizationId,
        );
        for (const each of requested)
          await makeRollups(clickhouse, each, { now: Date.now(), until: Date.now() + 60_000, restMs: 0 });
        for (const each of queries) await readAndCompare(story, each);
      }
    }),
    { numRuns: runs(25) },
  );
  expect(rolled).toBeGreaterThan(runs(50));
}, 600_000);

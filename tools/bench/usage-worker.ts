// One measurement of reading usage, on a newly started engine. The process receives one task as a message, with the
// directory of the store, and answers with its results (usage-tasks.ts).
import type { MetricView } from '@tollgate/catalog/reader';
import { migrateUsageStore } from '@tollgate/ingestion';
import {
  makeRollups,
  RollupDefinitions,
  RollupReader,
  UsageReader,
  type AggregatedGroup,
  type AggregationRequest,
  type UsageOf,
  type UsagePart,
} from '@tollgate/ingestion/measured';
import { ClickHouse, Config } from '@tollgate/platform';
import { resolveFilters } from '@tollgate/rating';
import { percentile } from './benchmark.ts';
import type { Query, Reading, Results, Tasks } from './usage-tasks.ts';
import { answerTask } from './worker-process.ts';

const organizationId = '00000000-0000-7000-8000-000000000001';
const from = Date.UTC(2024, 2, 1);
const to = Date.UTC(2024, 3, 1) - 1;
const blockSize = 1_000_000;

const twoFilters = resolveFilters(
  [
    { id: 'aws', values: { cloud: ['aws'] } },
    { id: 'gcp', values: { cloud: ['gcp'] } },
  ],
  { cloud: ['aws', 'gcp', 'azure'] },
);
const partsOf: Record<Query['parts'], UsagePart[]> = {
  plain: [{ filter: null, groupKeys: [] }],
  grouped: [...twoFilters, null].map((filter) => ({ filter, groupKeys: ['team'] })),
};

/** The parts of a charge with many filters; the events are in the first three. */
const declaredParts = (many: number): UsagePart[] => {
  const clouds = [...['aws', 'gcp', 'azure'], ...Array.from({ length: many }, (_, n) => `cloud ${n}`)].slice(0, many);
  const declared = clouds.map((cloud) => ({ id: cloud, values: { cloud: [cloud] } }));
  return [...resolveFilters(declared, {}), null].map((filter) => ({ filter, groupKeys: [] }));
};

type Requested = Query & { filters?: number };

const metricOf = (aggregationType: Query['aggregation']): MetricView => ({
  ...(aggregationType === 'count_agg' ? { aggregationType, fieldName: null } : { aggregationType, fieldName: 'value' }),
  id: 'm',
  code: 'm',
  name: 'm',
  description: null,
  recurring: false,
  roundingFunction: null,
  roundingPrecision: null,
  expression: null,
  filters: [],
});

const requestOf = ({ aggregation, parts, filters }: Requested): AggregationRequest => ({
  metric: metricOf(aggregation),
  parts: filters === undefined ? partsOf[parts] : declaredParts(filters),
  carried: { durationDays: 31, since: from, levels: [] },
});
const usageOf = (events: number): UsageOf => ({ organizationId, externalSubscriptionId: `s${events}`, from, to });

/** Writes events evenly over the month: 1000 values, three clouds, ten teams. */
async function fill(clickhouse: ClickHouse, { events }: Tasks['fill']): Promise<Results['fill']> {
  const begun = performance.now();
  for (let start = 0; start < events; start += blockSize) {
    await clickhouse.command(`insert into usage.events_raw
      (id, organization_id, external_subscription_id, code, timestamp, transaction_id, properties, received_at, value_text, value, operation_type, texts, version)
      select generateUUIDv7(), '${organizationId}', 's${events}', 'm',
             fromUnixTimestamp64Micro(toInt64(${from} * 1000 + number * ${Math.floor(((to - from) * 1000) / events)}), 'UTC'), toString(number), '{}',
             fromUnixTimestamp64Milli(toInt64(${from}), 'UTC'), toString(number % 1000), toDecimal256(number % 1000, 30), 'add',
             map('cloud', ['aws', 'gcp', 'azure'][1 + number % 3], 'team', toString(number % 10)), 1
      from numbers(${start}, ${Math.min(blockSize, events - start)})`);
  }
  await clickhouse.command('alter table usage.events materialize projection digests settings mutations_sync = 2');
  return { seconds: (performance.now() - begun) / 1000 };
}

async function makeRollupsOf(clickhouse: ClickHouse, { events }: Tasks['make']): Promise<Results['make']> {
  const begun = performance.now();
  const definitions = (await new RollupDefinitions(clickhouse).all()).filter(
    (each) => each.externalSubscriptionId === `s${events}`,
  );
  for (const each of definitions)
    await makeRollups(clickhouse, each, { now: Date.now(), until: Date.now() + 3_600_000, restMs: 0 });
  return { shapes: definitions.length, seconds: (performance.now() - begun) / 1000 };
}

/** Runs the first query of this engine, and then many; returns milliseconds. */
async function read(
  clickhouse: ClickHouse,
  { raw, times, longest, events, ...query }: Tasks['read'],
): Promise<Reading> {
  const reader = new UsageReader(clickhouse, new RollupReader(clickhouse));
  const request = requestOf(query);
  const once = async (path: 'aggregate' | 'aggregateRaw'): Promise<{ ms: number; groups: AggregatedGroup[] }> => {
    const begun = performance.now();
    const [groups = []] = await reader[path](usageOf(events), [request]);
    return { ms: performance.now() - begun, groups };
  };
  const { ms: cold, groups } = await once('aggregate');
  const took: number[] = [];
  for (
    const begun = performance.now();
    took.length < times && (took.length === 0 || performance.now() - begun < longest);
  ) {
    took.push((await once(raw ? 'aggregateRaw' : 'aggregate')).ms);
  }
  took.sort((a, b) => a - b);
  const [p50, p99] = [percentile(took, 0.5), percentile(took, 0.99)];
  return { cold, times: took.length, p50, p99, answer: answerOf(groups) };
}

/** The answer as text, to verify that all queries agree. */
const answerOf = (groups: AggregatedGroup[]): string =>
  groups
    .map(
      ({ filterId, groupedBy, aggregation }) =>
        `${filterId} ${JSON.stringify(groupedBy)} ${aggregation.units.toFixed()} ${aggregation.eventsCount}`,
    )
    .sort()
    .join('; ');

const kinds: { [Kind in keyof Tasks]: (clickhouse: ClickHouse, task: Tasks[Kind]) => Promise<Results[Kind]> } = {
  fill,
  make: makeRollupsOf,
  read,
};

type Task = { [Kind in keyof Tasks]: Tasks[Kind] & { kind: Kind } }[keyof Tasks];

const perform = <Kind extends keyof Tasks>(
  clickhouse: ClickHouse,
  kind: Kind,
  task: Tasks[Kind],
): Promise<Results[Kind]> => kinds[kind](clickhouse, task);

answerTask(async (task: Task): Promise<Results[keyof Tasks]> => {
  const clickhouse = new ClickHouse(new Config({ CLICKHOUSE_DATABASE: 'usage', DATA_DIR: task.directory }));
  try {
    await migrateUsageStore(clickhouse);
    return await perform(clickhouse, task.kind, task);
  } finally {
    await clickhouse.onApplicationShutdown();
  }
});

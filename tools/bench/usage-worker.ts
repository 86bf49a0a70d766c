// One measurement of reading usage, on a newly started engine. The process receives one task as a message, with the
// directory of the store, and answers with its results (usage-tasks.ts). It is plain JavaScript, because it imports inner
// parts of libraries that no package exports.
import { ClickHouse } from '../../libs/platform/dist/index.js';
import { migrateUsageStore } from '../../libs/ingestion/dist/store/blocks/migrate-usage-store.js';
import { makeRollups } from '../../libs/ingestion/dist/store/rollups/rollup-maker.js';
import { RollupReader } from '../../libs/ingestion/dist/store/rollups/rollup-reader.js';
import { RollupDefinitions } from '../../libs/ingestion/dist/store/rollups/rollup-definitions.js';
import { UsageReader } from '../../libs/ingestion/dist/usage/usage.reader.js';
import { resolveFilters } from '../../libs/rating/dist/index.js';

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
const partsOf = {
  plain: [{ filter: null, groupKeys: [] }],
  grouped: [...twoFilters, null].map((filter) => ({ filter, groupKeys: ['team'] })),
};

/** The parts of a charge with many filters; the events are in the first three. */
const declaredParts = (many) => {
  const clouds = [...['aws', 'gcp', 'azure'], ...Array.from({ length: many }, (_, n) => `cloud ${n}`)].slice(0, many);
  const declared = clouds.map((cloud) => ({ id: cloud, values: { cloud: [cloud] } }));
  return [...resolveFilters(declared, {}), null].map((filter) => ({ filter, groupKeys: [] }));
};

const requestOf = ({ aggregation, parts, filters }) => ({
  metric: {
    code: 'm',
    aggregationType: aggregation,
    recurring: false,
    fieldName: 'value',
    roundingFunction: null,
    roundingPrecision: null,
    filters: [],
  },
  parts: filters === undefined ? partsOf[parts] : declaredParts(filters),
  carried: { durationDays: 31, since: from, levels: [] },
});
const usageOf = ({ events }) => ({ organizationId, externalSubscriptionId: `s${events}`, from, to });

/** Writes events evenly over the month: 1000 values, three clouds, ten teams. */
async function fill(clickhouse, { events }) {
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

async function makeRollupsOf(clickhouse, { events }) {
  const begun = performance.now();
  const definitions = (await new RollupDefinitions(clickhouse).all()).filter(
    (each) => each.externalSubscriptionId === `s${events}`,
  );
  for (const each of definitions)
    await makeRollups(clickhouse, each, { now: Date.now(), until: Date.now() + 3_600_000, restMs: 0 });
  return { shapes: definitions.length, seconds: (performance.now() - begun) / 1000 };
}

/** Runs the first query of this engine, and then many; returns milliseconds. */
async function read(clickhouse, { raw, times, longest, ...query }) {
  const reader = new UsageReader(clickhouse, new RollupReader(clickhouse));
  const request = requestOf(query);
  const once = async (path) => {
    const begun = performance.now();
    const [groups] = await reader[path](usageOf(query), [request]);
    return [performance.now() - begun, groups];
  };
  const [cold, groups] = await once('aggregate');
  const took = [];
  for (
    const begun = performance.now();
    took.length < times && (took.length === 0 || performance.now() - begun < longest);
  ) {
    took.push((await once(raw ? 'aggregateRaw' : 'aggregate'))[0]);
  }
  took.sort((a, b) => a - b);
  const percentile = (share) => took[Math.min(took.length - 1, Math.ceil(took.length * share) - 1)];
  return { cold, times: took.length, p50: percentile(0.5), p99: percentile(0.99), answer: answerOf(groups) };
}

/** The answer as text, to verify that all queries agree. */
const answerOf = (groups) =>
  groups
    .map(
      ({ filterId, groupedBy, aggregation }) =>
        `${filterId} ${JSON.stringify(groupedBy)} ${aggregation.units.toFixed()} ${aggregation.eventsCount}`,
    )
    .sort()
    .join('; ');

const kinds = { fill, make: makeRollupsOf, read };

async function perform({ kind, directory, ...task }) {
  const clickhouse = new ClickHouse({ clickhouseDatabase: 'usage', dataDirectory: directory });
  try {
    await migrateUsageStore(clickhouse);
    process.send({ result: await kinds[kind](clickhouse, task) });
  } catch (error) {
    process.send({ failed: error.message });
  }
  await clickhouse.onApplicationShutdown();
  process.disconnect();
}

process.once('message', (message) => void perform(message));

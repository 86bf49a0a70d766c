// How long current usage takes with many events of one subscription, for each aggregation.
// node tools/bench/usage.mjs [--large]   (after a build; --large adds 10 million events)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouse } from '../../libs/platform/dist/index.js';
import { migrateUsageStore } from '../../libs/ingestion/dist/index.js';
import { UsageReader } from '../../libs/ingestion/dist/reader.js';
import { resolveFilters } from '../../libs/rating/dist/index.js';

const sizes = [10_000, 1_000_000, ...(process.argv.includes('--large') ? [10_000_000] : [])];
const aggregations = ['count_agg', 'sum_agg', 'max_agg', 'latest_agg', 'unique_count_agg', 'weighted_sum_agg'];
const organizationId = '00000000-0000-7000-8000-000000000001';
const from = Date.UTC(2024, 2, 1);
const to = Date.UTC(2024, 3, 1) - 1;
const rounds = 3;

const directory = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
const clickhouse = new ClickHouse({ clickhouseDatabase: 'usage', dataDirectory: directory });
const reader = new UsageReader(clickhouse);

/** Events evenly over the month, in blocks as ingestion writes them. */
async function fill(subscription, events) {
  for (let start = 0; start < events; start += 1_000_000) {
    const count = Math.min(1_000_000, events - start);
    await clickhouse.command(`insert into usage.events_raw
      (id, organization_id, external_subscription_id, code, timestamp, transaction_id, properties, received_at, value_text, value, operation_type, texts, version)
      select generateUUIDv7(), '${organizationId}', '${subscription}', 'm',
             fromUnixTimestamp64Micro(toInt64(${from} * 1000 + intDiv(number * ${(to - from) * 1000}, ${events})), 'UTC'), toString(number), '{}',
             fromUnixTimestamp64Milli(toInt64(${from}), 'UTC'), toString(number % 1000), toDecimal256(number % 1000, 30), 'add',
             map('cloud', ['aws', 'gcp', 'azure'][1 + number % 3], 'team', toString(number % 10)), 1
      from numbers(${start}, ${count})`);
  }
}

const metric = (aggregationType) => ({ code: 'm', aggregationType, recurring: false, fieldName: 'value', roundingFunction: null, roundingPrecision: null, filters: [] });
const carried = { durationDays: 31, since: from, levels: [] };
const filters = resolveFilters([{ id: 'aws', values: { cloud: ['aws'] } }, { id: 'gcp', values: { cloud: ['gcp'] } }], { cloud: ['aws', 'gcp', 'azure'] });
const shapes = {
  'one bucket': [{ filter: null, groupKeys: [] }],
  'filters and groups': [...filters, null].map((filter) => ({ filter, groupKeys: ['team'] })),
};

async function fastest(work) {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

try {
  await migrateUsageStore(clickhouse);
  for (const events of sizes) {
    const subscription = `s${events}`;
    await fill(subscription, events);
    const usage = { organizationId, externalSubscriptionId: subscription, from, to };
    for (const aggregationType of aggregations) {
      const times = [];
      for (const [shape, parts] of Object.entries(shapes)) {
        const ms = await fastest(() => reader.aggregate(usage, [{ metric: metric(aggregationType), parts, carried }]));
        times.push(`${shape} ${ms.toFixed(0).padStart(6)} ms`);
      }
      console.log(`${String(events).padStart(9)} events  ${aggregationType.padEnd(17)} ${times.join('   ')}`);
    }
  }
} finally {
  await clickhouse.onApplicationShutdown();
  rmSync(directory, { recursive: true, force: true });
}

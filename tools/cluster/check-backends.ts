// node tools/cluster/check-backends.ts
// Starts the four backends and checks, through the services' own clients, the properties that services rely on. These
// are exact values, errors with their codes, and no loss of acknowledged data when a server is killed.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ClickHouseError, createClient, TupleParam } from '@clickhouse/client';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import kafkajs from 'kafkajs';
import pg from 'pg';
import { startBackends } from './backends.ts';
import { sleep, waitFor } from '@tollgate/harness/process';
import { type Counts, stackOf } from '@tollgate/harness/report';
import type { RunningBackends } from './parts.ts';

async function postgres({ env, backends }: RunningBackends): Promise<void> {
  const query = async <Row extends pg.QueryResultRow>(text: string, values?: string[]): Promise<Row[]> => {
    const client = new pg.Client(env.DATABASE_URL);
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const [shown] = await query<{ server_version: string }>('SHOW server_version');
  assert.match(shown?.server_version ?? '', /^18/);
  await query('CREATE TABLE kept (amount numeric)');
  await query('INSERT INTO kept VALUES ($1)', ['12345678901234567890.123456789012']);
  await backends.postgres.kill('SIGKILL');
  await backends.postgres.start();
  assert.deepEqual(await query('SELECT amount::text FROM kept'), [{ amount: '12345678901234567890.123456789012' }]);
}

async function redis({ env, backends }: RunningBackends): Promise<void> {
  const connect = () => {
    const client = new Redis(env.REDIS_URL, { maxRetriesPerRequest: null });
    client.on('error', () => undefined);
    return client;
  };
  const connection = connect();
  assert.deepEqual(await connection.config('GET', 'maxmemory-policy'), ['maxmemory-policy', 'noeviction']);
  const queue = new Queue('checks', { connection });
  queue.on('error', () => undefined);
  await queue.add('kept', { number: 1 });
  await backends.redis.kill('SIGKILL');
  await backends.redis.start();
  const consumer = connect();
  const done = new Promise<{ worker: Worker; data: unknown }>((resolve) => {
    const work = ({ data }: { data: unknown }): Promise<void> => Promise.resolve(resolve({ worker, data }));
    const worker: Worker = new Worker('checks', work, { connection: consumer });
    worker.on('error', () => undefined);
  });
  const { worker, data } = await done;
  assert.deepEqual(data, { number: 1 });
  await worker.close();
  await queue.close();
  connection.disconnect();
  consumer.disconnect();
}

async function kafka({ env, backends }: RunningBackends): Promise<void> {
  const client = new kafkajs.Kafka({
    clientId: 'checks',
    brokers: env.KAFKA_BROKERS.split(','),
    logLevel: kafkajs.logLevel.NOTHING,
    retry: { retries: 30, maxRetryTime: 1000 },
  });
  const admin = client.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: 'checks', numPartitions: 3, replicationFactor: 1 }] });
  const producer = client.producer({ idempotent: true });
  await producer.connect();
  const send = (value: string) => producer.send({ topic: 'checks', acks: -1, messages: [{ key: value, value }] });
  const received = new Set<string>();
  const consumer = client.consumer({ groupId: 'checks' });
  await consumer.connect();
  await consumer.subscribe({ topics: ['checks'], fromBeginning: true });
  await consumer.run({ eachMessage: ({ message }) => Promise.resolve(void received.add(String(message.value))) });
  for (let i = 0; i < 100; i++) await send(`before ${i}`);
  await backends.kafka.kill('SIGKILL');
  const during = send('during');
  await backends.kafka.start();
  await during;
  await send('after');
  await waitFor('the messages', () => received.size === 102, { timeoutMs: 40_000 });
  await Promise.all([consumer.disconnect(), producer.disconnect(), admin.disconnect()]);
}

async function clickhouse({ env, backends }: RunningBackends): Promise<void> {
  const client = createClient({
    url: env.CLICKHOUSE_URL,
    compression: { request: true, response: true },
    log: { level: 127 },
  });
  const rows = async <Row>(query: string, query_params?: Record<string, unknown>): Promise<Row[]> =>
    (
      await client.query({
        query,
        query_params,
        format: 'JSONEachRow',
        clickhouse_settings: { output_format_json_quote_64bit_integers: 1, output_format_json_quote_decimals: 1 },
      })
    ).json<Row>();
  const fails = (query: string, code: number) =>
    assert.rejects(rows(query), (error) => error instanceof ClickHouseError && error.code === String(code));

  assert.equal((await client.ping()).success, true);
  assert.equal((await client.ping({ select: true })).success, true);
  await client.command({
    query: `CREATE TABLE checks (code LowCardinality(String), id String, value Decimal(38, 12), big UInt64) ENGINE = ReplacingMergeTree ORDER BY (code, id)`,
  });
  await client.command({
    query: `CREATE TABLE checks_sums (code LowCardinality(String), units AggregateFunction(sum, Decimal(38, 12))) ENGINE = AggregatingMergeTree ORDER BY code`,
  });
  await client.command({
    query: `CREATE MATERIALIZED VIEW checks_view TO checks_sums AS SELECT code, sumState(value) AS units FROM checks GROUP BY code`,
  });
  const values = Array.from({ length: 10_000 }, (_, i) => ({
    code: 'api',
    id: `event ${i}`,
    value: '0.000000000001',
    big: '18446744073709551615',
  }));
  await client.insert({ table: 'checks', values, format: 'JSONEachRow' });
  const totals = () =>
    rows(
      'SELECT count() AS n, sum(value) AS units, max(big) AS big FROM checks FINAL WHERE code IN {codes:Array(String)}',
      { codes: ['api', "it's"] },
    );
  const expected = [{ n: '10000', units: '0.00000001', big: '18446744073709551615' }];
  assert.deepEqual(await totals(), expected);

  const text = "tab\t quote' back\\slash \n line ☃ {x:String}";
  const bound = {
    text,
    list: ["q'r", 'b\\c'],
    none: null,
    pair: new TupleParam([1, 'x']),
    exact: '12345678901234567890.123456789012',
  };
  const [echo] = await rows(
    'SELECT {text:String} AS text, {list:Array(String)} AS list, {none:Nullable(String)} AS none, {pair:Tuple(UInt8, String)} AS pair, {exact:Decimal(38, 12)} AS exact',
    bound,
  );
  assert.deepEqual(echo, { ...bound, pair: [1, 'x'] });
  const parallel = await Promise.all(
    Array.from({ length: 50 }, (_, i) => rows<{ i: number }>('SELECT {i:UInt32} AS i', { i })),
  );
  assert.deepEqual(
    parallel.map(([row]) => row?.i),
    Array.from({ length: 50 }, (_, i) => i),
  );

  await fails('SELECT * FROM missing', 60);
  await fails('SELEC 1', 62);
  await fails('SELECT 1 SETTINGS no_such_setting = 1', 115);
  await fails('SELECT {text:String}', 456);
  await assert.rejects(
    client.insert({ table: 'checks', values: [{ big: 'many' }], format: 'JSONEachRow' }),
    ClickHouseError,
  );

  await backends.clickhouse.kill('SIGKILL');
  await backends.clickhouse.start();
  assert.deepEqual(await totals(), expected);
  assert.deepEqual(await rows('SELECT code, sumMerge(units) AS units FROM checks_sums GROUP BY code'), [
    { code: 'api', units: '0.00000001' },
  ]);
  await client.close();
}

/** Runs all checks; returns the numbers of passed and failed ones. */
export async function checkBackends(): Promise<Counts> {
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-backends-'));
  chmodSync(dir, 0o755);
  const counts = { passed: 0, failed: 0 };
  const started = await startBackends({ dir });
  try {
    for (const [name, check] of Object.entries({ postgres, redis, kafka, clickhouse })) {
      try {
        await Promise.race([
          check(started),
          sleep(90_000).then(() => Promise.reject(new Error('not done after 90 s'))),
        ]);
        counts.passed++;
        console.log(`ok      ${name}`);
      } catch (error) {
        counts.failed++;
        console.log(`FAILED  ${name}\n${stackOf(error)}`);
      }
    }
  } finally {
    await started.stop();
    rmSync(dir, { recursive: true, force: true });
  }
  return counts;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failed } = await checkBackends();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

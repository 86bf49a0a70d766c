import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PriceTest, PriceTestResult } from '@tollgate/contracts';
import pg from 'pg';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';

/** More than one batch of the job. */
const subscriptions = 60;

let sandbox: Sandbox;
let client: pg.Client;

const plan = (amount_cents: number, more: object = {}) => ({
  interval: 'monthly',
  amount_cents,
  amount_currency: 'EUR',
  pay_in_advance: false,
  ...more,
});

/** Requests a test; the same key requests the same one again, and queues its job. */
const start = async (key: string, tested: object): Promise<PriceTest> =>
  (
    await sandbox.ok<{ price_test: PriceTest }>(
      'POST',
      '/plans/many/impact',
      { price_test: { plan: tested, periods_ago: 0 } },
      { 'idempotency-key': key },
    )
  ).price_test;
const ended = ({ svc_id: id }: PriceTest) =>
  waitFor(
    'the end of the test',
    async () => {
      const { price_test: test } = await sandbox.ok<{ price_test: PriceTest }>('GET', `/price_tests/${id}`);
      return ['completed', 'stopped'].includes(test.status) ? test : undefined;
    },
    60_000,
  );
const resultsOf = async ({ svc_id: id }: PriceTest) =>
  (await sandbox.ok<{ price_test_results: PriceTestResult[] }>('GET', `/price_tests/${id}/results?per_page=100`))
    .price_test_results;

/** Takes an ended test back to where it had priced some subscriptions, as if its process and its job had gone. */
async function takeBack({ svc_id: id }: PriceTest, done: number): Promise<void> {
  const { rows } = await client.query<{ subscription_id: string }>(
    'select subscription_id from invoicing.price_test_results where price_test_id = $1 order by subscription_id limit $2',
    [id, done],
  );
  const last = rows.at(-1)?.subscription_id ?? null;
  await client.query(
    'delete from invoicing.price_test_results where price_test_id = $1 and ($2::uuid is null or subscription_id > $2)',
    [id, last],
  );
  await client.query(
    `update invoicing.price_tests set status = 'processing', completed_at = null, last_subscription_id = $2,
       subscriptions_done = $3 where id = $1`,
    [id, last, rows.length],
  );
}

beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
  sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
  await sandbox.ok('POST', '/plans', { plan: { ...plan(1000), name: 'Many', code: 'many' } });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  for (let index = 0; index < subscriptions; index++)
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c', external_id: `s${index}`, plan_code: 'many' },
    });
  await sandbox.advanceClock('2024-01-10T00:00:00Z');
}, 240_000);
afterAll(() => client.end());

describe('a test of prices that is interrupted', () => {
  it('continues after a connection that ended with a batch, and prices no subscription twice', async () => {
    const test = await start('killed', plan(1100));
    expect(await ended(test)).toMatchObject({ status: 'completed', subscriptions_done: subscriptions });
    const before = await resultsOf(test);
    await takeBack(test, 20);
    const earlier = (await resultsOf(test)).map(({ svc_id }) => svc_id);
    expect(earlier).toHaveLength(20);
    await client.query('begin');
    await client.query('select 1 from invoicing.price_tests where id = $1 for update', [test.svc_id]);
    await start('killed', plan(1100));
    // The job has priced its batch, and waits for the row to store it.
    const waiting = await waitFor(
      'the job that stores its batch',
      async () => {
        const { rows } = await client.query<{ pid: number }>(
          'select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
        );
        return rows[0];
      },
      60_000,
    );
    await client.query('select pg_terminate_backend($1)', [waiting.pid]);
    await client.query('commit');
    expect(await ended(test)).toMatchObject({
      status: 'completed',
      subscriptions_done: subscriptions,
      summary: { current_amount_cents: 1000 * subscriptions, tested_amount_cents: 1100 * subscriptions },
    });
    const after = await resultsOf(test);
    const plain = (results: PriceTestResult[]) => results.map(({ svc_id: _, ...rest }) => rest);
    expect(plain(after)).toEqual(plain(before));
    expect(after.slice(0, 20).map(({ svc_id }) => svc_id)).toEqual(earlier);
  }, 180_000);

  it('stops when something that its plan names is deleted meanwhile', async () => {
    const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
      'POST',
      '/billable_metrics',
      { billable_metric: { name: 'Gone', code: 'gone', aggregation_type: 'count_agg' } },
    );
    const charge = { billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '1' } };
    const tested = plan(1000, { charges: [charge] });
    const test = await start('not valid', tested);
    expect(await ended(test)).toMatchObject({ status: 'completed' });
    await takeBack(test, 20);
    await sandbox.ok('DELETE', '/billable_metrics/gone');
    await start('not valid', tested);
    expect(await ended(test)).toMatchObject({
      status: 'stopped',
      stop_reason: 'plan_not_valid',
      subscriptions_done: 20,
      summary: { same_count: 20 },
    });
    const [first] = await resultsOf(test);
    const story = `/price_tests/${test.svc_id}/results/${first?.external_subscription_id}`;
    expect(await sandbox.call('GET', story)).toMatchObject({ status: 405, body: { code: 'plan_not_valid' } });
  }, 180_000);
});

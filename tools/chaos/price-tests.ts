// A test of prices works on hundreds of subscriptions, and the service is killed in the middle. In the end each subscription
// has one result, with the amounts that a sum by hand gives.
import { type Api, newOrganization } from '@tollgate/harness/api';
import { sleep, waitFor } from '@tollgate/harness/process';
import { testSettings } from '../test-settings.mjs';
import { act } from './act.ts';
import { putCustomer, several } from './seller.ts';
import type { Stage } from './stage.ts';

const callers = 8;
const mostEvents = 100;
const begin = '2024-03-01T00:00:00Z';
const later = '2024-03-20T00:00:00Z';
/** Cents: of a period, of a unit as the plan is, and of a unit in the test. */
const [fixed, present, tested] = [1_000, 100, 70];

interface PriceTest {
  svc_id: string;
  status: string;
  subscriptions_total: number;
  subscriptions_done: number;
}

interface Result {
  external_subscription_id: string;
  current_amount_cents: number;
  tested_amount_cents: number;
}

const plan = (metric: string, cents: number) => ({
  interval: 'monthly',
  amount_cents: fixed,
  amount_currency: 'EUR',
  pay_in_advance: false,
  charges: [
    {
      billable_metric_id: metric,
      charge_model: 'standard',
      code: 'calls',
      properties: { amount: String(cents / 100) },
    },
  ],
});

/** Subscriptions with as many units as their number. @returns the metric */
async function withUsage(api: Api, count: number): Promise<string> {
  const metric = { name: 'Calls', code: 'calls', aggregation_type: 'sum_agg', field_name: 'n' };
  const made = await api.ok<{ billable_metric: { svc_id: string } }>('POST', '/api/v1/billable_metrics', {
    billable_metric: metric,
  });
  const { svc_id: id } = made.billable_metric;
  await api.ok('POST', '/api/v1/plans', { plan: { ...plan(id, present), name: 'Pro', code: 'pro' } });
  await putCustomer(api, 'c');
  await several(count, callers, (index) =>
    api.ok('POST', '/api/v1/subscriptions', {
      subscription: { external_customer_id: 'c', plan_code: 'pro', external_id: `s-${index}`, subscription_at: begin },
    }),
  );
  const events = Array.from({ length: count }, (_, index) => ({
    transaction_id: `t-${index}`,
    external_subscription_id: `s-${index}`,
    code: 'calls',
    properties: { n: index },
  }));
  for (let first = 0; first < count; first += mostEvents)
    await api.ok('POST', '/api/v1/events/batch', { events: events.slice(first, first + mostEvents) });
  await api.advanceClock(later);
  return id;
}

function problemsOf(count: number, progress: PriceTest, results: Result[]): string[] {
  const problems: string[] = [];
  const { subscriptions_total: total, subscriptions_done: done } = progress;
  if (total !== count || done !== count) problems.push(`the test counts ${done} of ${total} subscriptions`);
  const priced = new Set(results.map(({ external_subscription_id: id }) => id));
  if (results.length !== count || priced.size !== count)
    problems.push(`${results.length} results about ${priced.size} subscriptions`);
  for (const result of results) {
    const units = Number(result.external_subscription_id.slice('s-'.length));
    const expected = [fixed + units * present, fixed + units * tested];
    const found = [result.current_amount_cents, result.tested_amount_cents];
    if (found.join() !== expected.join())
      problems.push(
        `${result.external_subscription_id} has ${found.join(' and ')} instead of ${expected.join(' and ')}`,
      );
  }
  return problems.slice(0, 20);
}

async function play(stage: Stage, count: number, kills: number): Promise<void> {
  const { report } = stage;
  const patience = { timeoutMs: 300_000 + count * 200 };
  const service = await stage.service({ ...testSettings, SWEEP_SECONDS: '5' });
  const { api } = await newOrganization(service, {
    name: 'Tested prices',
    default_currency: 'EUR',
    sandbox: true,
    frozen_time: begin,
  });
  const metric = await withUsage(api, count);
  const body = { price_test: { plan: plan(metric, tested), periods_ago: 0 } };
  const { price_test: begun } = await api.ok<{ price_test: PriceTest }>('POST', '/api/v1/plans/pro/impact', body);
  const progress = async () =>
    (await api.ok<{ price_test: PriceTest }>('GET', `/api/v1/price_tests/${begun.svc_id}`)).price_test;
  await report.attempt(`the service is killed ${kills} times while it prices them`, async () => {
    for (let kill = 1; kill <= kills; kill++) {
      const goal = (count * kill) / (kills + 2);
      const some = async () => (await progress()).subscriptions_done > goal;
      await waitFor(`${Math.round(goal)} priced subscriptions`, some, { ...patience, everyMs: 20 });
      await service.kill('SIGKILL');
      await sleep(300);
      await service.start();
    }
  });
  await report.attempt('the test goes on to its end', () =>
    waitFor('the test', async () => (await progress()).status === 'completed', { ...patience, everyMs: 500 }),
  );
  report.check(
    'each subscription is priced once, and its amounts are exact',
    problemsOf(
      count,
      await progress(),
      await api.pages<Result>(`/api/v1/price_tests/${begun.svc_id}/results`, 'price_test_results'),
    ),
  );
}

export const priceTests = act({
  name: 'price-tests',
  options: { subscriptions: '2000', kills: '3' },
  quick: { subscriptions: '400', kills: '1' },
  play: (stage, { subscriptions, kills }) => play(stage, Number(subscriptions), Number(kills)),
});

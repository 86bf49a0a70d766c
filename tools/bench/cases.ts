// The benchmarks: each answers one row of the report.
import type { Api } from '@tollgate/harness/api';
import { say, sleep } from '@tollgate/harness/process';
import { advance, advanceModels } from './advance.ts';
import { analytics } from './analytics.ts';
import type { Benchmark } from './benchmark.ts';
import { billing, prepaid } from './billing.ts';
import { cluster, clusterBilling } from './cluster.ts';
import { eventLists } from './event-lists.ts';
import { lists } from './lists.ts';
import { neighbours } from './neighbours.ts';
import { ongoing } from './ongoing.ts';
import { priceTestsBeside } from './price-tests-beside.ts';
import { prices, priceTests } from './prices.ts';
import { generate, post } from './generator.ts';
import { ingestion } from './ingestion.ts';
import { newOrganization, newPlan, subscribe } from './setup.ts';
import { usageFilters } from './usage-filters.ts';
import { usageScale } from './usage-scale.ts';

const single = ingestion({
  name: 'single',
  title: 'Single events accepted and stored',
  count: 1,
  connections: 256,
  target: 10_000,
});
const batch = ingestion({
  name: 'batch',
  title: 'Events accepted and stored, in batches of 100',
  count: 100,
  connections: 32,
  target: 100_000,
});

/** The usage of a subscription. */
interface Usage {
  customer_usage: { charges_usage: { billable_metric: { code: string }; events_count: number }[] };
}

async function untilCounted(api: Api, path: string, events: number): Promise<void> {
  for (const deadline = Date.now() + 120_000; ;) {
    const { customer_usage: usage } = await api.ok<Usage>('GET', path);
    const counted = usage.charges_usage.find((charge) => charge.billable_metric.code === 'tokens')?.events_count;
    if (counted === events) return;
    if (Date.now() > deadline) throw new Error(`current usage counts ${counted} events instead of ${events}`);
    await sleep(500);
  }
}

const usage: Benchmark = async (service, size) => {
  const api = await newOrganization(service, 'Bench usage');
  await newPlan(api);
  const subscriptions = await subscribe(api, 1);
  const calls = Math.ceil(size.events / 100);
  const events = calls * 100;
  say(`Current usage: loading ${events.toLocaleString('en')} events of one subscription`);
  const task = {
    baseUrl: service.baseUrl,
    key: api.key,
    code: 'tokens',
    field: 'amount',
    count: 100,
    connections: 16,
    subscriptions,
  };
  await post({ ...task, run: 'usage', calls });
  const path = `/api/v1/customers/${subscriptions[0]}/current_usage?external_subscription_id=${subscriptions[0]}`;
  await untilCounted(api, path, events);
  say(`Current usage: reading it ${size.reads} times`);
  const { times, p50, p95, p99, worst } = await generate('read', {
    urls: [`${service.baseUrl}${path}`],
    key: api.key,
    times: size.reads,
    warmUp: 10,
  });
  return {
    name: 'usage',
    title: `Current usage over ${events.toLocaleString('en')} events, p95`,
    value: p95,
    unit: ' ms',
    target: 50,
    atLeast: false,
    notes: `one reader, ${times} reads: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, worst ${worst.toFixed(1)} ms; every read counts all events`,
  };
};

/** One reader requests the entitlements of subscriptions: of one with usage close to a limit, and of many others. */
const entitlements: Benchmark = async (service, size) => {
  const api = await newOrganization(service, 'Bench entitlements');
  await newPlan(api);
  const limit = { code: 'tokens', value_type: 'integer', config: { billable_metric_code: 'tokens' } };
  await api.create('/api/v1/features', 'feature', { code: 'api', privileges: [limit] });
  await api.ok('POST', '/api/v1/plans/bench/entitlements', { entitlements: { api: { tokens: 1_000_000_000 } } });
  const subscriptions = await subscribe(api, 50);
  const task = { baseUrl: service.baseUrl, key: api.key, code: 'tokens', field: 'amount', count: 100, connections: 8 };
  await post({ ...task, subscriptions, run: 'entitlements', calls: Math.ceil(Math.min(size.events, 100_000) / 100) });
  const paths = subscriptions.map((id) => `/api/v1/subscriptions/${id}/entitlements/api/check?privilege=tokens`);
  say(`Entitlements: asking ${size.reads * 10} times`);
  const { times, p50, p95, p99, worst } = await generate('read', {
    urls: paths.map((path) => `${service.baseUrl}${path}`),
    key: api.key,
    times: size.reads * 10,
    warmUp: paths.length * 2,
  });
  return {
    name: 'entitlements',
    title: 'Check of an entitlement against a limit, p99',
    value: p99,
    unit: ' ms',
    target: 5,
    atLeast: false,
    notes: `one reader, ${times} checks of ${subscriptions.length} subscriptions with usage: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`,
  };
};

/** By name. */
export const cases: Record<string, Benchmark> = {
  single,
  batch,
  usage,
  entitlements,
  'usage-filters': usageFilters,
  neighbours,
  'usage-scale': usageScale,
  advance,
  'advance-models': advanceModels,
  billing,
  prepaid,
  ongoing,
  prices,
  'price-tests': priceTests,
  'price-tests-beside': priceTestsBeside,
  analytics,
  lists,
  'event-lists': eventLists,
  cluster,
  'cluster-billing': clusterBilling,
};

/** Cases that are repeated; the others take many minutes each, or repeat their measurements themselves. */
export const repeatedCases = new Set(['single', 'batch', 'usage', 'entitlements', 'advance', 'advance-models']);

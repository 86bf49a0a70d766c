// Prices that are tried before they are saved: many quantities in one call, and past usage of many subscriptions.
import type { Api } from '@tollgate/harness/api';
import { say, sleep } from '@tollgate/harness/process';
import { percentile, type Benchmark, type MeasuredService } from './benchmark.ts';
import { sendUsage } from './billing.ts';
import { cpuBetween, cpuPerThousand, cpuSeconds } from './cpu.ts';
import { advanceClock, createPlan, newOrganization, subscribe } from './setup.ts';

const quantities = 200;
const chargesEach = 10;
const warmUp = 10;

const metrics = [
  { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' },
  { name: 'Tokens', code: 'tokens', aggregation_type: 'sum_agg', field_name: 'amount' },
];

/** Ten charges of four models on two metrics. @param share of the prices */
async function chargesOf(api: Api, share: number): Promise<object[]> {
  const ids: string[] = [];
  for (const metric of metrics)
    ids.push((await api.create<{ svc_id: string }>('/api/v1/billable_metrics', 'billable_metric', metric)).svc_id);
  return pricesOn(ids, share);
}

function pricesOn(ids: string[], share: number): object[] {
  const text = (amount: number) => (amount * share).toFixed(6);
  const ranges = [
    { from_value: 0, to_value: 1000, per_unit_amount: text(0.001), flat_amount: '0' },
    { from_value: 1001, to_value: null, per_unit_amount: text(0.0005), flat_amount: text(1) },
  ];
  const models = [
    { charge_model: 'standard', properties: { amount: text(0.001) } },
    { charge_model: 'graduated', properties: { graduated_ranges: ranges } },
    { charge_model: 'volume', properties: { volume_ranges: ranges } },
    { charge_model: 'package', properties: { amount: text(1), free_units: 10, package_size: 100 } },
  ];
  return Array.from({ length: chargesEach }, (_, place) => ({
    billable_metric_id: ids[place % ids.length],
    code: `charge_${place}`,
    ...models[place % models.length],
  }));
}

const planOf = (charges: object[]) => ({
  interval: 'monthly',
  amount_cents: 1000,
  amount_currency: 'USD',
  pay_in_advance: false,
  charges,
});

/** One caller prices 200 quantities of a plan that is not saved. */
export const prices: Benchmark = async (service, size) => {
  const api = await newOrganization(service, 'Bench prices');
  const plan = planOf(await chargesOf(api, 1));
  const body = { plan, quantities: Array.from({ length: quantities }, (_, place) => ({ units: String(place * 97) })) };
  say(`Prices: pricing ${quantities} quantities ${size.reads} times`);
  const times: number[] = [];
  const before = cpuSeconds(service);
  for (let call = 0; call < size.reads + warmUp; call++) {
    const begun = performance.now();
    await api.ok('POST', '/api/v1/plans/price', body);
    if (call >= warmUp) times.push(performance.now() - begun);
  }
  const cpu = cpuBetween(before, cpuSeconds(service));
  times.sort((one, other) => one - other);
  const at = (share: number) => percentile(times, share).toFixed(1);
  return {
    name: 'prices',
    title: `${quantities} quantities priced with ${chargesEach} charges, p95`,
    value: percentile(times, 0.95),
    unit: ' ms',
    target: 100,
    atLeast: false,
    cpu: cpuPerThousand(cpu, size.reads + warmUp),
    notes: `one caller, ${times.length} calls of a plan that is not saved: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`,
  };
};

export interface PriceTest {
  svc_id: string;
  status: string;
  subscriptions_done: number;
  summary: { current_amount_cents: number; tested_amount_cents: number; unpriced_count: number };
}

/** The end of a test of prices, for half an hour at most. */
async function ended(api: Api, id: string): Promise<PriceTest> {
  for (const deadline = Date.now() + 1_800_000; Date.now() < deadline; await sleep(200)) {
    const { price_test: test } = await api.ok<{ price_test: PriceTest }>('GET', `/api/v1/price_tests/${id}`);
    if (test.status === 'completed') return test;
  }
  throw new Error('the test of prices does not end');
}

/** Tests a share of the prices on the last month of all subscriptions. @returns the test at its end */
export async function testPrices(api: Api, ids: string[], share: number): Promise<PriceTest> {
  const body = { price_test: { plan: planOf(pricesOn(ids, share)) } };
  const { price_test: test } = await api.ok<{ price_test: PriceTest }>('POST', '/api/v1/plans/bench/impact', body);
  return ended(api, test.svc_id);
}

const month = { begin: '2023-11-01T00:00:00Z', end: '2023-12-01T00:10:00Z' };

/**
 * Bills a month of many subscriptions with the same usage.
 * @param share of the prices
 * @returns the organization, and the ids of its metrics
 */
export async function billedMonth(
  service: MeasuredService,
  name: string,
  count: number,
  share: number,
): Promise<{ api: Api; ids: string[] }> {
  const api = await newOrganization(service, name, month.begin);
  const charges = await chargesOf(api, share);
  await createPlan(api, 1000, charges);
  say(`${name}: making ${count.toLocaleString('en')} customers with subscriptions and usage`);
  await sendUsage(api, await subscribe(api, count));
  await advanceClock(api, month.end);
  const ids = charges.map((charge) => (charge as { billable_metric_id: string }).billable_metric_id);
  return { api, ids: ids.slice(0, metrics.length) };
}

/** All entries of a list, as amounts by customer, in cents. */
async function amountsByCustomer<Row>(
  api: Api,
  path: string,
  list: string,
  entry: (row: Row) => [customer: string, cents: number],
): Promise<Map<string, number>> {
  const amounts = new Map<string, number>();
  for (let page: number | null = 1; page !== null;) {
    const answer: Record<string, unknown> & { meta: { next_page: number | null } } = await api.ok(
      'GET',
      `${path}?per_page=100&page=${page}`,
    );
    for (const row of answer[list] as Row[]) amounts.set(...entry(row));
    page = answer.meta.next_page;
  }
  return amounts;
}

/** @throws Error unless each customer has the same amount in both */
function expectEqual(tested: Map<string, number>, billed: Map<string, number>): void {
  const other = [...billed].filter(([customer, cents]) => tested.get(customer) !== cents);
  if (other.length > 0 || tested.size !== billed.size)
    throw new Error(`${other.length} of ${billed.size} customers have another bill than the test says`);
}

/**
 * Tests prices on the last month of many subscriptions. Its present amounts must be those of their invoices, and its tested
 * ones the invoices of an organization that had the tested prices.
 */
export const priceTests: Benchmark = async (service, size) => {
  const count = size.subscriptions * 10;
  const share = 0.8;
  const { api, ids } = await billedMonth(service, 'Bench price tests', count, 1);
  say('Price tests: testing other prices');
  const before = cpuSeconds(service);
  const begun = performance.now();
  const { svc_id: id, summary, subscriptions_done: done } = await testPrices(api, ids, share);
  const seconds = (performance.now() - begun) / 1000;
  const cpu = cpuBetween(before, cpuSeconds(service));
  if (done !== count || summary.unpriced_count > 0) throw new Error(`${done} of ${count} subscriptions are priced`);
  const resultsOf = (amount: 'current_amount_cents' | 'tested_amount_cents') =>
    amountsByCustomer<PricedCustomer>(api, `/api/v1/price_tests/${id}/results`, 'price_test_results', (row) => [
      row.external_customer_id,
      row[amount],
    ]);
  expectEqual(await resultsOf('current_amount_cents'), await invoicesOf(api));
  const other = await billedMonth(service, 'Bench tested prices', count, share);
  expectEqual(await resultsOf('tested_amount_cents'), await invoicesOf(other.api));
  return {
    name: 'price-tests',
    title: `Subscriptions with ${chargesEach} charges whose past month is priced twice`,
    value: count / seconds,
    unit: '/s',
    target: 167,
    atLeast: true,
    cpu: cpuPerThousand(cpu, count),
    notes: `${count.toLocaleString('en')} subscriptions in ${seconds.toFixed(1)} s; each has the amounts of its invoices under present and tested prices`,
  };
};

interface PricedCustomer {
  external_customer_id: string;
  current_amount_cents: number;
  tested_amount_cents: number;
}

const invoicesOf = (api: Api) =>
  amountsByCustomer<{ customer: { external_id: string }; total_amount_cents: number }>(
    api,
    '/api/v1/invoices',
    'invoices',
    ({ customer, total_amount_cents: cents }) => [customer.external_id, cents],
  );

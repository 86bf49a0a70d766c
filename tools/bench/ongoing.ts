// The time from the acceptance of an event until the wallet that will pay for it shows it.
import type { Api } from '@tollgate/harness/api';
import { say, sleep } from '@tollgate/harness/process';
import { type Benchmark, percentile } from './benchmark.ts';
import { createPlan, inParallel, newOrganization, subscribe } from './setup.ts';

const batchSize = 100;
/** Customers whose wallets are read repeatedly; they have the same usage as all others. */
const watched = 5;
/** Interval between readings: reading costs some of the measured time, too. */
const pauseMs = 400;
const settleMs = 60_000;

/** A plan without fee where each event costs one cent, and a wallet for every customer. */
async function prepare(api: Api, customers: number): Promise<{ ids: string[]; wallets: Map<string, string> }> {
  const metric = { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' };
  const { svc_id: id } = await api.create<{ svc_id: string }>('/api/v1/billable_metrics', 'billable_metric', metric);
  const charge = { billable_metric_id: id, charge_model: 'standard', properties: { amount: '0.01' } };
  await createPlan(api, 0, [charge]);
  const ids = await subscribe(api, customers);
  const wallets = new Map<string, string>();
  await inParallel(ids, async (customer) => {
    const { wallet } = await api.ok<{ wallet: { svc_id: string } }>('POST', '/api/v1/wallets', {
      wallet: { external_customer_id: customer, rate_amount: '1', currency: 'USD', granted_credits: '1000000' },
    });
    wallets.set(customer, wallet.svc_id);
  });
  return { ids, wallets };
}

/**
 * Sends events at a steady rate, cycling through the customers.
 * @param accepted receives when the service accepted each event of the watched customers
 */
async function send(
  api: Api,
  ids: string[],
  accepted: Map<string, number[]>,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<{ events: number; seconds: number }> {
  let sent = 0;
  let place = 0;
  const calls: Promise<void>[] = [];
  const begun = performance.now();
  for (let batch = 0; batch * batchSize < rate * seconds; batch++) {
    const due = begun + (batch * batchSize * 1000) / rate;
    if (due > performance.now()) await sleep(due - performance.now());
    const events = Array.from({ length: batchSize }, () => ({
      transaction_id: `ongoing-${sent++}`,
      external_subscription_id: ids[place++ % ids.length] ?? '',
      code: 'calls',
    }));
    const call = api.ok('POST', '/api/v1/events/batch', { events }).then(() => {
      const at = performance.now();
      for (const { external_subscription_id: id } of events) accepted.get(id)?.push(at);
    });
    calls.push(call);
  }
  await Promise.all(calls);
  return { events: sent, seconds: (performance.now() - begun) / 1000 };
}

/**
 * Reads a wallet repeatedly; returns the milliseconds from the acceptance of each event to the first reading that shows
 * it.
 */
async function watch(api: Api, walletId: string, times: number[], isOver: () => boolean): Promise<number[]> {
  const took: number[] = [];
  for (let deadline = Infinity; took.length < times.length || !isOver(); await sleep(pauseMs)) {
    const { wallet } = await api.ok<{ wallet: { ongoing_usage_balance_cents: number } }>(
      'GET',
      `/api/v1/wallets/${walletId}`,
    );
    const now = performance.now();
    const shown = Math.min(wallet.ongoing_usage_balance_cents, times.length);
    while (took.length < shown) took.push(now - (times[took.length] ?? NaN));
    if (isOver()) deadline = Math.min(deadline, now + settleMs);
    if (now > deadline) throw new Error(`a wallet shows ${shown} of ${times.length} events`);
  }
  return took;
}

export const ongoing: Benchmark = async (service, size) => {
  const { wallets: customers, rate, seconds } = size;
  const api = await newOrganization(service, 'Bench ongoing');
  say(`Ongoing balances: ${customers.toLocaleString('en')} customers with wallets`);
  const { ids, wallets } = await prepare(api, customers);
  await sleep(3000);
  const accepted = new Map(ids.slice(0, watched).map((id): [string, number[]] => [id, []]));
  say(`Ongoing balances: ${rate.toLocaleString('en')} events a second for ${seconds} s`);
  let over = false;
  const watching = Promise.all(
    [...accepted].map(([id, times]) => watch(api, wallets.get(id) ?? '', times, () => over)),
  );
  const load = await send(api, ids, accepted, { rate, seconds });
  over = true;
  const took = (await watching).flat().sort((one, other) => one - other);
  const [p50 = NaN, p99 = NaN, worst = NaN] = [0.5, 0.99, 1].map((share) => percentile(took, share) / 1000);
  const reached = Math.round(load.events / load.seconds);
  return {
    name: 'ongoing',
    title: 'From an accepted event to the ongoing balance, p99',
    value: p99,
    unit: ' s',
    target: 5,
    atLeast: false,
    notes: `${customers.toLocaleString('en')} customers with wallets, ${reached.toLocaleString('en')} events a second accepted over ${load.seconds.toFixed(1)} s (${rate.toLocaleString('en')} requested), ${took.length.toLocaleString('en')} events of ${watched} of them followed: p50 ${p50.toFixed(2)} s, p99 ${p99.toFixed(2)} s, worst ${worst.toFixed(2)} s`,
  };
};

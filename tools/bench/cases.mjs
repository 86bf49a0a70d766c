// The benchmarks: each answers one row of the report.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../cluster/process.mjs';
import { usageScale } from './usage-scale.mjs';
import { inParallel, newOrganization, newPlan, subscribe } from './setup.mjs';

const generator = fileURLToPath(new URL('load.mjs', import.meta.url));

/** Gives the load generator one task and waits for what it measured. */
function generate(task) {
  const child = fork(generator, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', ({ result, failed }) => (failed ? reject(new Error(failed)) : resolve(result)));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the load generator ended with code ${code}`)));
    child.send(task);
  });
}

async function post(task) {
  const result = await generate({ kind: 'post', ...task });
  if (Object.keys(result.refused).length > 0 || result.errors > 0) {
    throw new Error(`not all calls were accepted: ${JSON.stringify(result.refused)}, ${result.errors} without answer`);
  }
  return result;
}

async function ingestion(service, { size, count, connections, name, title, target }) {
  const api = await newOrganization(service, `Bench ${name}`);
  await newPlan(api);
  const subscriptions = await subscribe(api, 20);
  const task = { baseUrl: service.baseUrl, key: api.key, code: 'tokens', field: 'amount', count, connections, subscriptions };
  say(`${title}: warming up`);
  await post({ ...task, run: 'warm', seconds: Math.min(3, size.seconds) });
  say(`${title}: ${size.seconds} s over ${connections} connections`);
  const { events, seconds, latency } = await post({ ...task, run: 'bench', seconds: size.seconds });
  return {
    name,
    title,
    value: events / seconds,
    unit: '/s',
    target,
    atLeast: true,
    notes: `${events.toLocaleString('en')} events in ${seconds.toFixed(1)} s over ${connections} connections; answers in ${latency.p50} ms (median), ${latency.p99} ms (p99)`,
  };
}

const single = (service, size) =>
  ingestion(service, { size, count: 1, connections: 256, name: 'single', title: 'Single events accepted', target: 10_000 });
const batch = (service, size) =>
  ingestion(service, { size, count: 100, connections: 32, name: 'batch', title: 'Events accepted in batches of 100', target: 100_000 });

async function untilCounted(api, path, events) {
  for (const deadline = Date.now() + 120_000; ; ) {
    const { customer_usage: usage } = await api.ok('GET', path);
    const counted = usage.charges_usage.find((charge) => charge.billable_metric.code === 'tokens').events_count;
    if (counted === events) return;
    if (Date.now() > deadline) throw new Error(`current usage counts ${counted} events instead of ${events}`);
    await sleep(500);
  }
}

async function usage(service, size) {
  const api = await newOrganization(service, 'Bench usage');
  await newPlan(api);
  const subscriptions = await subscribe(api, 1);
  const calls = Math.ceil(size.events / 100);
  const events = calls * 100;
  say(`Current usage: loading ${events.toLocaleString('en')} events of one subscription`);
  const task = { baseUrl: service.baseUrl, key: api.key, code: 'tokens', field: 'amount', count: 100, connections: 16, subscriptions };
  await post({ ...task, run: 'usage', calls });
  const path = `/api/v1/customers/${subscriptions[0]}/current_usage?external_subscription_id=${subscriptions[0]}`;
  await untilCounted(api, path, events);
  say(`Current usage: reading it ${size.reads} times`);
  const { times, p50, p95, p99, worst } = await generate({ kind: 'read', url: `${service.baseUrl}${path}`, key: api.key, times: size.reads, warmUp: 10 });
  return {
    name: 'usage',
    title: `Current usage over ${events.toLocaleString('en')} events, p95`,
    value: p95,
    unit: ' ms',
    target: 50,
    atLeast: false,
    notes: `one reader, ${times} reads: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, worst ${worst.toFixed(1)} ms; every read counts all events`,
  };
}

async function sendUsage(api, subscriptions, eventsEach) {
  const events = subscriptions.flatMap((id) =>
    Array.from({ length: eventsEach * 2 }, (_, index) => ({
      transaction_id: `${id}-${index}`,
      external_subscription_id: id,
      code: index % 2 === 0 ? 'calls' : 'tokens',
      timestamp: Date.parse('2023-11-16T12:00:00Z') / 1000 + index,
      properties: { amount: 1000 + index },
    })),
  );
  const batches = Array.from({ length: Math.ceil(events.length / 100) }, (_, index) => events.slice(index * 100, index * 100 + 100));
  await inParallel(batches, (part) => api.ok('POST', '/api/v1/events/batch', { events: part }), 8);
}

async function turnClock(api, frozenTime) {
  let { test_clock: clock } = await api.ok('PUT', '/api/v1/test_clock', { test_clock: { frozen_time: frozenTime } });
  for (const deadline = Date.now() + 900_000; clock.status !== 'ready'; ) {
    if (Date.now() > deadline) throw new Error(`the clock does not arrive at ${frozenTime}`);
    await sleep(50);
    ({ test_clock: clock } = await api.ok('GET', '/api/v1/test_clock'));
  }
}

async function billing(service, size) {
  const eventsEach = 5;
  const api = await newOrganization(service, 'Bench billing', '2023-11-01T00:00:00Z');
  await newPlan(api);
  say(`Billing run: making ${size.subscriptions} customers with subscriptions and usage`);
  const subscriptions = await subscribe(api, size.subscriptions);
  await sendUsage(api, subscriptions, eventsEach);
  await turnClock(api, '2023-11-30T00:00:00Z');
  say('Billing run: turning the clock over the end of the month');
  const begun = performance.now();
  await turnClock(api, '2023-12-01T00:10:00Z');
  const seconds = (performance.now() - begun) / 1000;
  const { invoices, meta } = await api.ok('GET', '/api/v1/invoices?per_page=1');
  if (meta.total_count !== size.subscriptions) throw new Error(`${meta.total_count} invoices instead of ${size.subscriptions}`);
  const { invoice } = await api.ok('GET', `/api/v1/invoices/${invoices[0].svc_id}`);
  if (invoice.fees.length !== 3) throw new Error(`an invoice has ${invoice.fees.length} fees instead of 3`);
  return {
    name: 'billing',
    title: `Invoices in a billing run of ${size.subscriptions.toLocaleString('en')}`,
    value: size.subscriptions / seconds,
    unit: '/s',
    target: 100,
    atLeast: true,
    notes: `${seconds.toFixed(1)} s from turning the clock to its being ready; each invoice has a subscription fee and two usage charges on ${eventsEach} events each`,
  };
}

export const cases = { single, batch, usage, 'usage-scale': usageScale, billing };

// The benchmarks: each answers one row of the report.
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../cluster/process.mjs';
import { advance } from './advance.mjs';
import { billing } from './billing.mjs';
import { ongoing } from './ongoing.mjs';
import { post, generate } from './generator.mjs';
import { newOrganization, newPlan, subscribe } from './setup.mjs';
import { usageScale } from './usage-scale.mjs';

async function ingestion(service, { size, count, connections, name, title, target }) {
  const api = await newOrganization(service, `Bench ${name}`);
  await newPlan(api);
  const subscriptions = await subscribe(api, 20);
  const task = {
    baseUrl: service.baseUrl,
    key: api.key,
    code: 'tokens',
    field: 'amount',
    count,
    connections,
    subscriptions,
  };
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
  ingestion(service, {
    size,
    count: 1,
    connections: 256,
    name: 'single',
    title: 'Single events accepted',
    target: 10_000,
  });
const batch = (service, size) =>
  ingestion(service, {
    size,
    count: 100,
    connections: 32,
    name: 'batch',
    title: 'Events accepted in batches of 100',
    target: 100_000,
  });

async function untilCounted(api, path, events) {
  for (const deadline = Date.now() + 120_000; ;) {
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
  const { times, p50, p95, p99, worst } = await generate({
    kind: 'read',
    url: `${service.baseUrl}${path}`,
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
}

export const cases = { single, batch, usage, 'usage-scale': usageScale, advance, billing, ongoing };

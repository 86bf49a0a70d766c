// Event throughput of a service: until the last event is in the usage store, so deferred work counts.
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../harness/process.ts';
import { cpuBetween, cpuPerThousand, cpuSeconds } from './cpu.mjs';
import { post } from './generator.mjs';
import { newOrganization, newPlan, subscribe } from './setup.mjs';

const longestBacklogMs = 300_000;

/** Accepted events that are not in the store yet; null if the service does not report them. */
async function unstored({ operationsUrl }) {
  if (!operationsUrl) return null;
  const text = await (await fetch(`${operationsUrl}/metrics`)).text();
  const value = /^tollgate_events_unstored(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1];
  return value === undefined ? null : Number(value);
}

/** Waits until the store has all events; without a reported backlog, until it lists the expected number. */
async function untilStored(service, api, events) {
  const listed = async () => (await api.ok('GET', '/api/v1/events?per_page=1')).meta.total_count;
  for (const deadline = Date.now() + longestBacklogMs; ; await sleep(50)) {
    const missing = (await unstored(service)) ?? events - (await listed());
    if (missing <= 0) return;
    if (Date.now() > deadline) throw new Error(`${missing} events are not in the store`);
  }
}

/** Result of one run: events per second until the last one is stored, and their CPU seconds. */
export async function measure(service, api, task) {
  const before = await api.ok('GET', '/api/v1/events?per_page=1');
  const cpuBefore = cpuSeconds(service);
  const begun = performance.now();
  const { events, seconds, latency } = await post(task);
  if (events === 0) throw new Error('not one call was answered');
  const posted = performance.now();
  await untilStored(service, api, before.meta.total_count + events);
  const backlog = (performance.now() - posted) / 1000;
  const cpu = cpuBetween(cpuBefore, cpuSeconds(service));
  return { events, seconds, backlog, whole: (performance.now() - begun) / 1000, latency, cpu };
}

/** The case of one kind of call: `count` events in each call, over a number of connections. */
export const ingestion =
  ({ name, title, count, connections, target }) =>
  async (service, size) => {
    const api = await newOrganization(service, `Bench ${name}`);
    await newPlan(api);
    const subscriptions = await subscribe(api, 20);
    const { baseUrl, eventsUrl = baseUrl } = service;
    const task = {
      baseUrl: eventsUrl,
      key: api.key,
      code: 'tokens',
      field: 'amount',
      count,
      connections,
      subscriptions,
    };
    say(`${title}: ${size.seconds} s over ${connections} connections`);
    await post({ ...task, run: 'warm', seconds: Math.min(3, size.seconds) });
    await untilStored(service, api, 0);
    const result = await measure(service, api, { ...task, run: 'bench', seconds: size.seconds });
    const { events, seconds, backlog, whole, latency, cpu } = result;
    return {
      name,
      title,
      value: events / whole,
      unit: '/s',
      target,
      atLeast: true,
      cpu: cpuPerThousand(cpu, events),
      notes: `${events.toLocaleString('en')} events in ${seconds.toFixed(1)} s over ${connections} connections, the last in the store ${backlog.toFixed(1)} s later; answers in ${latency.p50} ms (median), ${latency.p99} ms (p99)`,
    };
  };

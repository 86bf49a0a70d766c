// How many events a service takes: until the last of them is in the usage store, so that nothing that is put off counts.
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../cluster/process.mjs';
import { cpuBetween, cpuPerThousand, cpuSeconds } from './cpu.mjs';
import { post } from './generator.mjs';
import { newOrganization, newPlan, subscribe } from './setup.mjs';

const longestBacklogMs = 300_000;

/** Events that are accepted and not in the store; null where the service does not tell. */
async function unstored({ operationsUrl }) {
  if (!operationsUrl) return null;
  const text = await (await fetch(`${operationsUrl}/metrics`)).text();
  const value = /^tollgate_events_unstored(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1];
  return value === undefined ? null : Number(value);
}

/** Waits until the store has all events; where nobody tells how many it has not, until it lists as many. */
async function untilStored(service, api, events) {
  const listed = async () => (await api.ok('GET', '/api/v1/events?per_page=1')).meta.total_count;
  for (const deadline = Date.now() + longestBacklogMs; ; await sleep(50)) {
    const left = (await unstored(service)) ?? events - (await listed());
    if (left <= 0) return;
    if (Date.now() > deadline) throw new Error(`${left} events are not in the store`);
  }
}

/** What one run comes to: events a second up to the last one in the store, and the CPU seconds that they took. */
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

/** The case of a kind of call: `count` events in each, over so many connections. */
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
    const found = await measure(service, api, { ...task, run: 'bench', seconds: size.seconds });
    const { events, seconds, backlog, whole, latency, cpu } = found;
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

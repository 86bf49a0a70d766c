// Event throughput of a service: until the last event is in the usage store, so deferred work counts.
import type { Api } from '@tollgate/harness/api';
import { say, sleep } from '@tollgate/harness/process';
import type { Benchmark, Counted, Cpu, MeasuredService, Row } from './benchmark.ts';
import { cpuBetween, cpuPerThousand, cpuSeconds } from './cpu.ts';
import { post } from './generator.ts';
import type { PostResult, PostTask } from './load-tasks.ts';
import { newOrganization, newPlan, subscribe } from './setup.ts';

const longestBacklogMs = 300_000;

/** Accepted events that are not in the store yet; null if the service does not report them. */
async function unstored({ operationsUrl }: MeasuredService): Promise<number | null> {
  if (!operationsUrl) return null;
  const text = await (await fetch(`${operationsUrl}/metrics`)).text();
  const value = /^tollgate_events_unstored(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1];
  return value === undefined ? null : Number(value);
}

const listedEvents = async (api: Api): Promise<number> =>
  (await api.ok<Counted>('GET', '/api/v1/events?per_page=1')).meta.total_count;

/** Waits until the store has all events; without a reported backlog, until it lists the expected number. */
async function untilStored(service: MeasuredService, api: Api, events: number): Promise<void> {
  for (const deadline = Date.now() + longestBacklogMs; ; await sleep(50)) {
    const missing = (await unstored(service)) ?? events - (await listedEvents(api));
    if (missing <= 0) return;
    if (Date.now() > deadline) throw new Error(`${missing} events are not in the store`);
  }
}

/** One run. */
export interface Measured extends Pick<PostResult, 'events' | 'seconds' | 'latency'> {
  /** Seconds from the last answer, and from the start, until the last event is in the store. */
  backlog: number;
  whole: number;
  cpu: Cpu;
}

/** Sends events until the last one is stored. */
export async function measure(service: MeasuredService, api: Api, task: PostTask): Promise<Measured> {
  const before = await listedEvents(api);
  const cpuBefore = cpuSeconds(service);
  const begun = performance.now();
  const { events, seconds, latency } = await post(task);
  if (events === 0) throw new Error('not one call was answered');
  const posted = performance.now();
  await untilStored(service, api, before + events);
  const backlog = (performance.now() - posted) / 1000;
  const cpu = cpuBetween(cpuBefore, cpuSeconds(service));
  return { events, seconds, backlog, whole: (performance.now() - begun) / 1000, latency, cpu };
}

/** The case of one kind of call: `count` events in each call, over a number of connections. */
export const ingestion =
  ({
    name,
    title,
    count,
    connections,
    target,
  }: Pick<Row, 'name' | 'title' | 'target'> & Pick<PostTask, 'count' | 'connections'>): Benchmark =>
  async (service, size) => {
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

// npm run hammer [-- --seconds 5 --connections 50 --most-ms 100 --only WORD]
// Checks that heavy calls of some clients do not block light calls of others. It runs on its own standalone service, or
// on the one at `BASE_URL` with its `ADMIN_API_KEY`. It makes each kind of heavy or hostile call over many connections
// while another organization sends single events, one at a time. It prints the events' times and refusals for each
// kind, and closes with `N passed, N failed`. The service may refuse no event, and must answer 99 of 100 within
// `--most-ms`.
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type Service, startStandalone } from '@tollgate/harness/standalone';
import { call } from './call.ts';
import type { Counts, Task } from './hostile.ts';
import { type Kind, kindsOf } from './kinds.ts';
import { firstEntity, logoOf, makeInvoice, newSandbox } from './organizations.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '50' },
    'most-ms': { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const mostMs = Number(values['most-ms']);

/** Makes calls of one kind in a separate thread. @returns the count of each status */
function hammer(baseUrl: string, kind: Kind): Promise<Counts> {
  const worker = new Worker(fileURLToPath(new URL('hostile.ts', import.meta.url)), {
    workerData: { baseUrl, kind, connections, seconds } satisfies Task,
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
}

/**
 * Sends events one at a time for a number of seconds.
 * @returns their times in milliseconds, sorted, and the number of refusals
 */
async function sendEvents(baseUrl: string, key: string): Promise<{ times: number[]; refused: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let refused = 0;
  for (let index = 0; performance.now() < end; index++) {
    const event = { transaction_id: `${performance.now()}-${index}`, external_subscription_id: 's', code: 'calls' };
    const began = performance.now();
    const status = await call(agent, 'POST', `${baseUrl}/api/v1/events`, { key, body: JSON.stringify({ event }) });
    times.push(performance.now() - began);
    if (status !== 200) refused++;
  }
  agent.destroy();
  return { times: times.sort((one, other) => one - other), refused };
}

const share = (times: number[], part: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Infinity;

/** Whether events succeed in time beside a kind of call; prints the result. */
async function eventsSucceed(
  name: string,
  kind: Kind | null,
  { baseUrl, innocent }: { baseUrl: string; innocent: string },
): Promise<boolean> {
  const [{ times, refused }, counts] = await Promise.all([
    sendEvents(baseUrl, innocent),
    kind ? hammer(baseUrl, kind) : Promise.resolve<Counts>({}),
  ]);
  const p99 = share(times, 0.99);
  const good = refused === 0 && p99 < mostMs;
  const hostileStatuses = Object.entries(counts).map(([status, count]) => `${count} × ${status}`);
  console.log(
    `${good ? 'ok  ' : 'FAIL'} ${name}: ${times.length} events, p50 ${share(times, 0.5).toFixed(1)} ms, ` +
      `p99 ${p99.toFixed(1)} ms, most ${share(times, 1).toFixed(0)} ms, ${refused} refused; others: ${hostileStatuses.join(', ') || 'none'}`,
  );
  return good;
}

const { BASE_URL, ADMIN_API_KEY = '' } = process.env;
const service: Service & { stop(): Promise<void> } = BASE_URL
  ? { baseUrl: BASE_URL, adminApiKey: ADMIN_API_KEY, stop: () => Promise.resolve() }
  : await startStandalone();
let passed = 0;
let failed = 0;
try {
  const { baseUrl } = service;
  const { key: innocent } = await newSandbox(service);
  const api = await newSandbox(service);
  const [addresses, entityCode, logo] = [await makeInvoice(api), await firstEntity(api), await logoOf(1000)];
  const kinds = Object.entries(kindsOf({ key: api.key, ...addresses, entityCode, logo }));
  for (const [name, kind] of kinds.filter(([each]) => each.includes(values.only))) {
    if (await eventsSucceed(name, kind, { baseUrl, innocent })) passed++;
    else failed++;
  }
} finally {
  await service.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Sandbox, waitFor } from '@tollgate/testing';

const arrivals = new Map<string, number>();
const hanging = new Set<ServerResponse>();
let mostHanging = 0;
let ended = 0;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url?.startsWith('/hangs')) {
      hanging.add(response);
      mostHanging = Math.max(mostHanging, hanging.size);
      response.on('close', () => {
        hanging.delete(response);
        ended++;
      });
      return;
    }
    const { billable_metric: metric } = JSON.parse(Buffer.concat(chunks).toString()) as {
      billable_metric: { code: string };
    };
    arrivals.set(metric.code, Date.now());
    response.writeHead(200).end();
  });
});
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const register = async (sandbox: Sandbox, path: string) =>
  (
    await sandbox.ok<{ webhook_endpoint: { svc_id: string } }>('POST', '/webhook_endpoints', {
      webhook_endpoint: { webhook_url: `${origin}${path}` },
    })
  ).webhook_endpoint.svc_id;
const addMetric = (sandbox: Sandbox, code: string) =>
  sandbox.ok('POST', '/billable_metrics', { billable_metric: { name: code, code, aggregation_type: 'count_agg' } });

const rounds = 20;

/**
 * Measures our waits and counts their attempts that end meanwhile. Blocked by theirs, ours would wait until one of
 * theirs ends. The durations alone prove nothing, as a machine may stall for seconds.
 */
async function waitsOf(ours: Sandbox) {
  const waits: { endedMeanwhile: number; postMs: number; arrivalMs: number }[] = [];
  for (let i = 0; i < rounds; i++) {
    const before = { ended, at: Date.now() };
    await addMetric(ours, `ours_${i}`);
    const posted = Date.now();
    await waitFor('our webhook', async () => arrivals.has(`ours_${i}`));
    const arrived = arrivals.get(`ours_${i}`) as number;
    waits.push({ endedMeanwhile: ended - before.ended, postMs: posted - before.at, arrivalMs: arrived - before.at });
  }
  return waits;
}

it('prevents hanging receivers of one organization from delaying others', async () => {
  const [theirs, ours] = await Promise.all([Sandbox.create(), Sandbox.create()]);
  const endpoints = await Promise.all(Array.from({ length: 10 }, (_, i) => register(theirs, `/hangs/${i}`)));
  await register(ours, '/works');
  for (let i = 0; i < 12; i++) await addMetric(theirs, `theirs_${i}`);
  await waitFor('receivers that hang', async () => hanging.size >= 10);

  const waits = await waitsOf(ours);
  const delayed = waits.filter(({ endedMeanwhile }) => endedMeanwhile > 0);
  // Hanging attempts also end at their time limit: on a slow machine, some of our waits include that.
  expect({ many: delayed.length > rounds / 2, delayed }).toMatchObject({ many: false });
  expect(hanging.size).toBeGreaterThanOrEqual(10);

  const advanceStart = Date.now();
  await ours.advanceClock('2024-03-01T00:00:00Z');
  expect(Date.now() - advanceStart).toBeLessThan(20_000);
  // A limit bounds an organization's running attempts, however many wait.
  expect(mostHanging).toBeLessThanOrEqual(16);
  // Deleting the endpoints deletes the waiting attempts and the work that the clock awaits.
  for (const id of endpoints) await theirs.ok('DELETE', `/webhook_endpoints/${id}`);
  await theirs.awaitIdle();
}, 120_000);

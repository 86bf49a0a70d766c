// npm run test:replays [-- --messages 100000 --kills 2 --receiver-ms 5]
// Many failed webhooks are replayed while others come: fresh ones of the same endpoint, of another endpoint of the
// organization, and of another organization. The service is killed meanwhile. Each failed webhook must be delivered
// under its key, and no fresh one may wait long. Prints the rate and the waits; closes with `N passed, N failed`.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { type Api, newOrganization } from '@tollgate/harness/api';
import { say, sleep, waitFor } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { type Standalone, startStandalone } from '@tollgate/harness/standalone';
import { queryOf } from '../kill/database.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '2' },
    'receiver-ms': { type: 'string', default: '5' },
  },
});
const [messages, kills, receiverMs] = [values.messages, values.kills, values['receiver-ms']].map(Number) as [
  number,
  number,
  number,
];
/** A fresh webhook among a hundred thousand replayed ones; without a replay it takes about 0.1 s. */
const mostMedianMs = 2_000;
const mostWaitMs = 15_000;
const probeEveryMs = 500;
/** Attempts under way at a kill are made again. */
const againAtKill = 16;

const arrivals = new Map<string, number>();
const deliveries = new Map<string, number>();
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const key = String(request.headers['x-svc-unique-key']);
    const { webhook_type: type, billable_metric: metric } = JSON.parse(Buffer.concat(chunks).toString()) as {
      webhook_type: string;
      billable_metric?: { code: string };
    };
    if (type === 'customer.updated') deliveries.set(key, (deliveries.get(key) ?? 0) + 1);
    else if (metric) arrivals.set(`${request.url} ${metric.code}`, Date.now());
    setTimeout(() => response.writeHead(204).end(), receiverMs);
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

interface Organization {
  api: Api;
  id: string;
  paths: string[];
  endpointIds: string[];
}

const register = async (api: Api, path: string): Promise<string> =>
  (
    await api.ok<{ webhook_endpoint: { svc_id: string } }>('POST', '/api/v1/webhook_endpoints', {
      webhook_endpoint: { webhook_url: `${origin}${path}`, signature_algo: 'hmac' },
    })
  ).webhook_endpoint.svc_id;

/** Stores failed webhooks, as after an outage of the receiver. */
const addFailed = (organizationId: string, endpointId: string) =>
  queryOf(
    service,
    `insert into webhook_delivery.webhook_messages
       (id, organization_id, endpoint_id, event_id, webhook_type, object_type, object_id, sequence, payload, status,
        retries, created_at, updated_at)
     select gen_random_uuid(), $1, $2, gen_random_uuid(), 'customer.updated', 'customer', gen_random_uuid(), 1,
       json_build_object('webhook_type', 'customer.updated', 'number', number)::text, 'failed', 3,
       now() - interval '2 hours', now() - interval '1 hour' + number * interval '1 microsecond'
     from generate_series(1, $3::integer) number`,
    [organizationId, endpointId, messages],
  );

/** Sends fresh webhooks to all three endpoints, again and again. @returns the wait for each, by its path */
async function probe(name: string, isOver: (round: number) => boolean): Promise<Map<string, number[]>> {
  const waits = new Map<string, number[]>([...ours.paths, ...theirs.paths].map((path) => [path, []]));
  for (let round = 0; !isOver(round); round++) {
    const started = Date.now();
    const code = `${name}_${round}`;
    for (const { api, paths } of [ours, theirs]) {
      const metric = { name: code, code, aggregation_type: 'count_agg' };
      await api.create('/api/v1/billable_metrics', 'billable_metric', metric);
      const posted = Date.now();
      for (const path of paths) {
        const arrival = `${path} ${code}`;
        await waitFor(`the webhook ${arrival}`, () => arrivals.has(arrival), { timeoutMs: 120_000, everyMs: 20 });
        waits.get(path)?.push((arrivals.get(arrival) as number) - posted);
      }
    }
    await sleep(Math.max(0, probeEveryMs - (Date.now() - started)));
  }
  return waits;
}

const share = (sorted: number[], part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;

async function killSometimes(service: Standalone): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    await waitFor('a part of the replay', () => deliveries.size >= (messages * kill) / (kills + 2), {
      timeoutMs: 3_600_000,
      everyMs: 200,
    });
    say(`kill ${kill} of ${kills}, after ${deliveries.size} deliveries`);
    await service.kill();
    await service.start();
  }
}

const report = new Report();
const service = await startStandalone();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void service.stop().then(() => process.exit(130)));
const [ours, theirs] = (await Promise.all(
  [
    { name: 'Replays', paths: ['/same', '/other'] },
    { name: 'Others', paths: ['/strange'] },
  ].map(async ({ name, paths }) => {
    const organization = await newOrganization(service, { name });
    const endpointIds: string[] = [];
    for (const path of paths) endpointIds.push(await register(organization.api, path));
    return { ...organization, paths, endpointIds };
  }),
)) as [Organization, Organization];
await addFailed(ours.id, ours.endpointIds[0] as string);
const before = await probe('before', (round) => round === 10);
const begun = Date.now();
await ours.api.ok('POST', '/api/v1/webhook_replays', {
  webhook_replay: { failed_since: new Date(Date.now() - 7_200_000).toISOString() },
});
let isKilling = true;
const killing = killSometimes(service).finally(() => (isKilling = false));
const isOver = () => !isKilling && deliveries.size >= messages;
const waits = await probe('meanwhile', isOver);
await killing;
const seconds = (Date.now() - begun) / 1000;

report.line(deliveries.size === messages, `each of ${messages} failed webhooks was delivered under its key`);
const again = [...deliveries.values()].reduce((sum, count) => sum + count - 1, 0);
report.line(
  again <= againAtKill * kills,
  `${again} were delivered again after ${kills} kills, ${againAtKill} a kill at most`,
);
for (const [path, times] of waits) {
  const sorted = [...times].sort((a, b) => a - b);
  const idle = [...(before.get(path) ?? [])].sort((a, b) => a - b);
  const figures = `median ${share(sorted, 0.5)} ms, 95 % ${share(sorted, 0.95)} ms, longest ${sorted.at(-1)} ms of ${sorted.length}; before, median ${share(idle, 0.5)} ms`;
  report.line(
    share(sorted, 0.5) <= mostMedianMs && share(sorted, 0.95) <= mostWaitMs,
    `fresh webhooks to ${path}: ${figures}`,
  );
}
const { webhook_replays: replays } = await ours.api.ok<{
  webhook_replays: { status: string; messages_queued: number }[];
}>('GET', '/api/v1/webhook_replays');
const [replay] = replays;
report.line(
  replay?.status === 'completed' && replay.messages_queued === messages,
  `the replay is ${replay?.status}, with ${replay?.messages_queued} queued`,
);
console.log(`${Math.round(messages / seconds)} replayed webhooks a second, ${Math.round(seconds)} s in all`);
receiver.closeAllConnections();
receiver.close();
await service.stop({ keep: report.counts.failed > 0 });
console.log(`${report.counts.passed} passed, ${report.counts.failed} failed`);
process.exit(report.counts.failed === 0 ? 0 : 1);

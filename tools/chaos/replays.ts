// Many failed webhooks are replayed while others come: fresh ones of the same endpoint, of another endpoint of the
// organization, and of another organization. The service is killed meanwhile. Each failed webhook must be delivered
// under its key, and no fresh one may wait long. It prints the rate and the waits.
import { type Api, newOrganization } from '@tollgate/harness/api';
import { say, sleep, waitFor } from '@tollgate/harness/process';
import type { Report } from '@tollgate/harness/report';
import type { Service, Standalone } from '@tollgate/harness/standalone';
import { act } from './act.ts';
import { queryOf } from './database.ts';
import { startReceiver, type Received } from './receiver.ts';

/** A fresh webhook among a hundred thousand replayed ones; without a replay it takes about 0.1 s. */
const mostMedianMs = 2_000;
const mostWaitMs = 15_000;
const probeEveryMs = 500;
/** Attempts under way at a kill are made again. */
const againAtKill = 16;

/** The webhooks that came so far. */
class Deliveries {
  /** When fresh webhooks came, by their path and metric. */
  readonly arrivals = new Map<string, number>();
  /** How often each replayed webhook came, by its key. */
  readonly replayed = new Map<string, number>();

  receive({ request, body }: Received): void {
    const key = String(request.headers['x-svc-unique-key']);
    const { webhook_type: type, billable_metric: metric } = body as {
      webhook_type: string;
      billable_metric?: { code: string };
    };
    if (type === 'customer.updated') this.replayed.set(key, (this.replayed.get(key) ?? 0) + 1);
    else if (metric) this.arrivals.set(`${request.url} ${metric.code}`, Date.now());
  }
}

interface Organization {
  api: Api;
  id: string;
  paths: string[];
  endpointIds: string[];
}

/** An organization whose endpoints are paths of the receiver. */
async function organizationWith(
  service: Service,
  { name, url, paths }: { name: string; url: string; paths: string[] },
): Promise<Organization> {
  const { api, id } = await newOrganization(service, { name });
  const endpointIds: string[] = [];
  for (const path of paths) {
    const { webhook_endpoint: endpoint } = await api.ok<{ webhook_endpoint: { svc_id: string } }>(
      'POST',
      '/api/v1/webhook_endpoints',
      { webhook_endpoint: { webhook_url: `${url}${path}`, signature_algo: 'hmac' } },
    );
    endpointIds.push(endpoint.svc_id);
  }
  return { api, id, paths, endpointIds };
}

/** Stores failed webhooks, as after an outage of the receiver. */
const addFailed = ({ databaseUrl }: Standalone, { id, endpointIds }: Organization, messages: number) =>
  queryOf(
    databaseUrl,
    `insert into webhook_delivery.webhook_messages
       (id, organization_id, endpoint_id, event_id, webhook_type, object_type, object_id, sequence, payload, status,
        retries, created_at, updated_at)
     select gen_random_uuid(), $1, $2, gen_random_uuid(), 'customer.updated', 'customer', gen_random_uuid(), 1,
       json_build_object('webhook_type', 'customer.updated', 'number', number)::text, 'failed', 3,
       now() - interval '2 hours', now() - interval '1 hour' + number * interval '1 microsecond'
     from generate_series(1, $3::integer) number`,
    [id, endpointIds[0] as string, messages],
  );

/** Sends fresh webhooks to all endpoints, again and again. @returns the wait for each, by its path */
async function probe(
  name: string,
  organizations: Organization[],
  { arrivals }: Deliveries,
  isOver: (round: number) => boolean,
): Promise<Map<string, number[]>> {
  const waits = new Map<string, number[]>(organizations.flatMap(({ paths }) => paths.map((path) => [path, []])));
  for (let round = 0; !isOver(round); round++) {
    const started = Date.now();
    const code = `${name}_${round}`;
    for (const { api, paths } of organizations) {
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

/** No fresh webhook waits long. @param before the waits without a replay */
function checkWaits(report: Report, before: Map<string, number[]>, waits: Map<string, number[]>): void {
  for (const [path, times] of waits) {
    const sorted = [...times].sort((a, b) => a - b);
    const idle = [...(before.get(path) ?? [])].sort((a, b) => a - b);
    const figures = `median ${share(sorted, 0.5)} ms, 95 % ${share(sorted, 0.95)} ms, longest ${sorted.at(-1)} ms of ${sorted.length}; before, median ${share(idle, 0.5)} ms`;
    report.line(
      share(sorted, 0.5) <= mostMedianMs && share(sorted, 0.95) <= mostWaitMs,
      `fresh webhooks to ${path}: ${figures}`,
    );
  }
}

/** The replay is complete, and each webhook came, hardly one twice. */
async function checkReplay(
  report: Report,
  { api }: Organization,
  { replayed }: Deliveries,
  { messages, kills }: Sizes,
): Promise<void> {
  report.line(replayed.size === messages, `each of ${messages} failed webhooks was delivered under its key`);
  const again = [...replayed.values()].reduce((sum, count) => sum + count - 1, 0);
  report.line(
    again <= againAtKill * kills,
    `${again} were delivered again after ${kills} kills, ${againAtKill} a kill at most`,
  );
  const { webhook_replays: replays } = await api.ok<{
    webhook_replays: { status: string; messages_queued: number }[];
  }>('GET', '/api/v1/webhook_replays');
  const [replay] = replays;
  report.line(
    replay?.status === 'completed' && replay.messages_queued === messages,
    `the replay is ${replay?.status}, with ${replay?.messages_queued} queued`,
  );
}

interface Sizes {
  messages: number;
  kills: number;
}

async function killSometimes(service: Standalone, { replayed }: Deliveries, { messages, kills }: Sizes): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    await waitFor('a part of the replay', () => replayed.size >= (messages * kill) / (kills + 2), {
      timeoutMs: 3_600_000,
      everyMs: 200,
    });
    say(`kill ${kill} of ${kills}, after ${replayed.size} deliveries`);
    await service.crash();
  }
}

export const replays = act({
  name: 'replays',
  options: { messages: '20000', kills: '2', 'receiver-ms': '5' },
  isTimed: true,
  async play(stage, options) {
    const { report } = stage;
    const sizes = { messages: Number(options.messages), kills: Number(options.kills) };
    const deliveries = new Deliveries();
    const receive = (webhook: Received) => deliveries.receive(webhook);
    const { url } = await stage.double(startReceiver(receive, Number(options['receiver-ms'])));
    const service = await stage.service();
    const ours = await organizationWith(service, { name: 'Replays', url, paths: ['/same', '/other'] });
    const theirs = await organizationWith(service, { name: 'Others', url, paths: ['/strange'] });
    await addFailed(service, ours, sizes.messages);
    const before = await probe('before', [ours, theirs], deliveries, (round) => round === 10);
    const begun = Date.now();
    await ours.api.ok('POST', '/api/v1/webhook_replays', {
      webhook_replay: { failed_since: new Date(Date.now() - 7_200_000).toISOString() },
    });
    let isKilling = true;
    const killing = killSometimes(service, deliveries, sizes).finally(() => (isKilling = false));
    killing.catch(() => undefined);
    const isOver = () => !isKilling && deliveries.replayed.size >= sizes.messages;
    const waits = await probe('meanwhile', [ours, theirs], deliveries, isOver);
    await killing;
    const seconds = (Date.now() - begun) / 1000;
    await checkReplay(report, ours, deliveries, sizes);
    checkWaits(report, before, waits);
    say(`${Math.round(sizes.messages / seconds)} replayed webhooks a second, ${Math.round(seconds)} s in all`);
  },
});

// Past usage comes from files: CSV and Parquet, by upload and from a bucket. The service is killed in the middle of them, again
// and again. Each row that can be an event is one event, and each backfill counts its rows exactly.
//   --rows N   rows of each of the four backfills
//   --kills N  kills of the service
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, newOrganization } from '@tollgate/harness/api';
import { runAtDeath, say, sleep, waitFor } from '@tollgate/harness/process';
import type { Standalone } from '@tollgate/harness/standalone';
import { act } from '../act.ts';
import type { Bucket } from '../files/bucket.ts';
import { startMoto } from '../files/moto.ts';
import { putCustomer } from '../seller.ts';
import type { Stage } from '../stage.ts';
import { Random } from '../storm/random.ts';
import { csvOf, parquetOf, PastRows } from './past-rows.ts';

const start = '2024-02-01T00:00:00Z';
const now = '2024-02-20T00:00:00Z';
const objects = 3;
/** A job of a killed process begins again after half a minute. */
const goesOnWithinMs = 180_000;
const endWithinMs = 900_000;
const longestPauseMs = 1_500;

interface Shown {
  svc_id: string;
  status: string;
  error: string | null;
  rows_read: number;
  taken: number;
  repeated: number;
  ignored: number;
  refused: number;
  refused_invoiced: number;
}

/** A backfill, and the rows of its files. */
interface Backfill {
  id: string;
  name: string;
  rows: PastRows;
  /** Its files. */
  parts: number;
}

/** The counts of all backfills at a moment. */
interface Progress {
  rows: number;
  isOver: boolean;
}

const read = async (api: Api, id: string): Promise<Shown> =>
  (await api.ok<{ event_backfill: Shown }>('GET', `/api/v1/event_backfills/${id}`)).event_backfill;

/** Watches the counts: they never fall, and their sum is that of the rows. */
class Watch {
  readonly problems: string[] = [];
  readonly #api: Api;
  readonly #backfills: readonly Backfill[];
  readonly #rowsRead = new Map<string, number>();

  constructor(api: Api, backfills: readonly Backfill[]) {
    this.#api = api;
    this.#backfills = backfills;
  }

  async progress(): Promise<Progress> {
    const shown = await Promise.all(this.#backfills.map(({ id }) => read(this.#api, id)));
    for (const [index, one] of shown.entries()) this.#judge(one, this.#backfills[index]?.name ?? '');
    return {
      rows: shown.reduce((sum, { rows_read: rows }) => sum + rows, 0),
      isOver: shown.every(({ status }) => status === 'completed' || status === 'failed'),
    };
  }

  #judge(one: Shown, name: string): void {
    const before = this.#rowsRead.get(name) ?? 0;
    if (one.rows_read < before) this.problems.push(`${name}: ${one.rows_read} rows after ${before}`);
    this.#rowsRead.set(name, one.rows_read);
    const sum = one.taken + one.repeated + one.ignored + one.refused + one.refused_invoiced;
    if (sum !== one.rows_read) this.problems.push(`${name}: ${sum} outcomes of ${one.rows_read} rows`);
  }
}

async function prepare(service: Standalone, subscriptions: readonly string[]): Promise<Api> {
  const { api } = await newOrganization(service, { name: 'Past', sandbox: true, frozen_time: now });
  const metric = { name: 'GB', code: 'gb', aggregation_type: 'sum_agg', field_name: 'gb' };
  const { svc_id: billable_metric_id } = await api.create<{ svc_id: string }>(
    '/api/v1/billable_metrics',
    'billable_metric',
    metric,
  );
  const charges = [{ billable_metric_id, charge_model: 'standard', properties: { amount: '1' } }];
  const plan = { name: 'p', code: 'p', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR' };
  await api.create('/api/v1/plans', 'plan', { ...plan, pay_in_advance: false, charges });
  await putCustomer(api, 'c');
  for (const external_id of subscriptions)
    await api.ok('POST', '/api/v1/subscriptions', {
      subscription: { external_customer_id: 'c', external_id, plan_code: 'p', subscription_at: start },
    });
  return api;
}

async function begin(api: Api, bucket: Bucket, count: number): Promise<Backfill[]> {
  const { AWS_ACCESS_KEY_ID: access_key_id, AWS_SECRET_ACCESS_KEY: secret_access_key } = bucket.env;
  const place = { endpoint: bucket.endpoint, access_key_id, secret_access_key };
  const forms = [
    { format: 'csv', bytesOf: csvOf, encoding: 'utf8' },
    { format: 'parquet', bytesOf: parquetOf, encoding: 'base64' },
  ] as const;
  const made: Backfill[] = [];
  const make = async (name: string, rows: PastRows, parts: number, input: object) => {
    const { event_backfill: backfill } = await api.ok<{ event_backfill: Shown }>('POST', '/api/v1/event_backfills', {
      event_backfill: input,
    });
    made.push({ id: backfill.svc_id, name, rows, parts });
  };
  for (const { format, bytesOf, encoding } of forms) {
    const uploaded = new PastRows(`${format}-upload`, count);
    await make(`${format} by upload`, uploaded, 1, { format, content: bytesOf(uploaded.rows).toString(encoding) });
    const stored = new PastRows(`${format}-bucket`, count);
    for (const [index, part] of stored.parts(objects).entries())
      await bucket.put(`${format}/${index}.${format}`, bytesOf(part));
    await make(`${format} from a bucket`, stored, objects, { format, url: `s3://${bucket.name}/${format}`, ...place });
  }
  return made;
}

/** Kills the service at any moment of the work, each time once it has gone on. @returns the number of kills */
async function killSometimes(service: Standalone, watch: Watch, random: Random, kills: number): Promise<number> {
  for (let kill = 0; kill < kills; kill++) {
    const before = await watch.progress();
    let current = before;
    const goesOn = async () => {
      current = await watch.progress();
      return current.isOver || current.rows > before.rows;
    };
    await waitFor('more rows', goesOn, { timeoutMs: goesOnWithinMs, everyMs: 50 });
    if (current.isOver) return kill;
    await sleep(random.int(0, longestPauseMs));
    await service.crash();
    say(`killed with ${current.rows} rows read`);
  }
  return kills;
}

/** The differences between a backfill and its rows. */
async function differences(api: Api, { id, rows, parts }: Backfill): Promise<string[]> {
  const shown = await read(api, id);
  const refused = await api.pages<{ row: number }>(
    `/api/v1/event_backfills/${id}/rows?outcome=refused`,
    'event_backfill_rows',
  );
  const { customer_usage: usage } = await api.ok<{ customer_usage: { charges_usage: { units: string }[] } }>(
    'GET',
    `/api/v1/customers/c/current_usage?external_subscription_id=${rows.subscription}`,
  );
  const stored = await api.pages<{ transaction_id: string }>(
    `/api/v1/events?external_subscription_id=${rows.subscription}`,
    'events',
  );
  const { events } = rows;
  const refusedRows = rows.refusedOf(parts);
  const ids = new Set(stored.map((event) => event.transaction_id));
  const units = [...events.values()].reduce((sum, gb) => sum + gb, 0);
  const figures: [string, unknown, unknown][] = [
    ['status', shown.status, 'completed'],
    ['error', shown.error, null],
    ['rows', shown.rows_read, rows.rows.length],
    ['refused', shown.refused, refusedRows.length],
    ['taken or repeated', shown.taken + shown.repeated, rows.rows.length - refusedRows.length],
    ['other outcomes', shown.ignored + shown.refused_invoiced, 0],
    ['refused rows', refused.map(({ row }) => row).join(), refusedRows.join()],
    ['stored events', stored.length, events.size],
    ['ids that are missing', [...events.keys()].filter((each) => !ids.has(each)).length, 0],
    ['units', Number(usage.charges_usage[0]?.units), units],
  ];
  return figures.flatMap(([name, seen, expected]) =>
    seen === expected ? [] : [`${name}: ${String(seen)} instead of ${String(expected)}`],
  );
}

export const backfills = act({
  name: 'backfills',
  options: { rows: '20000', kills: '8' },
  async play(stage, { rows, kills }) {
    const count = Number(rows);
    const bucket = await bucketOf(stage);
    const service = await stage.service();
    const api = await prepare(
      service,
      ['csv', 'parquet'].flatMap((format) => [`${format}-upload`, `${format}-bucket`]),
    );
    const made = await begin(api, bucket, count);
    const watch = new Watch(api, made);
    const killed = await killSometimes(service, watch, new Random(stage.seed), Number(kills));
    stage.report.line(killed === Number(kills), `the service is killed ${killed} times in the middle`);
    const isOver = async () => (await watch.progress()).isOver;
    await waitFor('the end of the backfills', isOver, { timeoutMs: endWithinMs, everyMs: 500 });
    stage.report.check('the counts never fall, and are those of the rows', watch.problems.slice(0, 5));
    for (const backfill of made)
      stage.report.check(
        `${backfill.name}: each of ${count} rows is one event, or refused`,
        await differences(api, backfill),
      );
  },
});

async function bucketOf(stage: Stage): Promise<Bucket> {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-s3-'));
  const cancelCleanup = runAtDeath(['rm', '-rf', directory]);
  stage.atEnd(() => {
    rmSync(directory, { recursive: true, force: true });
    cancelCleanup();
  });
  return stage.double(startMoto(join(directory, 'moto.log')));
}

// A standalone service under a controlled wall clock. It can move the clock forward, withhold or send the minute tick,
// run a second scheduler, and restart the service between two steps.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createPostgresBackend, Queue } from 'bullmq';
import pg from 'pg';
import { freePort, waitFor } from '@tollgate/harness/process';
import { type Service, type Standalone, startStandalone } from '@tollgate/harness/standalone';
import { fewDrawings } from '../test-settings.mjs';

const tickQueue = 'due-work-tick';
const workQueues = ['billing-run', 'invoice-finalization', 'draft-refresh', 'advance-events', 'threshold-check'];
const internalToken = 'held-clock-internal-token';
const quietMs = 120_000;

/** A queue of the service, in its database. */
function queueOf(name: string, url: string) {
  const queue = new Queue(
    name,
    { connection: { connectionString: url, schema: 'bullmq', migrate: false, max: 1 } },
    createPostgresBackend,
  );
  queue.on('error', () => undefined);
  return queue;
}

type ServiceQueue = ReturnType<typeof queueOf>;

/** Connections to the service's database, which end with each run of the service. */
class Backend {
  private readonly database: pg.Pool;
  private readonly ticks: ServiceQueue;
  private readonly work: ServiceQueue[];
  private tables: { name: string }[] | undefined;

  constructor(url: string) {
    this.database = new pg.Pool({ connectionString: url, max: 2 });
    this.database.on('error', () => undefined);
    this.ticks = queueOf(tickQueue, url);
    this.work = workQueues.map((name) => queueOf(name, url));
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.ticks, ...this.work].map((queue) => queue.close()));
    await this.database.end().catch(() => undefined);
  }

  async withholdTicks(): Promise<void> {
    await this.ticks.pause();
  }

  /** Sends the tick, and waits until it is done with `meanwhile`. */
  async tick(meanwhile: () => Promise<unknown>): Promise<void> {
    const job = await this.ticks.add(tickQueue, {}, { removeOnComplete: 100, removeOnFail: 100 });
    await this.ticks.resume();
    const others = meanwhile();
    await waitFor('the minute tick', async () => ['completed', 'failed'].includes(await job.getState()), {
      timeoutMs: quietMs,
      everyMs: 20,
    });
    await others;
  }

  /** The number of pending messages, billing requests and jobs. */
  async waiting(): Promise<number> {
    this.tables ??= (
      await this.database.query<{ name: string }>(
        `select table_schema || '.' || table_name as name from information_schema.tables
       where table_name in ('outbox', 'queued_work')`,
      )
    ).rows;
    const counts = this.tables.map(({ name }) => `(select count(*) from ${name})`).join(' + ');
    const { rows } = await this.database.query<{ n: number }>(`select (${counts})::int as n`);
    const messages = rows[0]?.n ?? 0;
    if (messages > 0) return messages;
    const jobs = await Promise.all(
      this.work.map((queue) => queue.getJobCountByTypes('active', 'waiting', 'prioritized', 'delayed')),
    );
    return jobs.reduce((sum, count) => sum + count, 0);
  }
}

/** The file with the offset of the wall clock, and the port that makes the service read it. */
class HeldClock {
  readonly file = join(mkdtempSync(join(tmpdir(), 'tollgate-clock-')), 'offset');
  readonly port: number;
  private offset = 0;

  constructor(port: number) {
    this.port = port;
  }

  get now(): number {
    return Date.now() + this.offset;
  }

  write(instant: number): void {
    this.offset = instant - Date.now();
    writeFileSync(this.file, String(this.offset));
  }

  async set(instant: number): Promise<void> {
    this.write(instant);
    await new Promise((resolve, reject) => connect(this.port, '127.0.0.1').once('data', resolve).once('error', reject));
  }
}

const phases = [
  'activation',
  'termination',
  'plan_change',
  'billing',
  'draft_refresh',
  'finalization',
  'overdue',
  'trial_end',
  'wallet',
  'alert',
];

export class WallService implements Service {
  private readonly service: Standalone;
  private readonly clock: HeldClock;
  private backend: Backend;

  private constructor(service: Standalone, clock: HeldClock) {
    this.service = service;
    this.clock = clock;
    this.backend = new Backend(service.databaseUrl);
  }

  /** @param start the wall clock's first instant (Unix ms) */
  static async start(start: number): Promise<WallService> {
    const clock = new HeldClock(await freePort());
    clock.write(start);
    const loader = pathToFileURL(fileURLToPath(new URL('held-clock.ts', import.meta.url))).href;
    const service = await startStandalone({
      env: {
        ...fewDrawings,
        NODE_OPTIONS: `--import=${loader}`,
        HELD_CLOCK_FILE: clock.file,
        HELD_CLOCK_PORT: String(clock.port),
        INTERNAL_TOKEN: internalToken,
      },
    });
    const wall = new WallService(service, clock);
    await wall.withhold();
    return wall;
  }

  get baseUrl(): string {
    return this.service.baseUrl;
  }
  get adminApiKey(): string {
    return this.service.adminApiKey;
  }

  /** Sets the wall clock to an instant, from which it runs on. */
  setClock(instant: number): Promise<void> {
    return this.clock.set(instant);
  }

  /** Withholds the minute tick until `tick`. */
  private withhold(): Promise<void> {
    return this.backend.withholdTicks();
  }

  /**
   * Sends the minute tick through the scheduler's own queue and waits until all its work is done.
   * @param schedulers more than one: others poll for due work at the same moment, as a second process would
   */
  async tick(schedulers = 1): Promise<void> {
    await this.backend.tick(() => Promise.all(Array.from({ length: schedulers - 1 }, () => this.pollDueWork())));
    await this.withhold();
    await this.settle();
  }

  /** Acts as the coordinator of another process: calls each service, phase by phase, over the internal interface. */
  private async pollDueWork(): Promise<void> {
    for (const phase of phases) {
      for (const service of ['subscription', 'invoicing']) {
        await fetch(`${this.service.operationsUrl}/internal/commands/${service}/due_work.run`, {
          method: 'POST',
          headers: { authorization: `Bearer ${internalToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ organization_id: null, phase, until: Math.floor(this.clock.now) }),
          signal: AbortSignal.timeout(quietMs),
        }).catch(() => undefined);
      }
    }
  }

  /** Waits until no messages, billing requests or jobs are pending. */
  async settle(): Promise<void> {
    let quiet = 0;
    await waitFor(
      'the work in hand',
      async () => {
        quiet = (await this.backend.waiting()) === 0 ? quiet + 1 : 0;
        return quiet >= 2;
      },
      { timeoutMs: quietMs, everyMs: 25 },
    );
  }

  /** Ends the service by a signal and starts it again on the same data. */
  async restart(signal: NodeJS.Signals): Promise<void> {
    await this.backend.close();
    await this.service.kill(signal);
    await this.service.start();
    this.backend = new Backend(this.service.databaseUrl);
  }

  /** @param keep leaves data and log in place */
  async stop(how: { keep?: boolean } = {}): Promise<void> {
    await this.backend.close();
    await this.service.stop(how);
  }
}

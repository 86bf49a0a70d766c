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
import { startStandalone } from '@tollgate/harness/standalone';

const tickQueue = 'due-work-tick';
const workQueues = ['billing-run', 'invoice-finalization', 'draft-refresh', 'advance-events', 'threshold-check'];
const internalToken = 'held-clock-internal-token';
const quietMs = 120_000;

export class WallService {
  /** @param start the wall clock's first instant (Unix ms) */
  static async start(start) {
    const wall = new WallService();
    wall.file = join(mkdtempSync(join(tmpdir(), 'tollgate-clock-')), 'offset');
    wall.port = await freePort();
    wall.write(start);
    const loader = pathToFileURL(fileURLToPath(new URL('held-clock.mjs', import.meta.url))).href;
    wall.service = await startStandalone({
      env: {
        NODE_OPTIONS: `--import=${loader}`,
        HELD_CLOCK_FILE: wall.file,
        HELD_CLOCK_PORT: String(wall.port),
        INTERNAL_TOKEN: internalToken,
      },
    });
    await wall.connect();
    await wall.withhold();
    return wall;
  }

  get baseUrl() {
    return this.service.baseUrl;
  }
  get adminApiKey() {
    return this.service.adminApiKey;
  }
  get now() {
    return Date.now() + this.offset;
  }

  write(instant) {
    this.offset = instant - Date.now();
    writeFileSync(this.file, String(this.offset));
  }

  /** Sets the wall clock to an instant, from which it runs on. */
  async setClock(instant) {
    this.write(instant);
    await new Promise((resolve, reject) => connect(this.port, '127.0.0.1').once('data', resolve).once('error', reject));
  }

  async connect() {
    const url = this.service.databaseUrl;
    this.database = new pg.Pool({ connectionString: url, max: 2 });
    this.database.on('error', () => undefined);
    this.queues = new Map(
      [tickQueue, ...workQueues].map((name) => {
        const queue = new Queue(
          name,
          { connection: { connectionString: url, schema: 'bullmq', migrate: false, max: 1 } },
          createPostgresBackend,
        );
        queue.on('error', () => undefined);
        return [name, queue];
      }),
    );
  }

  async disconnect() {
    await Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
    await this.database.end().catch(() => undefined);
  }

  /** Withholds the minute tick until `tick`. */
  async withhold() {
    await this.queues.get(tickQueue).pause();
  }

  /**
   * Sends the minute tick through the scheduler's own queue and waits until all its work is done.
   * @param schedulers more than one: others poll for due work at the same moment, as a second process would
   */
  async tick(schedulers = 1) {
    const queue = this.queues.get(tickQueue);
    const job = await queue.add(tickQueue, {}, { removeOnComplete: 100, removeOnFail: 100 });
    await queue.resume();
    const otherPolls = Array.from({ length: schedulers - 1 }, () => this.pollDueWork());
    await waitFor('the minute tick', async () => ['completed', 'failed'].includes(await job.getState()), {
      timeoutMs: quietMs,
      everyMs: 20,
    });
    await Promise.all(otherPolls);
    await this.withhold();
    await this.settle();
  }

  /** Acts as the coordinator of another process: calls each service, phase by phase, over the internal interface. */
  async pollDueWork() {
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
    for (const phase of phases) {
      for (const service of ['subscription', 'invoicing']) {
        await fetch(`${this.service.operationsUrl}/internal/commands/${service}/due_work.run`, {
          method: 'POST',
          headers: { authorization: `Bearer ${internalToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ organization_id: null, phase, until: Math.floor(this.now) }),
          signal: AbortSignal.timeout(quietMs),
        }).catch(() => undefined);
      }
    }
  }

  /** Waits until no messages, billing requests or jobs are pending. */
  async settle() {
    let quiet = 0;
    await waitFor(
      'the work in hand',
      async () => {
        quiet = (await this.waiting()) === 0 ? quiet + 1 : 0;
        return quiet >= 2;
      },
      { timeoutMs: quietMs, everyMs: 25 },
    );
  }

  async waiting() {
    this.tables ??= (
      await this.database.query(
        `select table_schema || '.' || table_name as name from information_schema.tables
       where table_name in ('outbox', 'queued_work')`,
      )
    ).rows;
    const {
      rows: [{ n }],
    } = await this.database.query(
      `select (${this.tables.map(({ name }) => `(select count(*) from ${name})`).join(' + ')})::int as n`,
    );
    if (n > 0) return n;
    const jobs = await Promise.all(
      workQueues.map((name) => this.queues.get(name).getJobCountByTypes('active', 'waiting', 'prioritized', 'delayed')),
    );
    return jobs.reduce((sum, count) => sum + count, 0);
  }

  /** Ends the service by a signal and starts it again on the same data. */
  async restart(signal) {
    await this.disconnect();
    await this.service.kill(signal);
    await this.service.start();
    await this.connect();
  }

  async stop(options) {
    await this.disconnect();
    await this.service.stop(options);
  }
}

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { sql } from 'kysely';
import { z } from 'zod';
import { jobs as contracts, type JobName, type JobPayload, type KeyedJobName } from '@tollgate/contracts';
import { databaseUrl, waitFor } from '@tollgate/testing';
import { Config } from '../config/config.js';
import { Connections } from '../database/connections.js';
import { Database } from '../database/database.js';
import { migrateDatabase } from '../database/migrations.js';
import { PlatformDatabase } from '../database/platform-database.js';
import { newId } from '../ids.js';
import { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import type { Parked } from '../parked/parked.js';
import { Passes } from '../passes/passes.js';
import { Jobs } from './jobs.js';
import { KeyedQueues } from './keyed-queues.js';
import { protectedQueuedWorkTable } from './queued-work.js';
import { TryLater } from './try-later.js';

// The queues have a database of their own: no worker of the installation takes their jobs.
const name = `places_${newId().replaceAll('-', '')}`;
const ofOrganizations = (Object.keys(contracts) as JobName[]).filter(
  (job) => 'organization_id' in contracts[job].payload.shape,
);
const isKeyed = (job: JobName): job is KeyedJobName => 'key' in contracts[job].payload.shape;
/** Jobs that a worker runs concurrently. */
const concurrency = 2;
/** Jobs of another organization that may end before a lone job: those that run, and the one in the queue. */
const mostBefore = 2 * concurrency + 1;

class AnyDatabase extends Database {
  constructor(connections: Connections) {
    super(connections, 'invoicing');
  }
}

let config: Config;
let connections: Connections;
let platform: PlatformDatabase;
let jobs: Jobs;
let queues: KeyedQueues;
let database: AnyDatabase;

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(databaseUrl());
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

beforeAll(async () => {
  await administer(`create database ${name}`);
  const url = new URL(databaseUrl());
  url.pathname = `/${name}`;
  const work = { name: '001_work', sql: protectedQueuedWorkTable('invoicing') };
  await migrateDatabase(url.href, [{ schema: 'invoicing', migrations: [work] }], () => undefined);
  const secret = 'unused by this test of queues';
  config = new Config({
    DATABASE_URL: url.href,
    ADMIN_API_KEY: secret,
    INTERNAL_TOKEN: secret,
    LOG_LEVEL: 'silent',
  });
  connections = new Connections(config);
  database = new AnyDatabase(connections);
  platform = new PlatformDatabase(connections);
}, 60_000);
afterAll(async () => {
  await connections.onApplicationShutdown();
  await administer(`drop database ${name} with (force)`);
}, 60_000);

beforeEach(() => {
  const [logger, metrics] = [new Logger(config), new Metrics()];
  const parked = { register: () => undefined, park: () => Promise.resolve() } as unknown as Parked;
  const passes = new Passes(logger, metrics);
  jobs = new Jobs(config, platform, logger, metrics, parked, passes);
  queues = new KeyedQueues(jobs, parked, metrics, passes, logger);
});
afterEach(async () => {
  await jobs.beforeApplicationShutdown();
  await jobs.onApplicationShutdown();
}, 60_000);

/** A queue whose jobs take a while: it lists the organizations of ended jobs. */
interface Queue {
  ended: string[];
  add: (organizationId: string, place: number) => Promise<void>;
}

const aWhile = () => new Promise<void>((resolve) => setTimeout(resolve, 20));

function plainQueue(job: JobName): Queue {
  const ended: string[] = [];
  const handler = async ({ organization_id: organizationId }: { organization_id?: string }) => {
    await aWhile();
    ended.push(organizationId ?? '');
  };
  jobs.work(job, handler, concurrency);
  const add = (organizationId: string, place: number) =>
    jobs.add(job, { organization_id: organizationId, request_id: null } as unknown as JobPayload<JobName>, {
      id: `${organizationId}-${place}`,
    });
  return { ended, add };
}

function keyedQueue(job: KeyedJobName): Queue {
  const ended: string[] = [];
  const queue = queues.open(database, {
    job,
    payload: z.object({ key: z.string() }),
    keyOf: ({ key }) => key,
    batchSize: 10,
    parallelKeys: concurrency,
    parkedAs: 'work',
    faultOf: () => null,
  });
  const work = async ({ organizationId }: { organizationId: string }) => {
    await aWhile();
    ended.push(organizationId);
    return new Map();
  };
  queue.start({ work });
  const add = async (organizationId: string, place: number) => {
    const key = String(place);
    const requested = await database.tenant(organizationId, (transaction) =>
      queue.put(transaction, [{ id: key, payload: { key }, requestedBy: newId() }]),
    );
    for (const each of requested) await queue.wakeFor(organizationId, each);
  };
  return { ended, add };
}

describe('a job of an organization, after another organization has queued many', () => {
  it.each(ofOrganizations)(
    'waits for few of them: %s',
    async (job) => {
      const { ended, add } = isKeyed(job) ? keyedQueue(job) : plainQueue(job);
      const [large, small] = [newId(), newId()];
      const many = job === 'event-judgement' ? 1_000 : 100;
      await Promise.all(Array.from({ length: many }, (_, place) => add(large, place)));
      const before = ended.length;
      await add(small, 0);
      await waitFor('the lone job', () => Promise.resolve(ended.includes(small)), 10_000);
      expect(ended.indexOf(small) - before).toBeLessThanOrEqual(mostBefore);
      if (many < 1_000) await waitFor('all jobs', () => Promise.resolve(ended.length === many + 1), 60_000);
    },
    120_000,
  );
});

describe('places in a queue', () => {
  it('are given once more to delayed jobs that come back all at once', async () => {
    const tries: string[] = [];
    const [large, small] = [newId(), newId()];
    const handler = async ({ organization_id: organizationId }: { organization_id: string }) => {
      tries.push(organizationId);
      await aWhile();
      if (organizationId === large && tries.filter((one) => one === large).length <= 40) throw new TryLater(2_000);
    };
    jobs.work('draft-refresh', handler, concurrency);
    const payload = { request_id: null, invoice_id: newId() };
    const queue = (organizationId: string, id: string) =>
      jobs.add('draft-refresh', { ...payload, organization_id: organizationId }, { id });
    await Promise.all(Array.from({ length: 40 }, (_, place) => queue(large, `${large}-${place}`)));
    await waitFor('the second try', () => Promise.resolve(tries.length > 41), 20_000);
    const before = tries.length;
    await queue(small, small);
    await waitFor('the lone job', () => Promise.resolve(tries.includes(small)), 10_000);
    expect(tries.indexOf(small) - before).toBeLessThanOrEqual(mostBefore);
    await waitFor('all jobs', () => Promise.resolve(tries.length === 81), 20_000);
  }, 60_000);

  it('are given away although a process died before it did so', async () => {
    const organizationId = newId();
    const ended: string[] = [];
    const handler = ({ organization_id: id }: { organization_id: string }) => {
      ended.push(id);
      return Promise.resolve();
    };
    jobs.work('invoice-retry', handler, concurrency);
    jobs.onApplicationBootstrap();
    const payload = JSON.stringify({ organization_id: organizationId, request_id: null });
    await platform.tenant(organizationId, (transaction) =>
      sql`insert into platform.pending_jobs (organization_id, job, id, payload, asked_at, looked_at_after, stage)
          values (${organizationId}, 'invoice-retry', 'left', ${payload}, now(), now(), 'waiting')`.execute(
        transaction,
      ),
    );
    await waitFor('the job that was left', () => Promise.resolve(ended.includes(organizationId)), 30_000);
  }, 60_000);
});

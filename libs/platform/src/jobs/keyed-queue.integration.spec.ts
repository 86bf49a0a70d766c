import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import type { JobPayload, KeyedJobName, Message } from '@tollgate/contracts';
import { databaseUrl, waitFor } from '@tollgate/testing';
import { Config } from '../config/config.js';
import { Connections } from '../database/connections.js';
import { Database } from '../database/database.js';
import { Unavailable } from '../errors/api-errors.js';
import { newId } from '../ids.js';
import type { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import type { Parked, ParkedKind } from '../parked/parked.js';
import type { NewParkedItem, ParkedRow } from '../parked/parked.tables.js';
import { Passes } from '../passes/passes.js';
import type { Jobs } from './jobs.js';
import type { KeyedQueue } from './keyed-queue.js';
import { KeyedQueues } from './keyed-queues.js';
import type { Batch, QueueDefinition, QueueWorker } from './queue-definition.js';

const Task = z.object({ key: z.string(), series: z.string().optional(), text: z.string() });
type Task = z.infer<typeof Task>;

class Refused extends Error {}
class Broken extends Error {}

/** Uses the tables of invoicing, with test organizations that no other worker serves. */
class AnyDatabase extends Database {
  constructor(connections: Connections) {
    super(connections, 'invoicing');
  }
}

const definition: QueueDefinition<Task> = {
  job: 'billing-run',
  payload: Task,
  keyOf: ({ key }) => key,
  seriesOf: ({ series, text }) => series ?? text,
  batchSize: 3,
  parallelKeys: 2,
  parkedAs: 'run',
  faultOf: (error) =>
    error instanceof Unavailable ? null : { message: String(error), permanent: error instanceof Refused },
};

let client: pg.Client;
let connections: Connections;
let database: AnyDatabase;
beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
  connections = new Connections(new Config({ DATABASE_URL: databaseUrl() }));
  database = new AnyDatabase(connections);
});
afterAll(() => Promise.all([client.end(), connections.onApplicationShutdown()]));

interface Added {
  payload: JobPayload<KeyedJobName>;
  id: string;
}
let organizationId: string;
let added: Added[];
let [parked, warned]: [NewParkedItem[], string[]] = [[], []];
let retry: ParkedKind['retry'];
let run: (key: string) => Promise<void>;
let queues: KeyedQueues;
let queue: KeyedQueue<Task>;

beforeEach(() => {
  organizationId = newId();
  [added, parked, warned] = [[], [], []];
  const jobs = {
    add: async (_: string, payload: Added['payload'], { id }: { id: string }) => void added.push({ payload, id }),
    work: (_: string, handler: (payload: Added['payload'], begin: () => Promise<void>) => Promise<void>) => {
      run = (key) => handler({ organization_id: organizationId, request_id: null, key }, () => Promise.resolve());
    },
  };
  const setAside = {
    register: (_: string, __: string, how: ParkedKind) => (retry = (item) => how.retry(item)),
    park: async (_: unknown, item: NewParkedItem) => void parked.push(item),
  };
  const logger = { warn: (message: string) => void warned.push(message) } as unknown as Logger;
  const passes = new Passes(logger, new Metrics());
  queues = new KeyedQueues(jobs as unknown as Jobs, setAside as unknown as Parked, new Metrics(), passes, logger);
  queue = queues.open(database, definition);
});

// Other workers ignore the leftovers of a test.
afterEach(() => client.query('delete from invoicing.queued_work where organization_id = $1', [organizationId]));

const put = async (...tasks: Task[]) => {
  const requestedBy = newId();
  const work = tasks.map((payload) => ({ id: payload.text, payload, requestedBy }));
  const requested = await database.tenant(organizationId, (transaction) => queue.put(transaction, work));
  return requested.map(({ key }) => key);
};
const left = async () => {
  const { rows } = await client.query<{ id: string; attempts: number }>(
    'select id, attempts from invoicing.queued_work where organization_id = $1 order by sequence',
    [organizationId],
  );
  return rows;
};
const contents = ({ items }: Batch<Task>) => items.map(({ payload }) => payload.text);

type RecordingWorker = QueueWorker<Task> & { batches: string[][] };
/** Records its batches; `fails` returns the error of a failing item. */
function worker(fails: (text: string) => Error | undefined = () => undefined): RecordingWorker {
  const batches: string[][] = [];
  const work = async (batch: Batch<Task>) => {
    batches.push(contents(batch));
    for (const text of contents(batch)) {
      const error = fails(text);
      if (error) throw error;
    }
    return new Map();
  };
  return { batches, work };
}

describe('a keyed queue', () => {
  it('works on a key in order, in batches with one item per series', async () => {
    const noting = worker();
    queue.start(noting);
    await put(
      { key: '0', text: 'a1', series: 'a' },
      { key: '0', text: 'b1', series: 'b' },
      { key: '0', text: 'a2', series: 'a' },
      { key: '0', text: 'c1', series: 'c' },
      { key: '1', text: 'other' },
    );
    await run('0');
    expect(noting.batches).toEqual([
      ['a1', 'b1'],
      ['a2', 'c1'],
    ]);
    expect(await left()).toEqual([{ id: 'other', attempts: 0 }]);
  });

  it('stores duplicate requests once, and repeats work that is requested while it runs', async () => {
    const batches: string[][] = [];
    queue.start({
      work: async (batch) => {
        batches.push(contents(batch));
        if (batches.length === 1) await put({ key: '0', text: 'a' });
        return new Map();
      },
    });
    expect(await put({ key: '0', text: 'a' }, { key: '0', text: 'a' })).toEqual(['0']);
    // A request for waiting work needs no job.
    expect(await put({ key: '0', text: 'a' })).toEqual([]);
    await run('0');
    expect(batches).toEqual([['a'], ['a']]);
    expect(await left()).toEqual([]);
  });

  it('serves waiting keys first, and queues an own job for work requested again', async () => {
    const batches: string[][] = [];
    let others: Promise<void> = Promise.resolve();
    queue.start({
      work: async (batch) => {
        batches.push(contents(batch));
        if (batches.length === 1) {
          await put({ key: '0', text: 'a' });
          others = Promise.all(['1', '2'].map((key) => run(key))).then(() => undefined);
        }
        // Two keys run concurrently: each of the first two ends when the next one has begun.
        const next = batches.length + 1;
        if (next <= 3) await waitFor('the next key', async () => batches.length >= next);
        return new Map();
      },
    });
    await put({ key: '0', text: 'a' }, { key: '1', text: 'b' }, { key: '2', text: 'c' });
    await run('0');
    await others;
    expect(batches).toEqual([['a'], ['b'], ['c']]);
    expect(added.map(({ payload }) => payload.key)).toEqual(['0']);
    expect(await left()).toEqual([{ id: 'a', attempts: 0 }]);
    await run('0');
    expect(batches.at(-1)).toEqual(['a']);
    expect(await left()).toEqual([]);
  });

  it('moves work that is requested again to the end of the queue', async () => {
    const batches: string[][] = [];
    queue.start({
      work: async (batch) => {
        batches.push(contents(batch));
        if (batches.length === 1) await put({ key: '0', text: 'a' }, { key: '0', text: 'b' });
        return new Map();
      },
    });
    await put(...['a', 'b', 'c', 'd'].map((text) => ({ key: '0', text })));
    await run('0');
    expect(batches).toEqual([['a', 'b', 'c'], ['d'], ['a', 'b']]);
  });

  it('waits until the worker is ready, and batches work that arrives meanwhile', async () => {
    const noting = worker();
    let time: () => void = () => undefined;
    const good = new Promise<void>((resolve) => (time = resolve));
    queue.start({ ...noting, ready: () => good });
    await put({ key: '0', text: 'a' });
    expect(await queue.isBusy(organizationId)).toBe(true);
    const done = run('0');
    await put({ key: '0', text: 'b' });
    expect(noting.batches).toEqual([]);
    time();
    await done;
    expect(noting.batches).toEqual([['a', 'b']]);
    expect(await queue.isBusy(organizationId)).toBe(false);
  });

  it('works on a key once for all concurrent jobs', async () => {
    const noting = worker();
    queue.start(noting);
    await put({ key: '0', text: 'a' });
    await Promise.all(Array.from({ length: 20 }, () => run('0')));
    expect(noting.batches).toEqual([['a']]);
  });

  it('has one worker per key, and works on other keys concurrently', async () => {
    const atWork = new Set<string>();
    let most = 0;
    queue.start({
      work: async ({ items }) => {
        const key = items[0]?.payload.key as string;
        expect(atWork.has(key)).toBe(false);
        atWork.add(key);
        most = Math.max(most, atWork.size);
        await new Promise((resolve) => setTimeout(resolve, 50));
        atWork.delete(key);
        return new Map();
      },
    });
    await put(...Array.from({ length: 8 }, (_, n) => ({ key: String(n % 2), text: `t${n}` })));
    await Promise.all([run('0'), run('0'), run('1'), run('1')]);
    expect(most).toBe(2);
    expect(await left()).toEqual([]);
  });

  it('completes the other items when one fails, retries that item and finally parks it', async () => {
    const failing = worker((text) => (text === 'bad' ? new Broken('as it was') : undefined));
    queue.start(failing);
    await put({ key: '0', text: 'a' }, { key: '0', text: 'bad' }, { key: '0', text: 'b' }, { key: '0', text: 'c' });
    await expect(run('0')).rejects.toThrow('as it was');
    expect(failing.batches).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b'], ['c']]);
    expect(await left()).toEqual([{ id: 'bad', attempts: 1 }]);
    for (let tries = 2; tries < 5; tries++) await expect(run('0')).rejects.toThrow('as it was');
    expect(parked).toEqual([]);
    await run('0');
    expect(parked).toMatchObject([
      {
        service: 'invoicing',
        kind: 'run',
        key: 'bad',
        reason: 'error',
        tries: 5,
        payload: { key: '0', text: 'bad' },
      },
    ]);
    expect(await left()).toEqual([]);

    await retry({ organization_id: organizationId, key: 'bad', payload: parked[0]?.payload } as ParkedRow);
    expect(await left()).toEqual([{ id: 'bad', attempts: 0 }]);
    expect(added.map(({ payload }) => payload.key)).toEqual(['0']);
  });

  it('parks permanent failures at once, and leaves later items of a failed series to the next try', async () => {
    const failing = worker((text) =>
      text === 'never' ? new Refused('no') : text === 'a1' ? new Broken('not yet') : undefined,
    );
    queue.start(failing);
    await put(
      { key: '0', text: 'never' },
      { key: '0', text: 'a1', series: 'a' },
      { key: '0', text: 'a2', series: 'a' },
    );
    await expect(run('0')).rejects.toThrow('not yet');
    expect(parked.map(({ key, tries }) => ({ key, tries }))).toEqual([{ key: 'never', tries: 1 }]);
    expect((await left()).map(({ id }) => id)).toEqual(['a1', 'a2']);
  });

  it('counts no attempt and stops early when a backend is unavailable', async () => {
    const failing = worker(() => new Unavailable('away'));
    queue.start(failing);
    await put(...Array.from({ length: 40 }, (_, n) => ({ key: '0', text: `t${n}` })));
    await expect(run('0')).rejects.toThrow('service_unavailable');
    expect(failing.batches.length).toBeLessThan(20);
    expect(await left()).toHaveLength(40);
    expect((await left()).every(({ attempts }) => attempts === 0)).toBe(true);

    // `before` runs ahead of the work.
    const idle = worker();
    queue.start({ ...idle, before: async () => Promise.reject(new Unavailable('not settled')) });
    await expect(run('0')).rejects.toThrow('service_unavailable');
    expect(idle.batches).toEqual([]);
  });

  it('repeats interrupted work, except the items that were finished with their effects', async () => {
    queue.start({
      work: async ({ items, finish }) => {
        await database.tenant(organizationId, (transaction) =>
          finish(
            transaction,
            items.filter(({ id }) => id === 'a'),
          ),
        );
        // A transaction that rolls back removes no items.
        await database.tenant(organizationId, async (transaction) => {
          await finish(transaction, items);
          throw new Unavailable('cut off');
        });
        return new Map();
      },
    });
    await put({ key: '0', text: 'a' }, { key: '0', text: 'b' });
    await expect(run('0')).rejects.toThrow('service_unavailable');
    expect((await left()).map(({ id }) => id)).toEqual(['b']);
  });

  it('queues the same job again for a repeated message', async () => {
    const payload = { key: '0', text: 'a' };
    const message = { id: newId(), type: 'billing.due', organization_id: organizationId, request_id: 'r' } as Message;
    for (let times = 0; times < 2; times++) await queue.accept(message, async () => [{ id: 'a', payload }]);
    expect(new Set(added.map(({ id }) => id))).toEqual(new Set([`${message.id}-0`]));
    expect(added[0]?.payload).toEqual({ organization_id: organizationId, request_id: 'r', key: '0' });
    expect(await left()).toHaveLength(1);
  });

  it('queues no job while another one waits to start: that one also does the new work', async () => {
    const batches: string[][] = [];
    const request = async (text: string) => {
      await put({ key: '0', text });
      await queue.wake(organizationId, '0', { id: newId() });
    };
    queue.start({
      work: async (batch) => {
        batches.push(contents(batch));
        if (batches.length === 1) {
          await request('while nobody waits');
          waiting = run('0');
          await request('while a job waits');
        }
        return new Map();
      },
    });
    let waiting: Promise<void> | undefined;
    await request('first');
    await run('0');
    await waiting;
    expect(added).toHaveLength(2);
    expect(batches.flat()).toEqual(['first', 'while nobody waits', 'while a job waits']);
    await request('afterwards');
    expect(added).toHaveLength(3);
  });

  it('causes no deadlock when work is requested while it is removed', async () => {
    const large = queues.open(database, { ...definition, batchSize: 100 });
    large.start(worker());
    const names = Array.from({ length: 200 }, (_, n) => `t${n}`);
    const message = () =>
      ({ id: newId(), type: 'billing.due', organization_id: organizationId, request_id: null }) as Message;
    let requested = 0;
    // Each request has another subset, so the waiting order differs from the order of the request.
    const request = () =>
      large.accept(message(), async () => {
        requested += 1;
        return names
          .filter((_, n) => (n * 7 + requested * 13) % 5 < 2)
          .map((text) => ({ id: text, payload: { key: '0', text } }));
      });
    const requestOften = async () => {
      for (let times = 0; times < 20; times++) await request();
    };
    await request();
    await Promise.all([requestOften(), requestOften(), run('0')]);
    await run('0');
    expect(await left()).toEqual([]);
    expect(warned).toEqual([]);
  });

  it('repeats a batch unchanged after a conflict with another write', async () => {
    const noting = worker((text) =>
      text === 'b' && noting.batches.length === 1 ? Object.assign(new Error('deadlock'), { code: '40P01' }) : undefined,
    );
    queue.start(noting);
    await put({ key: '0', text: 'a' }, { key: '0', text: 'b' });
    await run('0');
    expect(noting.batches).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('lets a key rest after much work, to batch the work that arrives meanwhile', async () => {
    const resting = queues.open(database, { ...definition, rest: { afterItems: 2, mostMs: 200 } });
    const batches: string[][] = [];
    let later: Promise<unknown> = Promise.resolve();
    const putSoon = async () => {
      for (const text of ['c', 'd', 'e']) {
        await put({ key: '0', text });
        await sleep(20);
      }
    };
    resting.start({
      work: async (batch) => {
        batches.push(contents(batch));
        if (batches.length > 1) return new Map();
        const waiting = run('0');
        await sleep(150);
        later = Promise.all([waiting, putSoon()]);
        return new Map();
      },
    });
    await put({ key: '0', text: 'a' }, { key: '0', text: 'b' });
    await run('0');
    await later;
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
  });

  it('wakes keys with waiting work and no worker', async () => {
    await put({ key: '0', text: 'a' }, { key: '1', text: 'b' }, { key: '2', text: 'new' });
    await client.query(
      `update invoicing.queued_work set queued_at = now() - interval '2 minutes'
       where organization_id = $1 and key <> '2'`,
      [organizationId],
    );
    const woken = () => added.filter(({ payload }) => payload.organization_id === organizationId);
    await database.alone(`queue billing-run ${organizationId}/1`, () => queues.wakeIdle(database));
    expect(woken().map(({ payload }) => payload.key)).toEqual(['0']);
  });
});

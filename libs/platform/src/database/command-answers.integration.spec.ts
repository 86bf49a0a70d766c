import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import { Config } from '../config/config.js';
import { Connections } from './connections.js';
import { deleteAnswers } from './command-answers.js';
import { Database } from './database.js';
import type { Repetition } from './repetition.js';
import { newId } from '../ids.js';
import { CommandBus } from '../commands/command-bus.js';

class CatalogDatabase extends Database {
  constructor(connections: Connections) {
    super(connections, 'catalog');
  }
}

describe('a command with a key', () => {
  let connections: Connections;
  let database: CatalogDatabase;
  let organizationId: string;
  let done: number;

  beforeAll(async () => {
    connections = new Connections(
      new Config({ DATABASE_URL: databaseUrl(), ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' }),
    );
    database = new CatalogDatabase(connections);
    organizationId = (await Sandbox.create()).organizationId;
  });
  afterAll(() => connections.onApplicationShutdown());

  const send = (key: string, organization = organizationId) =>
    database.answerOnce(organization, key, async () => {
      done++;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { made: newId() };
    });

  it('runs once, and repeats its answer', async () => {
    done = 0;
    const key = newId();
    const first = await send(key);
    expect(await send(key)).toEqual(first);
    expect(await send(newId())).not.toEqual(first);
    expect(done).toBe(2);
  });

  it('runs once for concurrent calls', async () => {
    done = 0;
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(key)));
    expect([new Set(answers.map(({ made }) => made)).size, done]).toEqual([1, 1]);
  });

  it('runs after a failure, which leaves no trace', async () => {
    const key = newId();
    await expect(database.answerOnce(organizationId, key, () => Promise.reject(new Error('not now')))).rejects.toThrow(
      'not now',
    );
    expect(await send(key)).toEqual({ made: expect.any(String) });
  });

  it('hides its answer from other organizations', async () => {
    const key = newId();
    await send(key);
    await expect(send(key, (await Sandbox.create()).organizationId)).rejects.toThrow('in use elsewhere');
  });
});

describe('a call with a key', () => {
  let connections: Connections;
  let database: CatalogDatabase;
  let organizationId: string;
  beforeAll(async () => {
    connections = new Connections(
      new Config({ DATABASE_URL: databaseUrl(), ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' }),
    );
    database = new CatalogDatabase(connections);
    organizationId = (await Sandbox.create()).organizationId;
  });
  afterAll(() => connections.onApplicationShutdown());

  const keyed = (key: string, body = 'one') => ({ header: key, key: `call ${key}`, body, storesAnswer: true });
  const create = (repetition: Repetition | undefined) =>
    database.createOnce(organizationId, repetition, () => Promise.resolve({ made: newId() }));

  it('gives its first answer again, for the same body alone', async () => {
    const repetition = keyed(newId());
    const first = await create(repetition);
    expect(await create(repetition)).toEqual(first);
    await expect(create({ ...repetition, body: 'other' })).rejects.toMatchObject({ status: 422 });
    expect(await create(undefined)).not.toEqual(await create(undefined));
  });

  it('answers once when it shows a secret, and stores none of it', async () => {
    const repetition = { ...keyed(newId()), storesAnswer: false };
    const { made } = await create(repetition);
    await expect(create(repetition)).rejects.toMatchObject({ status: 422 });
    const silent = { ...repetition, key: `call ${newId()}` };
    const answerNothing = () => database.createOnce(organizationId, silent, () => Promise.resolve());
    expect(await answerNothing()).toBeUndefined();
    await expect(answerNothing()).rejects.toMatchObject({ status: 422 });
    const stored = await database.answerOnce(organizationId, repetition.key, () => Promise.resolve({}));
    expect(JSON.stringify(stored)).not.toContain(made);
  });

  it('creates under one identifier for each body, even after a refusal', async () => {
    const repetition = keyed(newId());
    const id = await database.createdId(organizationId, repetition);
    await expect(
      database.createOnce(organizationId, repetition, () => Promise.reject(new Error('refused'))),
    ).rejects.toThrow('refused');
    expect(await database.createdId(organizationId, repetition)).toBe(id);
    expect(await database.createdId(organizationId, { ...repetition, body: 'corrected' })).not.toBe(id);
    expect(await create({ ...repetition, body: 'corrected' })).toEqual({ made: expect.any(String) });
  });

  it('is deleted with what its answer names; answers of commands stay', async () => {
    const [about, other] = [keyed(newId()), keyed(newId())];
    const [{ made }, retained] = [await create(about), await create(other)];
    const command = newId();
    await database.answerOnce(organizationId, command, () => Promise.resolve({ made }));
    const remove = () =>
      database.tenant(organizationId, (transaction) => deleteAnswers(transaction, 'catalog', [made, newId()]));
    expect([await remove(), await remove()]).toEqual([1, 0]);
    expect(await create(about)).not.toEqual({ made });
    expect(await create(other)).toEqual(retained);
    expect(await database.answerOnce(organizationId, command, () => Promise.resolve({}))).toEqual({ made });
  });
});

describe('while the process waits for another one', () => {
  let connections: Connections;
  let database: CatalogDatabase;
  let organizationId: string;
  const config = new Config({
    DATABASE_URL: databaseUrl(),
    ADMIN_API_KEY: 'unused here',
    INTERNAL_TOKEN: 'unused here',
  });
  beforeAll(async () => {
    connections = new Connections(config);
    database = new CatalogDatabase(connections);
    organizationId = (await Sandbox.create()).organizationId;
  });
  afterAll(() => connections.onApplicationShutdown());

  it('no transaction is open: a command sent inside one is an error, also within one process', async () => {
    const bus = new CommandBus(config);
    bus.handle('catalog', 'due_work.next', () => database.tenant(organizationId, async () => ({ due: [] })));
    const send = () => bus.send('catalog', 'due_work.next', { organization_id: organizationId });
    await expect(database.tenant(organizationId, send)).rejects.toThrow(
      'due_work.next is sent inside of an open transaction',
    );
    await expect(database.answerOnce(organizationId, newId(), send)).rejects.toThrow('inside of an open transaction');
    await expect(
      database.everyTenant(() => database.tenant(organizationId, async () => undefined).then(send)),
    ).rejects.toThrow('inside of an open transaction');
    expect(await send()).toEqual({ due: [] });
    // Work that begins in a transaction and outlives it is outside of it.
    let goOn = (): void => undefined;
    const later = await database.tenant(organizationId, async () => ({
      sent: new Promise<void>((resolve) => (goOn = resolve)).then(send),
    }));
    goOn();
    expect(await later.sent).toEqual({ due: [] });
  });

  it('work of one name runs serially, whatever its outcome', async () => {
    const name = newId();
    let atWork = 0;
    const work = (fails: boolean) =>
      database.alone(name, async () => {
        expect(++atWork).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 20));
        atWork--;
        if (fails) throw new Error('as it was');
        return 'done';
      });
    const done = await Promise.allSettled([work(false), work(true), work(false)]);
    expect(done.map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason)))).toEqual([
      'done',
      'Error: as it was',
      'done',
    ]);
    expect(await work(false)).toBe('done');
  });
});

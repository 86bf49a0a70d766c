import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import { Config } from '../config/config.js';
import { Connections } from '../database/connections.js';
import { Database } from '../database/database.js';
import { newId } from '../ids.js';

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
    connections = new Connections(new Config({ DATABASE_URL: databaseUrl(), ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' }));
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

  it('is done once, and answers the same when it is repeated', async () => {
    done = 0;
    const key = newId();
    const first = await send(key);
    expect(await send(key)).toEqual(first);
    expect(await send(newId())).not.toEqual(first);
    expect(done).toBe(2);
  });

  it('is done once when it comes several times at once', async () => {
    done = 0;
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(key)));
    expect([new Set(answers.map(({ made }) => made)).size, done]).toEqual([1, 1]);
  });

  it('is done after a failure, which leaves nothing behind', async () => {
    const key = newId();
    await expect(database.answerOnce(organizationId, key, () => Promise.reject(new Error('not now')))).rejects.toThrow('not now');
    expect(await send(key)).toEqual({ made: expect.any(String) });
  });

  it('shows its answer to no other organization', async () => {
    const key = newId();
    await send(key);
    await expect(send(key, (await Sandbox.create()).organizationId)).rejects.toThrow('in use elsewhere');
  });
});

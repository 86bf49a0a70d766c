import { describe, expect, it } from '@jest/globals';
import { Config, Metrics, Passes, type Database, type Logger } from '@tollgate/platform';
import { goodId, poisonedId } from '@tollgate/testing';
import { OwnRetention } from './own-retention.js';

const quiet = { error: () => undefined } as unknown as Logger;
const config = new Config({ LOG_LEVEL: 'silent', DATABASE_URL: 'postgresql://nobody@localhost/none' });
const retention = () => new OwnRetention(config, new Passes(quiet, new Metrics()));

/** A database with organizations that have shorter periods; transactions of one of them fail. */
const database = (organizations: string[]) =>
  ({
    everyTenant: () => Promise.resolve(organizations.map((organizationId) => ({ organizationId, days: 7 }))),
    tenant: (id: string, work: (transaction: unknown) => Promise<number>) =>
      id === poisonedId ? Promise.reject(new Error('poisoned')) : work({ organizationId: id }),
  }) as unknown as Database;

describe('the retention of organizations', () => {
  it('reaches the others when one fails, in portions, up to days before now', async () => {
    const removed: [string, number][] = [];
    const portions = [1_000, 1_000, 3];
    await retention().remove(database([poisonedId, goodId]), 'mails', ({ organizationId }, before, limit) => {
      removed.push([organizationId, Math.round((Date.now() - before.getTime()) / 86_400_000)]);
      expect(limit).toBe(1_000);
      return Promise.resolve(portions.shift() ?? 0);
    });
    expect(removed).toEqual([
      [goodId, 7],
      [goodId, 7],
      [goodId, 7],
    ]);
  });

  it('looks at a kind once in several runs', async () => {
    const own = retention();
    let runs = 0;
    const count = () => Promise.resolve(void (runs += 1));
    await own.each(database([goodId]), 'mails', count);
    await own.each(database([goodId]), 'mails', count);
    await own.each(database([goodId]), 'webhooks', count);
    expect(runs).toBe(2);
  });
});

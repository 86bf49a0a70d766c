import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { changeTypes } from '@tollgate/contracts';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import { Config } from '../config/config.js';
import { Connections } from '../database/connections.js';
import { Database } from '../database/database.js';
import { PlatformDatabase } from '../database/platform-database.js';
import type { TenantTransaction } from '../database/transaction.js';
import { newId } from '../ids.js';
import { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { Passes } from '../passes/passes.js';
import { readChangeCursor } from './change-cursor.js';
import { ChangeLog, type FoundChanges } from './change-log.js';
import { lockPositions, numberChanges, expireChanges } from './change-log.repository.js';

class CatalogDatabase extends Database {
  constructor(connections: Connections) {
    super(connections, 'catalog');
  }
}

const tables = ['taxes', 'features', 'invoice_custom_sections'] as const;
type Table = (typeof tables)[number];
const columns: Record<Table, string> = {
  taxes: '(id, organization_id, code, name, rate, created_at) select id, $org, id::text, $name, 1, now()',
  features: '(id, organization_id, code, name, created_at, updated_at) select id, $org, id::text, $name, now(), now()',
  invoice_custom_sections: '(id, organization_id, code, name, created_at) select id, $org, id::text, $name, now()',
};

let connections: Connections;
let catalog: CatalogDatabase;
let platform: PlatformDatabase;
let log: ChangeLog;

/** Random numbers that a seed repeats. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

beforeAll(() => {
  const config = new Config({
    DATABASE_URL: databaseUrl(),
    ADMIN_API_KEY: 'unused here',
    INTERNAL_TOKEN: 'unused here',
  });
  connections = new Connections(config);
  catalog = new CatalogDatabase(connections);
  platform = new PlatformDatabase(connections);
  log = new ChangeLog(platform, new Passes(new Logger(new Config({ LOG_LEVEL: 'silent' })), new Metrics()));
});
afterAll(() => connections.onApplicationShutdown());

const insert = (transaction: TenantTransaction, table: Table, ids: string[], name = newId()) =>
  sql
    .raw(
      `insert into catalog.${table} ${columns[table]} from unnest(array[${ids.map((id) => `'${id}'`).join()}]::uuid[]) id`
        .replace('$org', `'${transaction.organizationId}'::uuid`)
        .replace('$name', `'${name}'`),
    )
    .execute(transaction);

/** Changes, hides or deletes random rows; others that do so at the same time wait. */
const change = (transaction: TenantTransaction, table: Table, most: number, way: number) => {
  const chosen = sql`organization_id = ${transaction.organizationId} and id in (
    select id from ${sql.table(`catalog.${table}`)} where organization_id = ${transaction.organizationId}
    order by md5(id::text || ${newId()}) limit ${most} for update skip locked)`;
  const target = sql.table(`catalog.${table}`);
  if (way === 0) return sql`delete from ${target} where ${chosen}`.execute(transaction);
  if (way === 1)
    return sql`update ${target} set deleted_at = case when deleted_at is null then now() end where ${chosen}`.execute(
      transaction,
    );
  return sql`update ${target} set name = ${newId()} where ${chosen}`.execute(transaction);
};

class Undone extends Error {}

/** One transaction of a service: it may commit late, fail, or lose its connection. @returns the ids that it rolled back */
async function write(organizationId: string, random: (below: number) => number): Promise<string[]> {
  const fresh: string[] = [];
  try {
    await catalog.tenant(organizationId, async (transaction) => {
      for (let statements = 1 + random(3); statements > 0; statements -= 1) {
        const table = tables[random(tables.length)] as Table;
        if (random(2) === 0) {
          const ids = Array.from({ length: 1 + random(15) }, () => newId());
          fresh.push(...ids);
          await insert(transaction, table, ids);
        } else await change(transaction, table, 1 + random(10), random(5));
        if (random(4) === 0) await sleep(random(60));
      }
      if (random(7) === 0) throw new Undone();
      if (random(15) === 0) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction);
    });
    return [];
  } catch {
    return fresh;
  }
}

/** Gives positions as the service does, but is killed or fails now and then with its work done and not committed. */
async function numberBadly(organizationId: string, random: (below: number) => number): Promise<void> {
  await platform
    .tenant(organizationId, async (transaction) => {
      if (!(await lockPositions(transaction, true))) return;
      await numberChanges(transaction, 1 + random(200));
      const fate = random(3);
      if (fate === 0) throw new Undone();
      if (fate === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction);
    })
    .catch(() => undefined);
}

/** A connector: it copies each object that changed, and stores its cursor after that. */
class Connector {
  readonly copies = new Map<string, string>();
  readonly positions: bigint[] = [];
  readonly seen = new Set<string>();
  private since: string | undefined;

  constructor(private readonly organizationId: string) {}

  /** @param isKilled whether it ends before it stores its cursor */
  async step(limit: number, isKilled: boolean): Promise<boolean> {
    const { changes, nextCursor, hasMore } = await log.read(this.organizationId, {
      since: this.since,
      types: changeTypes,
      limit,
    });
    const taken = isKilled ? changes.slice(0, Math.ceil(changes.length / 2)) : changes;
    for (const entry of taken) await this.copy(entry);
    if (isKilled) return true;
    this.since = nextCursor;
    this.positions.push(...changes.map(({ position }) => position));
    return hasMore;
  }

  private async copy({ type, objectId, change: what }: FoundChanges['changes'][number]): Promise<void> {
    if (!['tax', 'feature', 'invoice_custom_section'].includes(type)) return;
    this.seen.add(objectId);
    const name = what === 'deleted' ? undefined : (await rowsOf(this.organizationId, type, objectId)).get(objectId);
    if (name === undefined) this.copies.delete(objectId);
    else this.copies.set(objectId, name);
  }
}

async function rowsOf(organizationId: string, type?: string, id?: string): Promise<Map<string, string>> {
  const of: Record<string, Table> = {
    tax: 'taxes',
    feature: 'features',
    invoice_custom_section: 'invoice_custom_sections',
  };
  const some = type === undefined ? tables : [of[type] as Table];
  const rows = await catalog.tenant(organizationId, async (transaction) => {
    const found = some.map((table) =>
      sql<{ id: string; name: string }>`
        select id, name from ${sql.table(`catalog.${table}`)}
        where deleted_at is null and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)`.execute(transaction),
    );
    return (await Promise.all(found)).flatMap((one) => one.rows);
  });
  return new Map(rows.map((row) => [row.id, row.name]));
}

describe('a connector beside concurrent writers', () => {
  it.each([1, 2])(
    'has exactly the rows of the database, whoever is killed (seed %s)',
    async (seed) => {
      const { organizationId } = await Sandbox.create();
      const connector = new Connector(organizationId);
      const undone: string[] = [];
      let isWriting = true;
      const writers = Array.from({ length: 5 }, async (_, number) => {
        const random = randomOf(seed * 1_000 + number);
        for (let count = 0; count < 60; count += 1) undone.push(...(await write(organizationId, random)));
      });
      const random = randomOf(seed);
      const relay = (async () => {
        while (isWriting) {
          await numberBadly(organizationId, random);
          await sleep(random(40));
        }
      })();
      const follow = (async () => {
        for (let hasMore = true; isWriting || hasMore;) hasMore = await connector.step(1 + random(60), random(4) === 0);
      })();
      await Promise.all(writers);
      isWriting = false;
      await Promise.all([relay, follow]);
      while (await connector.step(1_000, false));
      const { positions, copies, seen } = connector;
      expect(copies.size).toBeGreaterThan(50);
      expect(copies).toEqual(await rowsOf(organizationId));
      expect(undone.length).toBeGreaterThan(50);
      expect(undone.filter((id) => seen.has(id))).toEqual([]);
      expect(positions).toEqual(positions.map((_, place) => (positions[0] as bigint) + BigInt(place)));
    },
    180_000,
  );
});

describe('the log of an organization', () => {
  const read = (organizationId: string, since?: string, types = changeTypes.slice()) =>
    log.read(organizationId, { since, types, limit: 1_000 });

  it('makes one entry of several changes of an object', async () => {
    const { organizationId } = await Sandbox.create();
    const [stays, goes] = [newId(), newId()];
    const end = (await read(organizationId, 'latest')).nextCursor;
    await catalog.tenant(organizationId, async (transaction) => {
      await insert(transaction, 'taxes', [stays, goes]);
      await sql`update catalog.taxes set rate = 2 where id = ${stays}`.execute(transaction);
      await sql`delete from catalog.taxes where id = ${goes}`.execute(transaction);
    });
    const { changes } = await read(organizationId, end);
    expect(changes.map(({ objectId, change: what }) => [objectId, what])).toEqual([
      [stays, 'created'],
      [goes, 'deleted'],
    ]);
  });

  it('answers beside a process that stands still with its lock, and has the rest later', async () => {
    const { organizationId } = await Sandbox.create();
    const end = (await read(organizationId, 'latest')).nextCursor;
    await catalog.tenant(organizationId, (transaction) => insert(transaction, 'taxes', [newId()]));
    let release: () => void = () => undefined;
    const holder = platform.tenant(organizationId, async (transaction) => {
      await lockPositions(transaction, true);
      await new Promise<void>((resolve) => (release = resolve));
    });
    await sleep(500);
    // The service may have given the position before the lock.
    const beside = await read(organizationId, end);
    release();
    await holder;
    const rest = await read(organizationId, beside.nextCursor);
    expect(beside.changes.length + rest.changes.length).toBe(1);
  }, 30_000);

  it('deletes what is old, and tells whoever needs it', async () => {
    const { organizationId } = await Sandbox.create();
    const start = (await read(organizationId, 'latest')).nextCursor;
    await catalog.tenant(organizationId, (transaction) => insert(transaction, 'taxes', [newId(), newId(), newId()]));
    const { changes, nextCursor } = await read(organizationId, start);
    const expire = (before: number, most: number) =>
      platform.tenant(organizationId, (transaction) => expireChanges(transaction, new Date(before), most));
    const before = Number(readChangeCursor(start)?.position);
    expect(await expire(Date.now() - 86_400_000, 100)).toBe(0);
    expect(await expire(Date.now() + 86_400_000, before + 2)).toBe(before + 2);
    await expect(read(organizationId, start)).rejects.toThrow('validation_errors');
    await expect(read(organizationId, changes[0]?.cursor)).rejects.toThrow('validation_errors');
    expect((await read(organizationId, changes[1]?.cursor)).changes.length).toBe(1);
    expect((await read(organizationId)).changes.length).toBe(1);
    expect(await expire(Date.now() + 86_400_000, 100)).toBe(1);
    expect(await read(organizationId, nextCursor)).toEqual({
      changes: [],
      nextCursor: expect.any(String),
      hasMore: false,
    });
  });

  it('goes on for a reader of rare kinds', async () => {
    const { organizationId } = await Sandbox.create();
    await read(organizationId);
    await platform.tenant(organizationId, async (transaction) => {
      await lockPositions(transaction, true);
      await sql`
        with ends as (update platform.change_positions set last = last + 25000 where organization_id = ${organizationId} returning last - 25000 as before)
        insert into platform.changes (organization_id, position, type, object_id, change, at)
        select ${organizationId}::uuid, before + rank, case when rank = 24000 then 'coupon' else 'fee' end, gen_random_uuid(), 'created', now()
        from ends, generate_series(1, 25000) rank`.execute(transaction);
    });
    const first = await log.read(organizationId, { since: undefined, types: ['coupon'], limit: 10 });
    expect([first.changes.length, first.hasMore]).toEqual([0, true]);
    const second = await log.read(organizationId, { since: first.nextCursor, types: ['coupon'], limit: 10 });
    expect([second.changes.length, second.hasMore]).toEqual([1, false]);
  });
});

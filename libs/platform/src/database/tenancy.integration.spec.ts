import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import { Config } from '../config/config.js';
import { newId } from '../ids.js';
import { Connections } from './connections.js';
import { Database } from './database.js';
import { rowsContaining } from './indexed-texts.js';
import type { TenantTransaction, Transaction } from './transaction.js';

class CatalogDatabase extends Database {
  constructor(connections: Connections) {
    super(connections, 'catalog');
  }
}

/** The owners of all taxes that a transaction sees, queried without a filter. */
async function ownersSeen(transaction: Transaction): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`select distinct organization_id from catalog.taxes`.execute(
    transaction,
  );
  return rows.map((row) => row.organization_id);
}

const insertTax = (transaction: Transaction, organizationId: string) =>
  sql`
    insert into catalog.taxes (id, organization_id, code, name, rate, created_at)
    values (${newId()}, ${organizationId}, ${newId()}, 'VAT', 20, now())
  `.execute(transaction);

describe('tenancy in the database', () => {
  let connections: Connections;
  let database: CatalogDatabase;
  let ours: string;
  let theirs: string;

  beforeAll(async () => {
    connections = new Connections(
      new Config({ DATABASE_URL: databaseUrl(), ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' }),
    );
    database = new CatalogDatabase(connections);
    [ours, theirs] = (await Promise.all([Sandbox.create(), Sandbox.create()])).map(
      (sandbox) => sandbox.organizationId,
    ) as [string, string];
    for (const organization of [ours, theirs])
      await database.tenant(organization, (transaction) => insertTax(transaction, organization));
  });

  afterAll(() => connections.onApplicationShutdown());

  it('refuses a connection that works under another role than its service', async () => {
    const url = new URL(databaseUrl());
    // As a pooler does that drops the start parameters of its clients.
    url.searchParams.set('options', '-c statement_timeout=1min');
    const settings = { DATABASE_URL: url.href, ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' };
    const wrong = new Connections(new Config(settings));
    try {
      await expect(new CatalogDatabase(wrong).ping()).rejects.toThrow(/not as tollgate_catalog/);
    } finally {
      await wrong.onApplicationShutdown();
    }
  });

  it('shows a tenant only its own rows, also to a query without a filter', async () => {
    expect(await database.tenant(ours, ownersSeen)).toEqual([ours]);
    expect(await database.tenant(theirs, ownersSeen)).toEqual([theirs]);
  });

  it('gives statements and pauses within a transaction a deadline, but not those that wait for a lock', async () => {
    const deadlines = async (pool: ReturnType<Connections['poolOf']>) => {
      const { rows } = await pool.query<{ setting: string }>(
        `select current_setting(name) as setting
         from unnest(array['statement_timeout', 'idle_in_transaction_session_timeout']) name`,
      );
      return rows.map(({ setting }) => setting);
    };
    expect(await deadlines(connections.poolOf('catalog'))).toEqual(['10min', '10min']);
    expect(await deadlines(connections.lockPoolOf('catalog'))).toEqual(['0', '0']);
  });

  it('finds parts of texts by an index in its own rows only', async () => {
    const name = `Alphabet ${newId()}`;
    for (const sandbox of [await Sandbox.create(), await Sandbox.create()]) {
      await sandbox.ok('POST', '/customers', { customer: { external_id: 'one', name } });
      const found = await database.tenant(sandbox.organizationId, (transaction) =>
        rowsContaining(transaction, 'subscription.customers', name.slice(3).toUpperCase()),
      );
      expect(found).toHaveLength(1);
    }
    expect(await database.tenant(ours, (one) => rowsContaining(one, 'subscription.customers', name))).toEqual([]);
    const withoutTenant = database.everyTenant((transaction) =>
      sql`select * from subscription.customers_containing(${'%alphabet%'}, 10)`.execute(transaction),
    );
    expect((await withoutTenant).rows).toEqual([]);
  });

  it('provides its organization to the work', async () => {
    expect(await database.tenant(ours, async (transaction) => transaction.organizationId)).toBe(ours);
    expect(await database.answerOnce(theirs, newId(), async ({ organizationId }) => ({ organizationId }))).toEqual({
      organizationId: theirs,
    });
  });

  it('does not accept a transaction over all tenants where a tenant is required', async () => {
    const ownerOf = async (transaction: TenantTransaction) => transaction.organizationId;
    // @ts-expect-error: it has no organization
    expect(await database.everyTenant(ownerOf)).toBeUndefined();
  });

  it('writes messages of its tenant', async () => {
    const taxId = newId();
    const owners = await database.tenant(ours, async (transaction) => {
      await transaction.append('tax.changed', taxId, { tax_id: taxId }, Date.now());
      return sql<{ organization_id: string }>`select organization_id from catalog.outbox where key = ${taxId}`.execute(
        transaction,
      );
    });
    expect(owners.rows).toEqual([{ organization_id: ours }]);
  });

  it('shows nothing to a transaction without tenant', async () => {
    const { rows } = await connections.poolOf('catalog').query('select count(*)::int as count from catalog.taxes');
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('clears the tenant after the transaction, so that a pooled connection does not carry it over', async () => {
    for (let i = 0; i < 10; i++) await database.tenant(ours, ownersSeen);
    const { rows } = await connections.poolOf('catalog').query('select count(*)::int as count from catalog.taxes');
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('shows all tenants only on explicit request', async () => {
    expect(await database.everyTenant(ownersSeen)).toEqual(expect.arrayContaining([ours, theirs]));
  });

  it('refuses to write, change or delete rows of another tenant', async () => {
    await expect(database.tenant(ours, (transaction) => insertTax(transaction, theirs))).rejects.toThrow(
      /row-level security/,
    );
    await expect(
      database.tenant(ours, (transaction) =>
        sql`update catalog.taxes set organization_id = ${theirs}`.execute(transaction),
      ),
    ).rejects.toThrow(/row-level security/);
    const changed = await database.tenant(ours, (transaction) =>
      sql`update catalog.taxes set name = 'Seized' where organization_id = ${theirs}`.execute(transaction),
    );
    expect(changed.numAffectedRows).toBe(0n);
    const deleted = await database.tenant(ours, (transaction) =>
      sql`delete from catalog.taxes where organization_id = ${theirs}`.execute(transaction),
    );
    expect(deleted.numAffectedRows).toBe(0n);
  });

  it("lets a service read the other services' tables, and write only its own", async () => {
    const seen = await database.tenant(ours, (transaction) =>
      sql<{ id: string }>`select id from identity.organizations`.execute(transaction),
    );
    expect(seen.rows).toEqual([{ id: ours }]);
    await expect(
      database.tenant(ours, (transaction) =>
        sql`update identity.organizations set name = 'Seized'`.execute(transaction),
      ),
    ).rejects.toThrow(/permission denied/);
  });

  it('covers every table with tenant data', async () => {
    const { rows } = await database.everyTenant((transaction) =>
      sql<{ table: string }>`
        select c.oid::regclass::text as table
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
        where c.relkind in ('r', 'p') and has_schema_privilege(n.oid, 'usage') and n.nspname not in ('pg_catalog', 'information_schema')
          and not (c.relrowsecurity and c.relforcerowsecurity)
      `.execute(transaction),
    );
    expect(rows).toEqual([]);
  });
});

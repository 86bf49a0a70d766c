// The services' transactions and locks through PgBouncer in transaction mode.
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { Config, Connections, newId, PlatformDatabase } from '@tollgate/platform';
import { start } from '@tollgate/harness/postgres';
import type { Report } from '@tollgate/harness/report';
import { refused } from './certificates.ts';
import { startPooler } from './pooler.ts';

const login = { user: 'tollgate_platform_login', password: 'secret-of-the-login' };

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The roles that the migration makes for the platform. */
const roles = `
  create role tollgate_platform;
  create role tollgate_platform_every_tenant;
  create role ${login.user} login noinherit password '${login.password}';
  grant tollgate_platform_every_tenant to tollgate_platform;
  grant tollgate_platform to ${login.user} with inherit false, set true`;

/** The role and the deadline of a transaction, and the organization that it is limited to. */
const stateOf = (transaction: Parameters<Parameters<PlatformDatabase['everyTenant']>[0]>[0]) =>
  sql<{ role: string; deadline: string; organization: string | null }>`
    select current_user as role, current_setting('statement_timeout') as deadline,
      nullif(current_setting('app.organization_id', true), '') as organization, pg_sleep(0.05)
  `
    .execute(transaction)
    .then(({ rows: [row] }) => row);

export async function checkPooler(report: Report, dir: string): Promise<void> {
  const postgres = await start({ dir: join(dir, 'pooled') });
  await query(postgres.url, roles);
  const { password } = new URL(postgres.url);
  const pooler = await startPooler(join(dir, 'pooler'), postgres.url, {
    users: [
      [login.user, login.password],
      ['postgres', password],
    ],
    settings: { default_pool_size: '2' },
  });
  const pooledUrl = Object.assign(new URL(pooler.url), { username: login.user, password: login.password }).href;
  const direct = Object.assign(new URL(postgres.url), { username: login.user, password: login.password }).href;
  const connections = new Connections(
    new Config({ DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: direct, LOG_LEVEL: 'silent' }),
  );
  const database = new PlatformDatabase(connections);
  try {
    await report.attempt(
      'pooler: twenty transactions on two connections have their own role and organization',
      async () => {
        const organizations = Array.from({ length: 20 }, () => newId());
        const states = await Promise.all(organizations.map((id) => database.tenant(id, stateOf)));
        const wrong = states.filter(
          (state, place) =>
            state?.role !== 'tollgate_platform' ||
            state.deadline !== '10min' ||
            state.organization !== organizations[place],
        );
        if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
      },
    );
    await report.attempt(
      'pooler: a search over organizations has the role for it, and nothing left of others',
      async () => {
        const state = await database.everyTenant(stateOf);
        if (state?.role !== 'tollgate_platform_every_tenant' || state.organization !== null)
          throw new Error(JSON.stringify(state));
      },
    );
    await report.attempt('pooler: a lock excludes others, and is free afterwards', async () => {
      const lock = await database.tryLock('secured');
      if (!lock || (await database.tryLock('secured')) !== null) throw new Error('it excludes nobody');
      lock.release();
      await database.alone('secured', () => Promise.resolve());
    });
    await report.attempt('pooler: a superuser is refused', () =>
      refused(/bypasses row-level security/, async () => {
        const url = Object.assign(new URL(pooler.url), {
          username: 'postgres',
          password,
        });
        const wrong = new Connections(
          new Config({ DATABASE_URL: url.href, DATABASE_DIRECT_URL: direct, LOG_LEVEL: 'silent' }),
        );
        try {
          await new PlatformDatabase(wrong).ping();
        } finally {
          await wrong.onApplicationShutdown();
        }
      }),
    );
  } finally {
    await connections.onApplicationShutdown();
    await pooler.stop();
    await postgres.stop();
  }
}

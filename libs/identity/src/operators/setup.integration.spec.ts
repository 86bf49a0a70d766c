import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import type { SetupCreate } from '@tollgate/contracts';
import { CommandBus, Config, Connections, Logger, migrateDatabase, newId, PlatformDatabase } from '@tollgate/platform';
import { call, callAs, databaseUrl, password, unauthorized, validationFailed } from '@tollgate/testing';
import { Sessions } from '../access/sessions.reader.js';
import { Attempts } from '../credentials/attempts.js';
import type { KnownDevices } from '../credentials/known-devices.js';
import { Passwords } from '../credentials/passwords.js';
import { Proofs } from '../credentials/proofs.service.js';
import { TwoFactor } from '../credentials/two-factor.js';
import { Entries } from '../entries/entries.service.js';
import { IdentityDatabase } from '../identity.database.js';
import { identityMigrations } from '../identity.migrations.js';
import { PersonalEvents } from '../sessions/personal-events.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UnknownProxies } from '../sessions/unknown-proxies.js';
import type { OperatorOrganizations } from './operator-organizations.js';
import { Setup } from './setup.service.js';
import { SetupLinks } from './setup-links.js';

// The installation of the tests has people, so these need a database of their own on its server.
const name = `setup_${newId().replaceAll('-', '')}`;
const made: string[] = [];
/** Stands for the catalog, which makes the issuer of a new organization. */
const organizations = {
  insert: async (_userId: string, input: { name: string }) => made.push(input.name),
} as unknown as OperatorOrganizations;

let connections: Connections;
let database: IdentityDatabase;
let links: SetupLinks;
let setup: Setup;

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(databaseUrl());
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  await administer(`create database ${name}`);
  const url = new URL(databaseUrl());
  url.pathname = `/${name}`;
  await migrateDatabase(url.href, [identityMigrations], () => undefined);
  const secret = 'unused by this test of setups';
  const config = new Config({
    DATABASE_URL: url.href,
    ADMIN_API_KEY: secret,
    INTERNAL_TOKEN: secret,
    PUBLIC_URL: 'https://billing.example.com/billing',
    LOG_LEVEL: 'silent',
  });
  connections = new Connections(config);
  database = new IdentityDatabase(connections);
  const logger = new Logger(config);
  const [attempts, passwords] = [new Attempts(database), new Passwords()];
  const events = new PersonalEvents(database, { now: async () => Date.now() }, logger);
  const proofs = new Proofs(database, attempts, passwords, {} as TwoFactor, {} as KnownDevices);
  const sessions = new Sessions(new PlatformDatabase(connections));
  const proxies = new UnknownProxies(logger);
  const entries = new Entries(config, database, sessions, { now: async () => Date.now() }, logger);
  const commands = new CommandBus(config);
  const signIns = new SessionsService(database, proofs, sessions, entries, events, proxies, commands);
  links = new SetupLinks(database, config);
  setup = new Setup(database, attempts, passwords, signIns, organizations, events, logger);
});

afterAll(async () => {
  await connections.onApplicationShutdown();
  await administer(`drop database if exists ${name} with (force)`);
});

const run = (statement: ReturnType<typeof sql>) =>
  database.everyTenant(async (transaction) => (await statement.execute(transaction)).rows);

beforeEach(async () => {
  made.length = 0;
  for (const table of ['security_logs', 'sessions', 'memberships', 'credentials', 'users', 'organizations', 'attempts'])
    await run(sql`delete from ${sql.table(`identity.${table}`)}`);
});

const origin = { ipAddress: '192.0.2.7', userAgent: 'test', isConsole: true };
const input = (token: string, changes: Partial<SetupCreate> = {}): SetupCreate => ({
  token,
  email: ' Ada@Example.com ',
  password,
  ...changes,
});
const newToken = async (): Promise<string> => (await links.renew())?.url.split('#')[1] ?? '';
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: { body?: { error_details?: unknown } }) => error.body?.error_details ?? error,
  );
const invalid = { token: ['value_is_invalid'] };

async function addOrganization(id: string, sandbox = false): Promise<void> {
  await run(sql`
    insert into identity.organizations (id, name, hmac_key, document_number_prefix, sandbox, created_at)
    values (${id}, 'Demo', 'sealed', 'DEM', ${sandbox}, now())`);
}

describe('the setup link', () => {
  it('leads to the page of the public address, and ends the previous one', async () => {
    const link = await links.renew();
    expect(link?.url).toMatch(/^https:\/\/billing\.example\.com\/billing\/console\/welcome#[0-9a-f]{40}$/);
    expect(Math.round(((link?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000)).toBe(24);
    const [old, fresh] = [await newToken(), await newToken()];
    expect(await refusalOf(setup.run(input(old), origin))).toEqual(invalid);
    expect(await refusalOf(setup.run(input(fresh), origin))).toBeNull();
  });

  it('is stored as a hash, for 24 hours', async () => {
    const token = await newToken();
    expect(JSON.stringify(await run(sql`select * from identity.setup_links`))).not.toContain(token);
    await run(sql`update identity.setup_links set expires_at = now()`);
    expect(await refusalOf(setup.run(input(token), origin))).toEqual(invalid);
  });

  it('does not exist while there are people', async () => {
    const token = await newToken();
    await run(sql`insert into identity.users (id, email, created_at) values (${newId()}, 'bob@example.com', now())`);
    expect(await links.renew()).toBeNull();
    expect(await refusalOf(setup.run(input(token), origin))).toEqual(invalid);
    expect(await run(sql`select email from identity.users`)).toEqual([{ email: 'bob@example.com' }]);
  });
});

describe('the first person', () => {
  it('is operator of the installation, and admin of its first organization', async () => {
    const [first, second] = [newId(), newId()];
    await addOrganization(second, true);
    await addOrganization(first);
    const session = await setup.run(input(await newToken(), { name: 'Ada' }), origin);
    expect(session).toMatchObject({
      token: expect.stringMatching(/^tgs_/),
      user: { email: 'ada@example.com', name: 'Ada', operator: true },
      memberships: [{ organization: { svc_id: first }, roles: ['admin'], login_method_authorized: true }],
    });
    expect(made).toEqual([]);
    expect(await run(sql`select log_event, user_email from identity.security_logs`)).toEqual([
      { log_event: 'user.signed_up', user_email: 'ada@example.com' },
    ]);
  });

  it('makes the organization that it names, also beside a first one', async () => {
    await addOrganization(newId());
    await setup.run(input(await newToken(), { organization_name: 'Acme' }), origin);
    expect(made).toEqual(['Acme']);
  });

  it('is one of several who try at once', async () => {
    await addOrganization(newId());
    const token = await newToken();
    const emails = ['ada@example.com', 'bob@example.com', 'eve@example.com'];
    const outcomes = await Promise.all(emails.map((email) => refusalOf(setup.run(input(token, { email }), origin))));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome !== null)).toEqual([invalid, invalid]);
    expect(await run(sql`select 1 from identity.users`)).toHaveLength(1);
    expect(await run(sql`select 1 from identity.memberships`)).toHaveLength(1);
  });

  it('keeps the link after a refused password', async () => {
    const token = await newToken();
    expect(await refusalOf(setup.run(input(token, { password: 'ada@example.com' }), origin))).toEqual({
      password: ['value_is_too_common'],
    });
    expect(await refusalOf(setup.run(input(token), origin))).toBeNull();
  });

  it('cannot be found by trying tokens', async () => {
    const token = await newToken();
    for (let tried = 0; tried < 10; tried++)
      expect(await refusalOf(setup.run(input(`${tried}`), origin))).toEqual(invalid);
    expect(await refusalOf(setup.run(input(token), origin))).toMatchObject({ retry_after: expect.any(Number) });
    expect(await refusalOf(setup.run(input(token), { ...origin, ipAddress: '192.0.2.8' }))).toBeNull();
  });
});

describe('the calls of an installation with people', () => {
  it('make no further first person', async () => {
    const body = { setup: { token: 'a'.repeat(40), email: 'eve@example.com', password } };
    expect(await callAs(null, 'POST', '/setup', body)).toEqual(validationFailed(invalid));
    expect(await callAs(null, 'POST', '/setup', { setup: { token: 'a' } })).toEqual(
      validationFailed({ email: ['value_is_mandatory'], password: ['value_is_mandatory'] }),
    );
  });

  it('give the link to operators only', async () => {
    expect(await call('POST', '/admin/setup_link')).toEqual(unauthorized);
    expect(await call('POST', '/admin/setup_link', 'Bearer tg_other')).toEqual(unauthorized);
  });
});

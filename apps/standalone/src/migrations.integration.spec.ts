import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { appliedLines, migrateDatabase, newId, platformMigrations, ReleaseTooOld, stepsOf } from '@tollgate/platform';
import { databaseUrl } from '@tollgate/testing';
import pg from 'pg';
import { everyMigration } from './composition.js';
import { schemaOf } from './schema.fixture.js';

const tablesOfPreviousRelease = readFileSync(
  fileURLToPath(new URL('../../../tools/upgrade/previous-release.sql', import.meta.url)),
  'utf8',
);
const organizationId = newId();

/** Existing rows that migrations must handle. */
const rows = {
  'identity.organizations': `
    insert into identity.organizations (id, name, hmac_key, document_number_prefix, sandbox, created_at)
    values ('${organizationId}', 'Of before', 'sealed', 'OFB', false, now())`,
  'invoicing.queued_work': `
    insert into invoicing.queued_work (organization_id, queue, id, key, series, payload, asked_by)
    values ('${organizationId}', 'billing-run', '${newId()}', '0', '${newId()}', '{}', '${newId()}')`,
};

/** A database of its own on the server of the installation. */
class OwnDatabase {
  private readonly name = `migrations_${newId().replaceAll('-', '')}`;
  readonly url: string;

  constructor() {
    const url = new URL(databaseUrl());
    url.pathname = `/${this.name}`;
    this.url = url.href;
  }

  create = () => query(databaseUrl(), `create database ${this.name}`);
  drop = () => query(databaseUrl(), `drop database if exists ${this.name} with (force)`);
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

const migrated = async (url: string): Promise<string[]> => {
  const done: string[] = [];
  await migrateDatabase(url, everyMigration, (line) => done.push(line));
  return done;
};

const allNames = [platformMigrations, ...everyMigration].flatMap((each) =>
  stepsOf(each).map(({ name }) => `${each.schema}: ${name}`),
);

/** The report about a new database. */
const everyLine = [platformMigrations, ...everyMigration].flatMap((each) =>
  appliedLines(
    each,
    stepsOf(each).map(({ name }) => name),
  ),
);

describe('the migration of a database of the previous release', () => {
  const before = new OwnDatabase();
  const fresh = new OwnDatabase();
  let recorded: string[];

  beforeAll(async () => {
    await before.create();
    await fresh.create();
    await query(before.url, tablesOfPreviousRelease);
    recorded = await namesIn(before.url);
    for (const [table, insert] of Object.entries(rows))
      // Row-level security applies to the owner too.
      await query(
        before.url,
        `alter table ${table} no force row level security; ${insert}; alter table ${table} force row level security`,
      );
  });
  afterAll(() => Promise.all([before.drop(), fresh.drop()]));

  it('applies only the new migrations', async () => {
    expect(await migrated(before.url)).toEqual(allNames.filter((name) => !recorded.includes(name)));
    expect(await migrated(before.url)).toEqual([]);
  });

  it('retains the records of the previous release, so that its processes continue to work', async () => {
    expect(recorded.length).toBeGreaterThan(50);
    expect(await namesIn(before.url)).toEqual(expect.arrayContaining(recorded));
  });

  it('arrives at the schema of a new database', async () => {
    expect(await migrated(fresh.url)).toEqual(everyLine);
    const [now, expected] = await Promise.all([schemaOf(before.url), schemaOf(fresh.url)]);
    expect(expected.length).toBeGreaterThan(1000);
    expect(now).toEqual(expected);
  });

  it('preserves rows', async () => {
    await query(before.url, 'alter table identity.organizations no force row level security');
    expect(await query(before.url, 'select id from identity.organizations')).toEqual([{ id: organizationId }]);
    await query(before.url, 'alter table invoicing.queued_work no force row level security');
    expect(await query(before.url, 'select queue, key from invoicing.queued_work order by sequence')).toEqual([
      { queue: 'billing-run', key: '0' },
    ]);
  });
});

describe('the migration of a database of a release before the oldest one', () => {
  const old = new OwnDatabase();

  beforeAll(async () => {
    await old.create();
    await query(old.url, tablesOfPreviousRelease);
    // The last schema of all, so that no other one could be changed before it is read.
    await query(old.url, `delete from webhook_delivery.migrations where name = '005_refused_signatures'`);
  });
  afterAll(() => old.drop());

  it('is refused with the release to install first, and changes nothing', async () => {
    const state = async () => [await schemaOf(old.url), await namesIn(old.url)];
    const untouched = await state();
    await expect(migrated(old.url)).rejects.toThrow(ReleaseTooOld);
    await expect(migrated(old.url)).rejects.toThrow(
      'The database is of a release before 0.2.0: schema webhook_delivery lacks the migration 005_refused_signatures. ' +
        'Nothing was changed. Install release 0.2.0 first and start it once; then install this one.',
    );
    expect(await state()).toEqual(untouched);
  });
});

describe('the migration of an empty database', () => {
  const fresh = new OwnDatabase();

  beforeAll(() => fresh.create());
  afterAll(() => fresh.drop());

  it('is made once by two processes that start together', async () => {
    const both = await Promise.all([migrated(fresh.url), migrated(fresh.url)]);
    expect(both.flat().sort()).toEqual([...everyLine].sort());
    expect(everyLine).toContain('wallet: the tables of 0.2.0');
    expect((await namesIn(fresh.url)).sort()).toEqual([...allNames].sort());
  });

  it('is left alone where a later version has migrated it further', async () => {
    await query(fresh.url, `insert into wallet.migrations values ('999_later', '2099-01-01T00:00:00.000Z')`);
    expect(await migrated(fresh.url)).toEqual([]);
    expect(await namesIn(fresh.url)).toContain('wallet: 999_later');
  });
});

/** The recorded migrations of a database, as `schema: name`. */
async function namesIn(url: string): Promise<string[]> {
  const schemas = [platformMigrations, ...everyMigration].map(({ schema }) => schema);
  const statement = schemas
    .map((schema) => `select '${schema}: ' || name as name from ${schema}.migrations`)
    .join(' union all ');
  return (await query(url, statement)).map(({ name }) => String(name));
}

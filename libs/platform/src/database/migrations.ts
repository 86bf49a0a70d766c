import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { installChangeTriggers, lockRights } from './change-triggers.js';
import { checkOldestRelease } from './oldest-release.js';
import { platformMigrations } from './platform.migrations.js';
import { recordedMigrations } from './recorded-migrations.js';
import { stepsOf, type SchemaMigration, type SchemaMigrations } from './schema-migrations.js';
import type { Transaction } from './transaction.js';
import { everyTenantRoleOf, roleOf, type SchemaName } from './tenancy.js';

/**
 * Brings the database up to date: roles, schemas, tables, rights. Safe to run any number of times and by several
 * processes at once (the migrator takes a lock).
 * @param url of a role that may create roles and schemas
 * @throws ReleaseTooOld if the database is older than the baselines; then it stays as it is
 */
export async function migrateDatabase(
  url: string,
  features: SchemaMigrations[],
  report: (line: string) => void,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const database = new Kysely<Record<never, never>>({ dialect: new PostgresDialect({ pool }) });
  try {
    const all = [platformMigrations, ...features];
    await checkOldestRelease(database, all);
    await prepareRoles(
      database,
      all.map(({ schema }) => schema),
    );
    for (const migrations of all) {
      const { schema } = migrations;
      const migrator = new Migrator({
        db: database,
        // The migrator calls it under its lock.
        provider: {
          getMigrations: async () =>
            Object.fromEntries((await stepsOn(database, migrations)).map((step) => [step.name, applied(step)])),
        },
        migrationTableSchema: schema,
        migrationTableName: 'migrations',
        migrationLockTableName: 'migrations_lock',
      });
      const { error, results } = await migrator.migrateToLatest();
      const done = (results ?? []).filter(({ status }) => status === 'Success').map((result) => result.migrationName);
      for (const line of appliedLines(migrations, done)) report(line);
      if (error) throw error as Error;
    }
    await grantRights(
      database,
      all.map(({ schema }) => schema),
    );
    await installChangeTriggers(
      database,
      all.map(({ schema }) => schema),
    );
  } finally {
    await database.destroy();
  }
}

/** All steps, and those that a later version has applied: a return to this one leaves them alone. */
async function stepsOn(database: Transaction, migrations: SchemaMigrations): Promise<readonly SchemaMigration[]> {
  const steps = stepsOf(migrations);
  const known = new Set(steps.map(({ name }) => name));
  const recorded = await recordedMigrations(database, migrations.schema);
  return [...steps, ...[...recorded].filter((name) => !known.has(name)).map((name) => ({ name, sql: '' }))];
}

/** A line for each applied migration, and one for those of the baseline. */
export function appliedLines({ schema, baseline }: SchemaMigrations, names: readonly string[]): string[] {
  const [first, ...others] = baseline?.names ?? [];
  return names
    .filter((name) => !others.includes(name))
    .map((name) => `${schema}: ${name === first ? `the tables of ${baseline?.release}` : name}`);
}

const applied = ({ sql: text }: SchemaMigration): Migration => ({
  up: async (database) => void (text !== '' && (await sql.raw(text).execute(database))),
});

async function prepareRoles(database: Transaction, schemas: SchemaName[]): Promise<void> {
  const role = (name: string) => `
    if not exists (select from pg_roles where rolname = '${name}') then create role ${name} nologin; end if;`;
  const roles = schemas.flatMap((schema) => [roleOf(schema), everyTenantRoleOf(schema)]);
  const statements = [
    role('tollgate_every_tenant'),
    ...roles.map(role),
    ...schemas.map(
      (schema) => `
      execute format('create schema if not exists ${schema}');
      grant ${roleOf(schema)} to current_user;
      grant ${everyTenantRoleOf(schema)} to ${roleOf(schema)} with inherit false, set true;
      grant tollgate_every_tenant to ${everyTenantRoleOf(schema)} with inherit true;`,
    ),
  ];
  await sql
    .raw(
      `
    do $$ begin
      perform pg_advisory_xact_lock(7140001);
      ${statements.join('\n')}
    end $$`,
    )
    .execute(database);
}

async function grantRights(database: Transaction, schemas: SchemaName[]): Promise<void> {
  const every = schemas.flatMap((schema) => [roleOf(schema), everyTenantRoleOf(schema)]).join(', ');
  const grants = schemas.map(
    (schema) => `
    grant usage on schema ${schema} to ${every};
    grant select on all tables in schema ${schema} to ${every};
    grant all on all tables in schema ${schema} to ${roleOf(schema)}, ${everyTenantRoleOf(schema)};
    grant usage on all sequences in schema ${schema} to ${roleOf(schema)}, ${everyTenantRoleOf(schema)};`,
  );
  // Two processes must not change the rights of one schema at once.
  await sql.raw([lockRights, ...grants].join('\n')).execute(database);
}

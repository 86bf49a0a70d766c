import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { installChangeTriggers } from './change-triggers.js';
import { platformMigrations } from './platform.migrations.js';
import { stepsOf, type SchemaMigration, type SchemaMigrations } from './schema-migrations.js';
import { everyTenantRoleOf, roleOf, type SchemaName } from './tenancy.js';

/**
 * Brings the database up to date: roles, schemas, tables, rights. Safe to run any number of times and by several
 * processes at once (the migrator takes a lock).
 * @param url of a role that may create roles and schemas
 */
export async function migrateDatabase(
  url: string,
  features: SchemaMigrations[],
  report: (line: string) => void,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const all = [platformMigrations, ...features];
    await prepareRoles(
      database,
      all.map(({ schema }) => schema),
    );
    for (const { schema, migrations } of all) {
      const steps = stepsOf({ schema, migrations });
      const migrator = new Migrator({
        db: database,
        provider: {
          getMigrations: () => Promise.resolve(Object.fromEntries(steps.map((step) => [step.name, applied(step)]))),
        },
        migrationTableSchema: schema,
        migrationTableName: 'migrations',
        migrationLockTableName: 'migrations_lock',
      });
      const { error, results } = await migrator.migrateToLatest();
      for (const result of results ?? []) if (result.status === 'Success') report(`${schema}: ${result.migrationName}`);
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

const applied = ({ sql: text }: SchemaMigration): Migration => ({
  up: async (database) => void (await sql.raw(text).execute(database)),
});

async function prepareRoles(database: Kysely<unknown>, schemas: SchemaName[]): Promise<void> {
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

async function grantRights(database: Kysely<unknown>, schemas: SchemaName[]): Promise<void> {
  const every = schemas.flatMap((schema) => [roleOf(schema), everyTenantRoleOf(schema)]).join(', ');
  const grants = schemas.map(
    (schema) => `
    grant usage on schema ${schema} to ${every};
    grant select on all tables in schema ${schema} to ${every};
    grant all on all tables in schema ${schema} to ${roleOf(schema)}, ${everyTenantRoleOf(schema)};
    grant usage on all sequences in schema ${schema} to ${roleOf(schema)}, ${everyTenantRoleOf(schema)};`,
  );
  await sql.raw(grants.join('\n')).execute(database);
}

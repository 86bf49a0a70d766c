import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { protectTable, everyTenantRoleOf, roleOf, type SchemaName } from './tenancy.js';

/** The migrations of one schema: name to SQL, in the order of their names. Applied ones never change. */
export interface SchemaMigrations {
  schema: SchemaName;
  migrations: Record<string, string>;
  /** Columns of tables with the key `id` that hold secrets; they are sealed (`SecretBox`). */
  secrets?: { table: string; column: string }[];
}

/** What every service's schema has: outbox, inbox, answers of commands. */
const messagingTables = (schema: SchemaName): string => `
  create table ${schema}.outbox (
    sequence bigint generated always as identity primary key,
    id uuid not null unique,
    organization_id uuid not null,
    type text not null,
    key text not null,
    payload jsonb not null,
    occurred_at timestamptz not null,
    request_id text
  );
  ${protectTable(schema, 'outbox')}
  create table ${schema}.inbox (
    message_id uuid primary key,
    organization_id uuid not null,
    type text not null,
    handled_at timestamptz not null default now()
  );
  create index inbox_handled_at on ${schema}.inbox (handled_at);
  ${protectTable(schema, 'inbox')}
  create table ${schema}.command_answers (
    idempotency_key text primary key,
    organization_id uuid not null,
    answer jsonb not null,
    answered_at timestamptz not null default now()
  );
  ${protectTable(schema, 'command_answers')}`;

export const platformMigrations: SchemaMigrations = {
  schema: 'platform',
  migrations: {
    '001_in_flight': `
      create table platform.in_flight (
        organization_id uuid not null,
        id text not null,
        since timestamptz not null default now(),
        primary key (organization_id, id)
      );
      ${protectTable('platform', 'in_flight')}
      grant all on platform.in_flight to public;
      create table platform.dead_letters (
        message_id uuid not null,
        consumer text not null,
        organization_id uuid not null,
        message jsonb not null,
        error text not null,
        parked_at timestamptz not null default now(),
        primary key (message_id, consumer)
      );
      ${protectTable('platform', 'dead_letters')}`,
    '002_parked': `
      create table platform.parked (
        id uuid primary key,
        organization_id uuid not null,
        service text not null,
        kind text not null,
        key text not null,
        reason text not null,
        details text not null,
        -- Not jsonb: that refuses characters that events may hold, and what is refused is parked here.
        payload json not null check (octet_length(payload::text) <= 4194304),
        tries integer not null,
        parked_at timestamptz not null default now(),
        last_tried_at timestamptz,
        unique (organization_id, service, kind, key)
      );
      create index parked_by_age on platform.parked (service, kind, parked_at);
      grant select, insert, update, delete on platform.parked to public;
      -- Parked messages of before. Row-level security is forced on owners too, so it is lifted while rows are moved.
      alter table platform.dead_letters no force row level security;
      insert into platform.parked (id, organization_id, service, kind, key, reason, details, payload, tries, parked_at)
      select gen_random_uuid(), organization_id, replace(consumer, '_', '-'), 'message', message_id::text, 'unknown', error, message::json, 12, parked_at
      from platform.dead_letters;
      delete from platform.dead_letters;
      alter table platform.dead_letters force row level security;
      ${protectTable('platform', 'parked')}
      -- Processes of the version before go on writing dead letters until they are replaced: these land here too.
      create function platform.park_dead_letter() returns trigger language plpgsql as $park$
      begin
        insert into platform.parked (id, organization_id, service, kind, key, reason, details, payload, tries)
        values (gen_random_uuid(), new.organization_id, replace(new.consumer, '_', '-'), 'message', new.message_id::text,
                'unknown', new.error, new.message::json, 12)
        on conflict (organization_id, service, kind, key) do nothing;
        return null;
      end $park$;
      create trigger park before insert on platform.dead_letters for each row execute function platform.park_dead_letter()`,
    '003_message_contents': `
      create table platform.message_contents (
        message_id uuid primary key,
        organization_id uuid not null,
        content json not null,
        stored_at timestamptz not null default now()
      );
      create index message_contents_stored_at on platform.message_contents (stored_at);
      grant select, insert on platform.message_contents to public;
      ${protectTable('platform', 'message_contents')}`,
    '004_pending_jobs': `
      create table platform.pending_jobs (
        organization_id uuid not null,
        job text not null,
        id text not null,
        payload json not null,
        since timestamptz not null default now(),
        -- By the clock of the process that asked for it.
        asked_at timestamptz not null,
        looked_at_after timestamptz not null,
        restored integer not null default 0,
        primary key (organization_id, job, id)
      );
      create index pending_jobs_to_look_at on platform.pending_jobs (looked_at_after);
      ${protectTable('platform', 'pending_jobs')}`,
  },
};

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
      const steps = Object.fromEntries(
        Object.entries(stepsOf({ schema, migrations })).map(([name, text]) => [name, step(text)]),
      );
      const migrator = new Migrator({
        db: database,
        provider: { getMigrations: async () => steps },
        migrationTableSchema: schema,
        migrationTableName: 'migrations',
        migrationLockTableName: 'migrations_lock',
      });
      const { error, results } = await migrator.migrateToLatest();
      for (const result of results ?? []) if (result.status === 'Success') report(`${schema}: ${result.migrationName}`);
      if (error) throw error;
    }
    await grantRights(
      database,
      all.map(({ schema }) => schema),
    );
  } finally {
    await database.destroy();
  }
}

/** Every migration of a schema, with that of the tables that each service's schema has: name to SQL. */
export const stepsOf = ({ schema, migrations }: SchemaMigrations): Record<string, string> =>
  schema === 'platform' ? migrations : { '000_messaging': messagingTables(schema), ...migrations };

const step = (text: string): Migration => ({ up: async (database) => void (await sql.raw(text).execute(database)) });

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

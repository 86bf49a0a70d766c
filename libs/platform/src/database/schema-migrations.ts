import { protectTable, type SchemaName } from './tenancy.js';

/** One change of a schema, in a file of its own: `migrations/NUMBER-WORDS.ts`. An applied one never changes. */
export interface SchemaMigration {
  /** The permanent name that databases record: `NUMBER_words`. Renumbered files retain their old name. */
  name: string;
  sql: string;
}

/** The migrations of one schema, in the order of application. */
export interface SchemaMigrations {
  schema: SchemaName;
  migrations: readonly SchemaMigration[];
  /** Columns with sealed secrets (`SecretBox`), in tables with the key `id`. */
  secrets?: { table: string; column: string }[];
}

/** Every migration of a schema in order, including that of the tables common to all services' schemas. */
export const stepsOf = ({ schema, migrations }: SchemaMigrations): readonly SchemaMigration[] =>
  schema === 'platform' ? migrations : [messagingTables(schema), ...migrations];

/** The tables of every service's schema: outbox, inbox, answers of commands. */
const messagingTables = (schema: SchemaName): SchemaMigration => ({
  name: '000_messaging',
  sql: `
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
  ${protectTable(schema, 'command_answers')}`,
});

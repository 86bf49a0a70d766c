import { protectTable, type SchemaName } from './tenancy.js';

/** One change of a schema, in a file of its own: `migrations/NUMBER-WORDS.ts`. An applied one never changes. */
export interface SchemaMigration {
  /** What databases record when it was applied, for good: `NUMBER_words`. Files that once had another number keep that. */
  name: string;
  sql: string;
}

/** The migrations of one schema, in the order in which they are applied. */
export interface SchemaMigrations {
  schema: SchemaName;
  migrations: readonly SchemaMigration[];
  /** Columns of tables with the key `id` that hold secrets; they are sealed (`SecretBox`). */
  secrets?: { table: string; column: string }[];
}

/** Every migration of a schema in its order, with that of the tables that each service's schema has. */
export const stepsOf = ({ schema, migrations }: SchemaMigrations): readonly SchemaMigration[] =>
  schema === 'platform' ? migrations : [messagingTables(schema), ...migrations];

/** What every service's schema has: outbox, inbox, answers of commands. */
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

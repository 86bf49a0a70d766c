import { protectTable, type SchemaName } from './tenancy.js';

/** One change of a schema, in a file of its own: `migrations/NUMBER-WORDS.ts`. An applied one never changes. */
export interface SchemaMigration {
  /** The permanent name that databases record: `NUMBER_words`. Renumbered files retain their old name. */
  name: string;
  sql: string;
}

/** The migrations of a schema until a release, folded into one. Written for a release, it never changes. */
export interface Baseline {
  /** The release. A database of an older one is refused. */
  release: string;
  /** The names of those migrations, in order: every database of the release records them. */
  names: readonly string[];
  /** The tables as the release has them, for an empty schema. */
  sql: string;
}

/** The migrations of one schema, in the order of application. */
export interface SchemaMigrations {
  schema: SchemaName;
  baseline?: Baseline;
  /** Those since the baseline. */
  migrations: readonly SchemaMigration[];
  /** Columns with sealed secrets (`SecretBox`), in tables with the key `id`. */
  secrets?: { table: string; column: string }[];
}

/** Every migration of a schema in order, including that of the tables common to all services' schemas. */
export const stepsOf = ({ schema, baseline, migrations }: SchemaMigrations): readonly SchemaMigration[] => [
  ...(schema === 'platform' ? [] : [messagingTables(schema)]),
  ...(baseline ? stepsOfBaseline(baseline) : []),
  ...migrations,
];

/**
 * A new database records the names of the baseline, too: processes of its release expect them. The first one brings the
 * tables, the others nothing.
 */
const stepsOfBaseline = ({ names, sql }: Baseline): SchemaMigration[] =>
  names.map((name, place) => ({ name, sql: place === 0 ? sql : '' }));

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
    request_id text,
    traceparent text
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

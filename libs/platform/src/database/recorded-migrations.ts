import { sql } from 'kysely';
import type { Transaction } from './transaction.js';
import type { SchemaName } from './tenancy.js';

/** Reads the names of the migrations that a database records for a schema: none if it has no such schema. */
export async function recordedMigrations(database: Transaction, schema: SchemaName): Promise<Set<string>> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass(${`${schema}.migrations`}) is not null as there`.execute(database);
  if (!tables[0]?.there) return new Set();
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(`${schema}.migrations`)}`.execute(database);
  return new Set(rows.map(({ name }) => name));
}

import { sql } from 'kysely';
import { everyTenantRoleOf, type SchemaName } from './tenancy.js';
import type { TenantTransaction } from './transaction.js';

/** A table in which parts of texts are found by an index: `SCHEMA.TABLE`. */
export type IndexedTable = `${SchemaName}.${string}`;

/** The most rows that a list reads by their ids. Those of a more frequent term are found soonest in the order of the list. */
const mostCandidates = 10_000;

/**
 * SQL of a migration that makes parts of texts in a table findable. It creates an index of all triples of letters, and
 * the function that `rowsContaining` calls.
 *
 * Row-level security lets no index search for parts of texts, because errors of the comparison could reveal texts of
 * others. So the function reads as the role of every tenant, and states the organization of the transaction itself.
 * @param columns texts of the table that seldom change
 */
export function indexTexts(schema: SchemaName, table: string, columns: readonly string[]): string {
  const role = everyTenantRoleOf(schema);
  const contains = columns.map((column) => `${column} ilike pattern`).join(' or ');
  return `
    create extension if not exists pg_trgm;
    create extension if not exists btree_gin;
    create index if not exists ${table}_texts on ${schema}.${table}
      using gin (organization_id, ${columns.map((column) => `${column} gin_trgm_ops`).join(', ')})
      with (gin_pending_list_limit = 512);
    create function ${schema}.${table}_containing(pattern text, most integer) returns setof uuid
      language plpgsql stable security definer
      set search_path = pg_catalog, pg_temp
      set plan_cache_mode = force_custom_plan
      as $containing$ begin
        return query select id from ${schema}.${table}
          where organization_id = nullif(current_setting('app.organization_id', true), '')::uuid and (${contains})
          limit most;
      end $containing$;
    grant create on schema ${schema} to ${role};
    alter function ${schema}.${table}_containing(text, integer) owner to ${role};
    revoke create on schema ${schema} from ${role};`;
}

/** A pattern of `ilike` for texts that contain a term literally. */
export const containing = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;

/** The index has triples of letters and digits: a term without one needs another way. */
const isIndexed = (term: string): boolean => /[\p{L}\p{N}]{3}/u.test(term);

/**
 * Finds the rows of a table with a term in one of its indexed texts, of every state.
 * @param most how many rows are of use
 * @returns their ids; null when the index cannot find the term, or too many rows contain it
 */
export async function rowsContaining(
  transaction: TenantTransaction,
  table: IndexedTable,
  term: string,
  most = mostCandidates,
): Promise<string[] | null> {
  if (!isIndexed(term)) return null;
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.raw(`${table}_containing`)}(${containing(term)}, ${most + 1}) as id`.execute(transaction);
  return rows.length > most ? null : rows.map(({ id }) => id);
}

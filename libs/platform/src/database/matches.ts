import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { isId } from '../ids.js';
import { containing, rowsContaining, type IndexedTable } from './indexed-texts.js';
import type { TenantTransaction } from './transaction.js';

/** Where a search looks; columns may have the name of their table before them. */
export interface SearchedColumns {
  id: string;
  createdAt: string;
  /** Columns with identifiers, which an index finds. */
  exact: readonly string[];
  /** Columns of which a part may match. */
  contained: readonly string[];
  /** The table whose index finds these parts, if it has one. */
  indexed?: IndexedTable;
  /** SQL that an index serves, for rows that the term names in another way, such as by their amount. */
  otherwise?: RawBuilder<boolean>;
}

export interface Matches<O> {
  /** Those with the identifier come first, then the newest. */
  rows: (O & { exact: boolean })[];
  /** Whether the search came to its end. */
  complete: boolean;
}

/** A search for parts of texts reads rows until it has enough. It ends after this time. */
const longestSearchMs = 250;
/** The newest few of more rows are found soonest from the newest on. */
const mostCandidates = 1_000;
const statementTimeout = '57014';

/**
 * Finds rows by an identifier, then those that contain a term, newest first, in four statements at most. The caller reads
 * nothing in the transaction afterwards: a search that takes too long aborts it.
 * @param query without an order
 */
export async function findMatches<DB, TB extends keyof DB, O extends { id: string }>(
  transaction: TenantTransaction,
  query: SelectQueryBuilder<DB, TB, O>,
  columns: SearchedColumns,
  { term, most }: { term: string; most: number },
): Promise<Matches<O>> {
  const identified = await query.where(identifies(columns, term)).limit(most).execute();
  const exact = identified.map((row) => ({ ...row, exact: true }));
  if (exact.length === most) return { rows: exact, complete: true };
  const found = await containingRows(transaction, query, columns, { term, most });
  if (!found) return { rows: exact, complete: false };
  const known = new Set(exact.map(({ id }) => id));
  const others = [...new Map(found.map((row) => [row.id, row])).values()]
    .filter(({ id }) => !known.has(id))
    .map((row) => ({ ...row, exact: false }));
  return { rows: [...exact, ...others].slice(0, most), complete: true };
}

function identifies({ id, exact }: SearchedColumns, term: string): RawBuilder<boolean> {
  const equal = exact.map((column) => sql<boolean>`${sql.ref(column)} = ${term}`);
  if (isId(term)) equal.push(sql<boolean>`${sql.ref(id)} = ${term}::uuid`);
  return equal.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(equal, sql` or `)})`;
}

/** @returns null when the time was not enough */
async function containingRows<DB, TB extends keyof DB, O>(
  transaction: TenantTransaction,
  query: SelectQueryBuilder<DB, TB, O>,
  { id, contained, createdAt, indexed, otherwise }: SearchedColumns,
  { term, most }: { term: string; most: number },
): Promise<O[] | null> {
  const newest = (rows: SelectQueryBuilder<DB, TB, O>) =>
    rows.orderBy(sql.ref(createdAt), 'desc').limit(most).execute();
  const pattern = containing(term);
  const matches = contained.map((column) => sql<boolean>`${sql.ref(column)} ilike ${pattern}`);
  await sql.raw(`set local statement_timeout = ${longestSearchMs}`).execute(transaction);
  try {
    const candidates = indexed ? await rowsContaining(transaction, indexed, term, mostCandidates) : null;
    const narrowed = candidates ? query.where(sql<boolean>`${sql.ref(id)} = any(${candidates}::uuid[])`) : query;
    const found = await newest(narrowed.where(sql<boolean>`(${sql.join(matches, sql` or `)})`));
    return otherwise ? [...found, ...(await newest(query.where(otherwise)))] : found;
  } catch (error) {
    if ((error as { code?: unknown }).code !== statementTimeout) throw error;
    return null;
  }
}

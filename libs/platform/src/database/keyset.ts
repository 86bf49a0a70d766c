import type { ChangeColumns } from '@tollgate/contracts';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';

/** The position of a walk over rows. */
export interface Walk {
  /** Where the rows before ended (`next`), or the id of the last one; null at the beginning. */
  after: string | null;
  /** The walk ignores rows created later. */
  until: Date;
  limit: number;
  /** The walk ignores rows without a change since then. */
  changed?: { columns: ChangeColumns; from: Date };
}

/** Rows of a walk. */
export interface Walked<O> {
  rows: O[];
  /** At the beginning, the number of all rows. */
  total: number | null;
  /** Where rows begin behind each of them, even when it is deleted meanwhile. */
  places: string[];
  /** Where the next rows begin; null at the end. */
  next: string | null;
}

/**
 * Reads the next rows of a query over one table, oldest first. It reads each row once, regardless of concurrent
 * changes.
 * @param query without an order
 */
export async function walk<DB, TB extends keyof DB, O extends { id: string }>(
  query: SelectQueryBuilder<DB, TB, O>,
  table: string,
  { after, until, limit, changed }: Walk,
): Promise<Walked<O>> {
  const [createdAt, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)];
  let walkedRows = query.where(sql<boolean>`${createdAt} <= ${until}`);
  if (changed) walkedRows = walkedRows.where(sql<boolean>`${latestOf(table, changed.columns)} >= ${changed.from}`);
  const remainingRows =
    after === null ? walkedRows : walkedRows.where(sql<boolean>`(${createdAt}, ${id}) > (${keyOf(after, table)})`);
  const read = (await remainingRows
    .select(sql<string>`(extract(epoch from ${createdAt}) * 1000000)::bigint::text`.as('walked_at') as never)
    .orderBy(createdAt)
    .orderBy(id)
    .limit(limit)
    .execute()) as unknown as (O & { walked_at: string })[];
  const places = read.map((row) => `${row.walked_at} ${row.id}`);
  return {
    rows: read.map((row) => withoutPlace(row)),
    total: after === null ? await count(walkedRows) : null,
    places,
    next: read.length < limit ? null : (places.at(-1) ?? null),
  };
}

/** When a row changed last. Indexes over times of changes have this very expression. */
export const latestOf = (table: string, columns: ChangeColumns): RawBuilder<Date> =>
  sql`greatest(${sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))})`;

/** The key after which rows follow: microseconds and id, or that of the row with an id. */
function keyOf(after: string, table: string): RawBuilder<unknown> {
  const [first = '', id] = after.split(' ');
  return id === undefined
    ? sql`select seen.created_at, seen.id from ${sql.table(table)} seen where seen.id = ${first}`
    : sql`timestamptz 'epoch' + ${first}::bigint * interval '1 microsecond', ${id}::uuid`;
}

function withoutPlace<O extends object>({ walked_at: _, ...row }: O & { walked_at: string }): O {
  return row as unknown as O;
}

async function count<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const counted = await query
    .clearSelect()
    .select(sql<bigint>`count(*)`.as('total'))
    .executeTakeFirst();
  return Number((counted as { total: bigint } | undefined)?.total ?? 0n);
}

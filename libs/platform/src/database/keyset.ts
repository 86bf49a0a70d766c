import { sql, type SelectQueryBuilder } from 'kysely';

/** The position of a walk over rows. */
export interface Walk {
  /** Id of the last row that it read; null at the beginning. */
  after: string | null;
  /** The walk ignores rows created later. */
  until: Date;
  limit: number;
}

/**
 * Reads the next rows of a query over one table, oldest first. It reads each row once, regardless of concurrent
 * changes.
 * @param query without an order
 * @returns the rows, and at the beginning their total number
 */
export async function walk<DB, TB extends keyof DB, O extends { id: string }>(
  query: SelectQueryBuilder<DB, TB, O>,
  table: string,
  { after, until, limit }: Walk,
): Promise<{ rows: O[]; total: number | null }> {
  const [createdAt, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)];
  const walkedRows = query.where(sql<boolean>`${createdAt} <= ${until}`);
  const remainingRows =
    after === null
      ? walkedRows
      : walkedRows.where(
          sql<boolean>`(${createdAt}, ${id}) > (select seen.created_at, seen.id from ${sql.table(table)} seen where seen.id = ${after})`,
        );
  const rows = await remainingRows.orderBy(createdAt).orderBy(id).limit(limit).execute();
  return { rows, total: after === null ? await count(walkedRows) : null };
}

async function count<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const counted = await query
    .clearSelect()
    .select(sql<bigint>`count(*)`.as('total'))
    .executeTakeFirst();
  return Number((counted as { total: bigint } | undefined)?.total ?? 0n);
}

import { sql, type SelectQueryBuilder } from 'kysely';
import type { Meta } from '@tollgate/contracts';

/** The requested page of a list. */
export interface Page {
  page: number;
  per_page: number;
}

/** The `meta` of a list (catalog, section 1.6). */
export function metaOf({ page, per_page }: Page, totalCount: number): Meta {
  if (totalCount === 0) return { current_page: 0, next_page: null, prev_page: null, total_pages: 0, total_count: 0 };
  const totalPages = Math.ceil(totalCount / per_page);
  return {
    current_page: page,
    next_page: page < totalPages ? page + 1 : null,
    prev_page: page > 1 ? page - 1 : null,
    total_pages: totalPages,
    total_count: totalCount,
  };
}

/** Runs an ordered query for one page, and counts all its rows. */
export async function paginate<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: Page,
): Promise<{ rows: O[]; meta: Meta }> {
  const counted = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<bigint>`count(*)`.as('total'))
    .executeTakeFirst();
  const rows = await query
    .limit(page.per_page)
    .offset((page.page - 1) * page.per_page)
    .execute();
  return { rows, meta: metaOf(page, Number((counted as { total: bigint } | undefined)?.total ?? 0n)) };
}

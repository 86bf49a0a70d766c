import { sql, type RawBuilder } from 'kysely';
import type { Meta } from '@tollgate/contracts';
import { metaOf, type Page, type TenantTransaction } from '@tollgate/platform';

/** A page of rows, with the place of the page and the sums of all rows. */
export interface SummedPage<Row> {
  rows: Row[];
  meta: Meta;
}

/**
 * Reads a page of rows by customer and currency, the greatest amounts first, in two statements.
 * @param rows SQL of all rows, with `customer_id` and `currency`
 * @param amount the column of the amounts, in cents
 */
export async function pageOfAmounts<Row>(
  transaction: TenantTransaction,
  rows: RawBuilder<unknown>,
  amount: string,
  page: Page,
): Promise<SummedPage<Row>> {
  const sums = await sql<{ currency: string; count: number; cents: string }>`
    select currency, count(*)::int as count, sum(${sql.ref(amount)})::text as cents from (${rows}) row
    group by currency order by currency`.execute(transaction);
  const found = await sql<Row>`
    select * from (${rows}) row order by currency, ${sql.ref(amount)} desc, customer_id
    limit ${page.per_page} offset ${(page.page - 1) * page.per_page}`.execute(transaction);
  const total = sums.rows.reduce((all, { count }) => all + count, 0);
  return {
    rows: found.rows,
    meta: {
      ...metaOf(page, total),
      sums: sums.rows.map(({ currency, cents }) => ({ currency, amount_cents: Number(cents) })),
    },
  };
}

import { sql, type RawBuilder } from 'kysely';
import { ageingBuckets, type AgeingBucket, type Meta, type MrrMovementType } from '@tollgate/contracts';
import { metaOf, type Page, type TenantTransaction } from '@tollgate/platform';
import { priceChanges, type PriceSpan } from '@tollgate/subscription/reader';
import { bucketOf, openInvoices } from './receivables.repository.js';

/** Open amounts of a customer in a currency, in cents. */
export type AgeingRow = Record<AgeingBucket, bigint> & {
  customer_id: string;
  currency: string;
  due: bigint;
  invoices: number;
};

/** Recurring revenue of a customer in a currency now and then, in cents. */
export interface CustomerMrrRow {
  customer_id: string;
  currency: string;
  amount: bigint;
  former: bigint;
  movement: MrrMovementType;
}

/** A page of rows, with the place of the page and the sums of all rows. */
export interface SummedPage<Row> {
  rows: Row[];
  meta: Meta;
}

/** Reads the open amounts of customers, the greatest first: two statements for any number (customers, section 12.3). */
export async function readAgeing(
  transaction: TenantTransaction,
  today: string,
  { currency, ...page }: Page & { currency: string | null },
): Promise<SummedPage<AgeingRow>> {
  const dues = ageingBuckets.map(
    (bucket) => sql`coalesce(sum(due) filter (where bucket = ${bucket}), 0)::bigint as ${sql.ref(bucket)}`,
  );
  const rows = sql`
    select customer_id, currency, sum(due)::bigint as due, count(*)::int as invoices, ${sql.join(dues)}
    from (select *, ${bucketOf(sql.raw('payment_due_date'), today)} as bucket from (${openInvoices(transaction)}) unpaid
          where ${currency}::text is null or currency = ${currency}) unpaid
    group by customer_id, currency`;
  return pageOf<AgeingRow>(transaction, rows, 'due', page);
}

/** Reads recurring revenue of customers, the greatest first: two statements for any number (customers, section 12.3). */
export async function readCustomerMrr(
  transaction: TenantTransaction,
  span: PriceSpan,
  { currency, movement, ...page }: Page & { currency: string | null; movement: MrrMovementType | null },
): Promise<SummedPage<CustomerMrrRow>> {
  const rows = sql`
    select * from (${priceChanges(transaction, span)}) change
    where (${currency}::text is null or currency = ${currency})
      and (${movement}::text is null or movement = ${movement})`;
  return pageOf<CustomerMrrRow>(transaction, rows, 'amount', page);
}

async function pageOf<Row>(
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

import { sql } from 'kysely';
import { ageingBuckets, type AgeingBucket, type MrrMovementType } from '@tollgate/contracts';
import type { Page, TenantTransaction } from '@tollgate/platform';
import { priceChanges, type PriceSpan } from '@tollgate/subscription/reader';
import { bucketOf, openInvoices } from './receivables.repository.js';
import { pageOfAmounts, type SummedPage } from './summed-pages.js';

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
  return pageOfAmounts<AgeingRow>(transaction, rows, 'due', page);
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
  return pageOfAmounts<CustomerMrrRow>(transaction, rows, 'amount', page);
}

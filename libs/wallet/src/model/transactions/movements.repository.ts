import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';

/**
 * Adds up what settled transactions changed in each day or hour (UTC), from that of an instant on. Reserved ones count:
 * they have lowered the balance already.
 */
export async function movementsOf(
  transaction: TenantTransaction,
  walletId: string,
  granularity: 'day' | 'hour',
  from: Date,
): Promise<{ start: number; cents: bigint; credits: Decimal }[]> {
  const sign = sql`case when transaction_type = 'inbound' then 1 else -1 end`;
  const start = sql`date_trunc(${granularity}, settled_at at time zone 'UTC') at time zone 'UTC'`;
  const { rows } = await sql<{ start: Date; cents: bigint; credits: string }>`
    select ${start} as start, sum(${sign} * amount_cents)::bigint as cents, sum(${sign} * credit_amount)::text as credits
    from wallet.transactions
    where organization_id = ${transaction.organizationId} and wallet_id = ${walletId} and status = 'settled'
      and settled_at >= date_trunc(${granularity}, ${from}::timestamptz at time zone 'UTC') at time zone 'UTC'
    group by 1
  `.execute(transaction);
  return rows.map((row) => ({ start: row.start.getTime(), cents: row.cents, credits: new Decimal(row.credits) }));
}

/** The credits of a wallet that invoices have used after an instant, in cents. Reserved ones count. */
export async function invoicedCentsSince(
  transaction: TenantTransaction,
  walletId: string,
  after: Date,
): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents
    from wallet.transactions
    where organization_id = ${transaction.organizationId} and wallet_id = ${walletId} and status = 'settled'
      and transaction_type = 'outbound' and transaction_status = 'invoiced' and settled_at > ${after}
  `.execute(transaction);
  return rows[0]?.cents ?? 0n;
}

import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';

/** Payments or payment requests of one currency that may need an eye. */
export interface PaymentsToWatch {
  kind: 'failed_payment' | 'pending_request';
  currency: string;
  count: bigint;
  amount_cents: bigint;
  /** Creation of the oldest one. */
  oldest_at: Date;
}

/** Counts payments that failed since an instant, and unpaid payment requests, by currency, in one statement. */
export async function readPaymentsToWatch(transaction: TenantTransaction, since: Date): Promise<PaymentsToWatch[]> {
  const { organizationId } = transaction;
  const { rows } = await sql<PaymentsToWatch>`
    select 'failed_payment' as kind, currency, count(*) as count, sum(amount_cents)::bigint as amount_cents,
           min(created_at) as oldest_at
    from payment.payments
    where organization_id = ${organizationId} and payment_status = 'failed' and created_at >= ${since}
    group by 1, 2
    union all
    select 'pending_request', currency, count(*), sum(amount_cents)::bigint, min(created_at)
    from payment.payment_requests
    where organization_id = ${organizationId} and payment_status = 'pending'
    group by 1, 2
    order by 2
  `.execute(transaction);
  return rows;
}

/** Counts payments of a span that failed, by currency, in one statement. */
export async function readFailedPayments(
  transaction: TenantTransaction,
  { from, end }: { from: Date; end: Date },
): Promise<Omit<PaymentsToWatch, 'kind'>[]> {
  const { rows } = await sql<Omit<PaymentsToWatch, 'kind'>>`
    select currency, count(*) as count, sum(amount_cents)::bigint as amount_cents, min(created_at) as oldest_at
    from payment.payments
    where organization_id = ${transaction.organizationId} and payment_status = 'failed'
      and created_at >= ${from} and created_at < ${end}
    group by 1 order by 1
  `.execute(transaction);
  return rows;
}

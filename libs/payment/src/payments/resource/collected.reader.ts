import { sql } from 'kysely';
import { paysSelfBilled } from '@tollgate/invoicing/reader';
import type { TenantTransaction } from '@tollgate/platform';

/** An inclusive start and an exclusive end. */
export interface InstantSpan {
  from: Date;
  end: Date;
}

/** The payments of customers in one of some spans and one currency, in cents. */
export interface CollectedSpan {
  /** The place of the span in the request, from 1. */
  place: number;
  currency: string;
  cents: bigint;
}

/** Reads payments that succeeded in spans, by currency, in one statement; without those to partners. */
export async function readCollectedSpans(
  transaction: TenantTransaction,
  spans: InstantSpan[],
): Promise<CollectedSpan[]> {
  const { rows } = await sql<CollectedSpan>`
    select span.place::int as place, payment.currency, sum(payment.amount_cents)::bigint as cents
    from unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ end }) => end)}::timestamptz[])
      with ordinality as span (from_at, end_at, place)
    join payment.payments payment on payment.created_at >= span.from_at and payment.created_at < span.end_at
    where payment.organization_id = ${transaction.organizationId} and payment.payment_status = 'succeeded'
      and not ${paysSelfBilled(sql.raw('payment.payable_id'))}
    group by 1, 2 order by 2, 1
  `.execute(transaction);
  return rows;
}

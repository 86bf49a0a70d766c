import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { isRevenue, totalWithoutTaxes } from '../../model/invoices/invoice-amounts.js';

/** Days, both included, `YYYY-MM-DD`. */
export interface DaySpan {
  from: string;
  to: string;
}

/** The invoices and refunds of one of some spans in one currency. */
export interface InvoicedSpan {
  /** The place of the span in the request, from 1. */
  place: number;
  currency: string;
  invoices: number;
  /** Totals with taxes, in cents. */
  cents: bigint;
  /** Totals without taxes, in whole cents. */
  netCents: bigint;
  /** Refunds that succeeded, of credit notes issued in the span, in cents. */
  refundCents: bigint;
}

/** Reads what was invoiced and refunded in spans of days, by currency, in one statement (customers, section 12.3). */
export async function readInvoicedSpans(transaction: TenantTransaction, spans: DaySpan[]): Promise<InvoicedSpan[]> {
  const { organizationId } = transaction;
  const { rows } = await sql<InvoicedSpan>`
    with span as (
      select place::int, from_day, to_day
      from unnest(${spans.map(({ from }) => from)}::date[], ${spans.map(({ to }) => to)}::date[])
        with ordinality as span (from_day, to_day, place)
    ), invoiced as (
      select span.place, invoice.currency, total_amount_cents as cents, ${totalWithoutTaxes} as net, 0::bigint as refund,
             1 as invoices
      from span join invoicing.invoices invoice on invoice.issuing_date between span.from_day and span.to_day
      where invoice.organization_id = ${organizationId} and ${isRevenue(sql.raw('invoice'))}
      union all
      select span.place, note.currency, 0, 0, note.refund_amount_cents, 0
      from span join invoicing.credit_notes note on note.issuing_date between span.from_day and span.to_day
      where note.organization_id = ${organizationId} and note.status = 'finalized' and note.refund_status = 'succeeded'
        and note.refund_amount_cents > 0 and not note.self_billed
    )
    select place, currency, sum(invoices)::int as invoices, sum(cents)::bigint as cents,
           round(sum(net))::bigint as "netCents", sum(refund)::bigint as "refundCents"
    from invoiced group by place, currency order by currency, place
  `.execute(transaction);
  return rows;
}

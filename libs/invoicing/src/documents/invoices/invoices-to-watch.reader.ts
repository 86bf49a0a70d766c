import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';

/** Invoices of one state and currency that may need an eye. */
export interface InvoicesToWatch {
  state: 'draft' | 'failed' | 'pending' | 'overdue';
  currency: string;
  count: bigint;
  /** The total of drafts, failed and pending ones; the amount due of overdue ones. In cents. */
  amount_cents: bigint;
  /** Creation of the oldest one; of overdue ones the earliest due date. */
  oldest_at: Date;
}

/** Counts drafts, failed, pending and overdue invoices by currency, in one statement (invoices, section 9). */
export async function readInvoicesToWatch(transaction: TenantTransaction): Promise<InvoicesToWatch[]> {
  const { rows } = await sql<InvoicesToWatch>`
    select status as state, currency, count(*) as count, sum(total_amount_cents)::bigint as amount_cents,
           min(created_at) as oldest_at
    from invoicing.invoices
    where organization_id = ${transaction.organizationId} and status in ('draft', 'failed', 'pending')
    group by 1, 2
    union all
    select 'overdue', invoice.currency, count(*),
           sum(invoice.total_amount_cents - invoice.total_paid_amount_cents - coalesce(note.offset_cents, 0))::bigint,
           min(invoice.payment_due_date)::timestamp at time zone 'UTC'
    from invoicing.invoices invoice
    left join lateral (
      select sum(offset_amount_cents) as offset_cents from invoicing.credit_notes
      where invoice_id = invoice.id and status = 'finalized') note on true
    where invoice.organization_id = ${transaction.organizationId} and invoice.payment_overdue
      and invoice.status = 'finalized' and invoice.payment_status <> 'succeeded' and invoice.payment_dispute_lost_at is null
    group by 1, 2
    order by 2
  `.execute(transaction);
  return rows;
}

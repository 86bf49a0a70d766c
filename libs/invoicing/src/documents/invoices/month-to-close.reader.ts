import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { advanceQueue } from '../../model/queues/advance-queue.js';
import { billingQueue } from '../../model/queues/billing-queue.js';

/** Invoices of a month in one state and currency that are not final, or work that makes invoices. */
export interface InvoicesToClose {
  kind: 'draft' | 'pending' | 'failed' | 'number_gap' | 'unbilled';
  /** Null for work without an amount. */
  currency: string | null;
  count: number;
  amount_cents: bigint;
  oldest_at: Date;
}

/**
 * Counts in one statement what prevents the close of a month. These are invoices by issuing date that are not final,
 * final ones without the number before theirs, and queued work of billing. Numbers follow one another in the series of
 * the issuer, else in that of the customer (invoices, section 9.2).
 */
export async function readInvoicesToClose(
  transaction: TenantTransaction,
  { from, to }: { from: string; to: string },
): Promise<InvoicesToClose[]> {
  const { organizationId } = transaction;
  const { rows } = await sql<InvoicesToClose>`
    select status as kind, currency, count(*)::int as count, sum(total_amount_cents)::bigint as amount_cents,
           min(created_at) as oldest_at
    from invoicing.invoices
    where organization_id = ${organizationId} and status in ('draft', 'pending', 'failed')
      and issuing_date between ${from}::date and ${to}::date
    group by 1, 2
    union all
    select 'number_gap', null, count(*)::int, 0, min(created_at)
    from invoicing.invoices invoice
    where organization_id = ${organizationId} and status in ('finalized', 'voided')
      and issuing_date between ${from}::date and ${to}::date
      and case when billing_entity_sequential_id is not null
        then billing_entity_sequential_id > 1 and not exists (
          select from invoicing.invoices former where former.billing_entity_id = invoice.billing_entity_id
            and former.billing_entity_sequential_id = invoice.billing_entity_sequential_id - 1)
        else sequential_id > 1 and not exists (
          select from invoicing.invoices former where former.customer_id = invoice.customer_id
            and former.billing_entity_id = invoice.billing_entity_id
            and former.sequential_id = invoice.sequential_id - 1) end
    having count(*) > 0
    union all
    select 'unbilled', null, count(*)::int, 0, min(queued_at)
    from invoicing.queued_work
    where organization_id = ${organizationId} and queue in (${billingQueue.job}, ${advanceQueue.job})
    having count(*) > 0
    order by 2
  `.execute(transaction);
  return rows;
}

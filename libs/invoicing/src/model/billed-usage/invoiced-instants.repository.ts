import { sql } from 'kysely';
import type { Instant, TenantTransaction } from '@tollgate/platform';

/** An instant of a subscription, and its place in a list. */
export interface PlacedInstant {
  place: number;
  subscriptionId: string;
  at: Instant;
}

/**
 * The places of instants in periods whose usage is invoiced for good. Drafts count later events, and progressive invoices
 * do not end a period.
 */
export async function invoicedInstants(transaction: TenantTransaction, instants: PlacedInstant[]): Promise<number[]> {
  if (instants.length === 0) return [];
  const requested = instants.map(({ place, subscriptionId, at }) => ({
    place,
    subscription_id: subscriptionId,
    at: new Date(at),
  }));
  const { rows } = await sql<{ place: number }>`
    select distinct requested.place
    from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as requested(place integer, subscription_id uuid, at timestamptz)
    join invoicing.billing_periods period on period.subscription_id = requested.subscription_id
      and period.organization_id = ${transaction.organizationId}
      and period.invoicing_reason in ('subscription_periodic', 'subscription_terminating')
      and requested.at between period.charges_from and period.charges_to
    join invoicing.invoices invoice on invoice.id = period.invoice_id
      and invoice.status in ('pending', 'finalized', 'voided', 'closed')
  `.execute(transaction);
  return rows.map(({ place }) => place);
}

import { sql } from 'kysely';
import { sameSubscriptionIds } from '@tollgate/subscription/reader';
import type { TenantTransaction } from '@tollgate/platform';

/** Usage of a subscription, and of those that it followed, on invoices of whole periods: in cents, before taxes and credits (charges, section 7.2). */
export async function invoicedUsageCents(transaction: TenantTransaction, subscriptionId: string): Promise<bigint> {
  const ids = await sameSubscriptionIds(transaction, subscriptionId);
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(fee.amount_cents), 0)::text as total
    from invoicing.fees fee join invoicing.invoices invoice on invoice.id = fee.invoice_id
    where fee.subscription_id = any(${ids}::uuid[]) and fee.fee_type = 'charge' and fee.deleted_at is null
      and invoice.invoice_type = 'subscription' and invoice.status in ('draft', 'pending', 'finalized')
  `.execute(transaction);
  return BigInt(rows[0]?.total ?? 0);
}

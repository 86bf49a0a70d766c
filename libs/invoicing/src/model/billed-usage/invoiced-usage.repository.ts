import { sql } from 'kysely';
import { sameSubscriptionIds } from '@tollgate/subscription/reader';
import type { Instant, TenantTransaction } from '@tollgate/platform';

/**
 * The usage of a subscription and its predecessors on invoices of whole periods: in cents, before taxes and credits.
 * Fees in advance count as current usage until the running period ends (charges, section 7.2).
 * @param runningFrom start of the running period; null without one
 */
export async function invoicedUsageCents(
  transaction: TenantTransaction,
  subscriptionId: string,
  runningFrom: Instant | null,
): Promise<bigint> {
  const ids = await sameSubscriptionIds(transaction, subscriptionId);
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(fee.amount_cents), 0)::text as total
    from invoicing.fees fee join invoicing.invoices invoice on invoice.id = fee.invoice_id
    where fee.subscription_id = any(${ids}::uuid[]) and fee.fee_type = 'charge' and fee.deleted_at is null
      and invoice.invoice_type = 'subscription' and invoice.status in ('draft', 'pending', 'finalized')
      and (
        ${runningFrom === null} or fee.subscription_id <> ${subscriptionId}
        -- Carried into the running period, quantities are renewed on the invoice of the one that ended.
        or fee.charges_from < ${new Date(runningFrom ?? 0)}
        or fee.charges_from is null and (not fee.pay_in_advance or fee.to_datetime < ${new Date(runningFrom ?? 0)})
      )
  `.execute(transaction);
  return BigInt(rows[0]?.total ?? 0);
}

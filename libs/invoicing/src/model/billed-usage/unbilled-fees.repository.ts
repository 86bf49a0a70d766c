import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { LARGEST_MOVE } from '@tollgate/rating';
import type { FeesTable } from '../fees/fees.tables.js';

/** The sum of fees of one kind that count as unbilled usage of a customer. */
export interface FeesOfKind {
  customer_id: string;
  fee_type: FeesTable['fee_type'];
  billable_metric_id: string | null;
  target_wallet_code: string | null;
  currency: string;
  /** Numeric, cents: after coupons and credits, with taxes. */
  amount: string;
}

const kind = sql`
  fee.customer_id, fee.fee_type, case when fee.fee_type = 'charge' then fee.item_id end as billable_metric_id,
  fee.grouped_by ->> 'target_wallet_code' as target_wallet_code, fee.currency,
  sum(fee.amount_cents + fee.taxes_amount_cents - fee.precise_coupons_amount_cents)::text as amount`;

/**
 * Sums the fees of customers' drafts (wallets, section 6), and of invoices that wait for taxes, since wallets have paid
 * neither. It locks them, so that a concurrent finalization or computation is included.
 */
export async function draftFeesOf(transaction: TenantTransaction, customerIds: string[]): Promise<FeesOfKind[]> {
  const { rows: drafts } = await sql<{ id: string }>`
    select id from invoicing.invoices
    where organization_id = ${transaction.organizationId} and customer_id = any(${customerIds}::uuid[])
      and (status = 'draft' or awaits_taxes and invoice_type <> 'one_off') and total_amount_cents <> 0
    order by id for share
  `.execute(transaction);
  if (drafts.length === 0) return [];
  const { rows } = await sql<FeesOfKind>`
    select ${kind} from invoicing.fees fee
    where fee.invoice_id = any(${drafts.map(({ id }) => id)}::uuid[]) and fee.deleted_at is null
    group by 1, 2, 3, 4, 5
  `.execute(transaction);
  return rows;
}

/** A subscription with its running usage period, Unix ms. */
export interface RunningPeriod {
  subscriptionId: string;
  from: number;
  to: number;
}

/**
 * Sums the fees of the progressive invoices of running periods: each repeats the usage so far, and credits the one
 * before.
 */
export async function progressiveFeesOf(
  transaction: TenantTransaction,
  periods: RunningPeriod[],
): Promise<FeesOfKind[]> {
  const invoiceIds = await progressiveInvoicesOf(transaction, periods);
  if (invoiceIds.length === 0) return [];
  const { rows } = await sql<FeesOfKind>`
    select ${kind} from invoicing.fees fee
    where fee.invoice_id = any(${invoiceIds}::uuid[]) and fee.deleted_at is null
    group by 1, 2, 3, 4, 5
  `.execute(transaction);
  return rows;
}

/** Most customers have none, so this query avoids reading other fees. */
async function progressiveInvoicesOf(transaction: TenantTransaction, periods: RunningPeriod[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct invoice.id
    from unnest(${periods.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${periods.map(({ from }) => new Date(from))}::timestamptz[],
                ${periods.map(({ to }) => new Date(to))}::timestamptz[])
           as running (subscription_id, since, until)
      join invoicing.billing_periods period on period.subscription_id = running.subscription_id
           and period.charges_from between running.since and running.until
           and period.invoicing_reason = 'progressive_billing'
      join invoicing.invoices invoice on invoice.id = period.invoice_id
    where invoice.organization_id = ${transaction.organizationId} and invoice.invoice_type = 'progressive_billing'
      and (invoice.status = 'finalized' or invoice.awaits_taxes)
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

/**
 * The subscriptions with an invoice, of any status, of the usage period that ends at an instant (Unix ms). After a move
 * it ends some hours earlier or later.
 */
export async function subscriptionsClosedAt(
  transaction: TenantTransaction,
  ends: { subscriptionId: string; to: number }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ subscription_id: string }>`
    select subscription_id
    from unnest(${ends.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${ends.map(({ to }) => new Date(to - LARGEST_MOVE))}::timestamptz[])
           as running (subscription_id, charges_to)
    where (
      select true from invoicing.billing_periods period
      where period.subscription_id = running.subscription_id and period.charges_to >= running.charges_to
        and period.invoicing_reason in ('subscription_periodic', 'subscription_terminating')
      limit 1
    )
  `.execute(transaction);
  return new Set(rows.map((row) => row.subscription_id));
}

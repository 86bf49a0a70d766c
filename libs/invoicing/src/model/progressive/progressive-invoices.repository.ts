import { sql } from 'kysely';
import { sharedStatement, type TenantTransaction, type Instant } from '@tollgate/platform';
import { LARGEST_MOVE } from '@tollgate/rating';
import { tables } from '../invoicing.tables.js';
import type { InvoiceRow } from '../invoices/invoices.repository.js';

/**
 * Serializes decisions on progressive invoices of subscriptions with the closing of their periods. So the closing
 * invoice credits the progressive one, or the check finds the period closed. The lock lasts as long as the transaction.
 */
export const lockProgressiveBilling = sharedStatement(
  async (transaction: TenantTransaction, requests: string[][]): Promise<void[]> => {
    const names = [...new Set(requests.flat())].sort().map((id) => `thresholds ${id}`);
    if (names.length > 0)
      await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
        transaction,
      );
    return requests.map(() => undefined);
  },
);

/**
 * Whether an invoice of any status has closed the usage period that ends at an instant (Unix ms). After a move it ends
 * some hours earlier or later.
 */
export async function isPeriodClosed(
  transaction: TenantTransaction,
  subscriptionId: string,
  to: number,
): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('invoicing.billing_periods')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('invoicing_reason', 'in', ['subscription_periodic', 'subscription_terminating'])
    .where('charges_to', '>=', new Date(to - LARGEST_MOVE))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A usage period of a subscription, Unix ms, both inclusive. */
interface UsagePeriodOf {
  subscriptionId: string;
  from: Instant;
  to: Instant;
}

const columnsOf = (periods: UsagePeriodOf[]) => {
  const instants = (pick: (period: UsagePeriodOf) => Instant) =>
    periods.map((period) => new Date(pick(period)).toISOString());
  return sql`${periods.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${instants(({ from }) => from)}::timestamptz[],
        ${instants(({ to }) => to)}::timestamptz[]`;
};

/**
 * Locks the latest progressive invoice of a subscription in a usage period: one whose own period begins in it. Each
 * bills the usage of the whole period so far, so only the last one counts (invoices, section 8).
 */
export const latestProgressiveInvoice = sharedStatement(
  async (transaction: TenantTransaction, requests: UsagePeriodOf[]): Promise<(InvoiceRow | undefined)[]> => {
    const { rows } = await sql<InvoiceRow & { place: number }>`
      select latest.*, asked.place::int as place
      from unnest(
        ${columnsOf(requests)}
      ) with ordinality as asked (subscription_id, since, until, place)
      cross join lateral (
        select invoice.* from invoicing.invoices invoice join invoicing.billing_periods period on period.invoice_id = invoice.id
        where invoice.invoice_type = 'progressive_billing' and (invoice.status in ('finalized', 'failed') or invoice.awaits_taxes)
          and period.subscription_id = asked.subscription_id
          and period.invoicing_reason = 'progressive_billing' and period.charges_from between asked.since and asked.until
        order by invoice.issuing_date desc, invoice.created_at desc, invoice.id desc limit 1
        for update of invoice
      ) latest
      order by asked.place
    `.execute(transaction);
    const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]));
    return requests.map((_, index) => byPlace.get(index + 1));
  },
);

/**
 * Locks the progressive invoices of a subscription in a usage period, oldest first. Each bills the usage of the whole period so far and credits the one before (invoices, section 8).
 */
export const progressiveInvoices = sharedStatement(
  async (transaction: TenantTransaction, requests: UsagePeriodOf[]): Promise<InvoiceRow[][]> => {
    const { rows } = await sql<InvoiceRow & { place: number }>`
      select held.*, asked.place::int as place
      from unnest(
        ${columnsOf(requests)}
      ) with ordinality as asked (subscription_id, since, until, place)
      cross join lateral (
        select invoice.* from invoicing.invoices invoice join invoicing.billing_periods period on period.invoice_id = invoice.id
        where invoice.invoice_type = 'progressive_billing' and (invoice.status in ('finalized', 'failed') or invoice.awaits_taxes)
          and period.subscription_id = asked.subscription_id
          and period.invoicing_reason = 'progressive_billing' and period.charges_from between asked.since and asked.until
        order by invoice.issuing_date, invoice.created_at, invoice.id
        for update of invoice
      ) held
      order by asked.place, held.issuing_date, held.created_at, held.id
    `.execute(transaction);
    return requests.map((_, index) =>
      rows.filter(({ place }) => place === index + 1).map(({ place: _place, ...row }) => row),
    );
  },
);

/** A fee of a progressive invoice with its credit notes, in cents before coupons and taxes. */
export interface BilledUsageFee {
  id: string;
  invoice_id: string;
  charge_id: string | null;
  /** The values of its filter; null without one. */
  filters: Record<string, string[]> | null;
  grouped_by: Record<string, string | null>;
  amount_cents: bigint;
  progressive_credit_amount_cents: bigint | null;
  /** Numeric. Items of notes that are not voided; for a voided note, its refunded and offset parts. */
  noted_cents: string;
  /** Numeric. The rest after all notes, voided ones included (invoices, section 6.3). */
  remaining_cents: string;
}

/** The fees of progressive invoices, in the order of these. */
export async function billedUsage(
  transaction: TenantTransaction,
  invoiceIds: string[],
  subscriptionId: string,
): Promise<BilledUsageFee[]> {
  const { rows } = await sql<BilledUsageFee>`
    select fee.id, fee.invoice_id, fee.charge_id, fee.filters, fee.grouped_by, fee.amount_cents,
           fee.progressive_credit_amount_cents, coalesce(notes.counting, 0)::text as noted_cents,
           (fee.amount_cents - coalesce(notes.taken, 0))::text as remaining_cents
    from unnest(${invoiceIds}::uuid[]) with ordinality as asked (id, place)
    join invoicing.fees fee on fee.invoice_id = asked.id
    left join lateral (
      select sum(item.precise_amount_cents) as taken,
             sum(case when note.credit_status is distinct from 'voided' then item.precise_amount_cents
                      when note.total_amount_cents = 0 then 0
                      else item.precise_amount_cents * (note.refund_amount_cents + note.offset_amount_cents) / note.total_amount_cents
                 end) as counting
      from invoicing.credit_note_items item join invoicing.credit_notes note on note.id = item.credit_note_id
      where item.fee_id = fee.id and note.status <> 'deleted'
    ) notes on true
    where fee.subscription_id = ${subscriptionId} and fee.deleted_at is null
    order by asked.place, fee.position
  `.execute(transaction);
  return rows;
}

/**
 * Whether an invoice that counts has closed the period of progressive invoices: then that invoice, or its notes, credit
 * all that they billed.
 * @param except an invoice that is computed again
 */
export async function isCredited(
  transaction: TenantTransaction,
  invoiceIds: string[],
  except: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from invoicing.credits credit join invoicing.invoices invoice on invoice.id = credit.invoice_id
    where credit.kind = 'invoice' and credit.source_id = any(${invoiceIds}::uuid[]) and credit.invoice_id <> ${except}
      and invoice.invoice_type <> 'progressive_billing' and invoice.status not in ('voided', 'closed', 'deleted')
    limit 1
  `.execute(transaction);
  return rows.length > 0;
}

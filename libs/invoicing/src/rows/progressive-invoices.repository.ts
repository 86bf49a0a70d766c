import { sql } from 'kysely';
import { sharedStatement, type TenantTransaction, type Instant } from '@tollgate/platform';
import { tables } from '../tables/invoicing.tables.js';
import type { InvoiceRow } from './invoices.repository.js';

/**
 * Lets what decides on progressive invoices of subscriptions and what closes their periods go one after the other: such an
 * invoice is either there to be credited, or its check finds the period closed. Released with the transaction.
 */
export const lockProgressiveBilling = sharedStatement(
  async (transaction: TenantTransaction, asked: string[][]): Promise<void[]> => {
    const names = [...new Set(asked.flat())].sort().map((id) => `thresholds ${id}`);
    if (names.length > 0)
      await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
        transaction,
      );
    return asked.map(() => undefined);
  },
);

/** Whether an invoice has closed the usage period that ends at an instant (Unix ms), in whatever state it is. */
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
    .where('charges_to', '>=', new Date(to))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The latest progressive invoice of a subscription whose usage period holds an instant (Unix ms), locked: each bills the
 * usage of the whole period so far, so that only the last one counts (invoices, section 8).
 */
export const latestProgressiveInvoice = sharedStatement(
  async (
    transaction: TenantTransaction,
    asked: { subscriptionId: string; at: Instant }[],
  ): Promise<(InvoiceRow | undefined)[]> => {
    const { rows } = await sql<InvoiceRow & { place: number }>`
      select latest.*, asked.place::int as place
      from unnest(
        ${asked.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${asked.map(({ at }) => new Date(at).toISOString())}::timestamptz[]
      ) with ordinality as asked (subscription_id, at, place)
      cross join lateral (
        select invoice.* from invoicing.invoices invoice join invoicing.billing_periods period on period.invoice_id = invoice.id
        where invoice.invoice_type = 'progressive_billing' and (invoice.status in ('finalized', 'failed') or invoice.awaits_taxes)
          and period.subscription_id = asked.subscription_id
          and period.charges_from <= asked.at and period.charges_to >= asked.at
        order by invoice.issuing_date desc, invoice.created_at desc, invoice.id desc limit 1
        for update of invoice
      ) latest
      order by asked.place
    `.execute(transaction);
    const found = new Map(rows.map(({ place, ...row }) => [place, row]));
    return asked.map((_, index) => found.get(index + 1));
  },
);

/**
 * What was drawn from a progressive invoice, in cents: its credits on invoices that count, and the credit parts of its notes.
 * @param except an invoice that is computed anew
 */
export async function drawnCents(transaction: TenantTransaction, invoiceId: string, except: string): Promise<bigint> {
  const { rows } = await sql<{ drawn: string }>`
    select (
      coalesce((
        select sum(credit.amount_cents) from invoicing.credits credit join invoicing.invoices invoice on invoice.id = credit.invoice_id
        where credit.kind = 'invoice' and credit.source_id = ${invoiceId} and credit.invoice_id <> ${except} and invoice.status not in ('voided', 'closed', 'deleted')
      ), 0) + coalesce((
        select sum(note.credit_amount_cents) from invoicing.credit_notes note
        where note.invoice_id = ${invoiceId} and note.status in ('draft', 'finalized') and note.credit_status in ('available', 'consumed')
      ), 0)
    )::text as drawn
  `.execute(transaction);
  return BigInt(rows[0]?.drawn ?? 0);
}

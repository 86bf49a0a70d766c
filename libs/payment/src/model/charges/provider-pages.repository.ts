import { sql, type Selectable } from 'kysely';
import { unpaidInvoices } from '@tollgate/invoicing/reader';
import { newId, type Instant, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { tables } from '../payment.tables.js';
import type { ProviderPagesTable } from '../connections/providers.tables.js';

export type ProviderPageRow = Selectable<ProviderPagesTable>;

const mostClosed = 200;

/** A page that an invoice or a payment request needs: its connection, and the amount to pay. */
export interface NeededPage {
  connectionId: string;
  customerId: string;
  payable: { type: 'Invoice' | 'PaymentRequest'; id: string };
  amountCents: bigint;
}

/** The column with the id of the object that a page pays. */
const columnOf = { Invoice: 'invoice_id', PaymentRequest: 'payment_request_id' } as const;

/**
 * Finds the open page of an invoice or a payment request, or stores a new one for the provider to open. A page of another amount or
 * connection, or an expired one, is closed first. @param now Unix ms, of the wall clock
 */
export async function takePage(
  transaction: TenantTransaction,
  { connectionId, customerId, payable, amountCents }: NeededPage,
  now: Instant,
): Promise<ProviderPageRow> {
  const column = columnOf[payable.type];
  await sql`
    update payment.provider_pages set close_requested_at = ${new Date(now)}
    where ${sql.ref(column)} = ${payable.id} and close_requested_at is null and (
      amount_cents <> ${amountCents} or connection_id <> ${connectionId} or expires_at <= ${new Date(now)})
  `.execute(transaction);
  await tables(transaction)
    .insertInto('payment.provider_pages')
    .values({
      id: newId(),
      organization_id: transaction.organizationId,
      connection_id: connectionId,
      customer_id: customerId,
      invoice_id: null,
      payment_request_id: null,
      [column]: payable.id,
      amount_cents: amountCents,
      page_id: null,
      url: null,
      expires_at: null,
      created_at: new Date(now),
      close_requested_at: null,
      closed_at: null,
    })
    .onConflict((conflict) => conflict.column(column).where('close_requested_at', 'is', null).doNothing())
    .execute();
  return tables(transaction)
    .selectFrom('payment.provider_pages')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where(column, '=', payable.id)
    .where('close_requested_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Stores what the provider opened for a page. One that shall expire meanwhile is still to close. */
export async function setPage(
  transaction: TenantTransaction,
  id: string,
  page: { page_id: string; url: string; expires_at: Date },
): Promise<void> {
  await tables(transaction)
    .updateTable('payment.provider_pages')
    .set({ ...page, closed_at: null })
    .where('id', '=', id)
    .execute();
}

/** Removes a page that the provider did not open. */
export async function dropPage(transaction: TenantTransaction, id: string): Promise<void> {
  await tables(transaction)
    .deleteFrom('payment.provider_pages')
    .where('id', '=', id)
    .where('page_id', 'is', null)
    .execute();
}

/**
 * Requests that open pages expire whose amount is not due any more, in whatever way that changed, of all organizations
 * (invoices, amendments). The amount of a payment request is due while its unpaid invoices sum up to it.
 * @param now Unix ms, of the wall clock
 */
export async function requestClosingOfChanged(transaction: Transaction, now: Instant): Promise<void> {
  await sql`
    update payment.provider_pages set close_requested_at = ${new Date(now)}
    where close_requested_at is null and id in (
      select page.id from payment.provider_pages page
      where page.close_requested_at is null and page.amount_cents is distinct from (
        select sum(invoice.due_cents) from ${sql.raw(unpaidInvoices)} invoice
        where invoice.id = any(array(
          select page.invoice_id union all
          select requested.invoice_id from payment.payment_request_invoices requested
          where requested.payment_request_id = page.payment_request_id)))
      limit ${mostClosed})
  `.execute(transaction);
}

/** Records that the pages of all organizations are closed that have expired by themselves. @param now Unix ms, of the wall clock */
export async function closeExpired(transaction: Transaction, now: Instant): Promise<void> {
  const at = new Date(now);
  await tables(transaction)
    .updateTable('payment.provider_pages')
    .set({ close_requested_at: at, closed_at: at })
    .where('close_requested_at', 'is', null)
    .where('expires_at', '<=', at)
    .execute();
}

/** Requests that all open pages of a connection expire. @param at Unix ms */
export async function requestClosingOfConnection(
  transaction: TenantTransaction,
  connectionId: string,
  at: Instant,
): Promise<void> {
  await tables(transaction)
    .updateTable('payment.provider_pages')
    .set({ close_requested_at: new Date(at) })
    .where('connection_id', '=', connectionId)
    .where('close_requested_at', 'is', null)
    .execute();
}

/** Records that a page of a provider expired. @param at Unix ms */
export async function markClosed(transaction: TenantTransaction, id: string, at: Instant): Promise<void> {
  await tables(transaction)
    .updateTable('payment.provider_pages')
    .set({
      closed_at: new Date(at),
      close_requested_at: sql<Date>`coalesce(close_requested_at, ${new Date(at)})`,
    })
    .where('id', '=', id)
    .execute();
}

/** Reads the pages of all organizations that shall expire. */
export async function pagesToClose(transaction: Transaction): Promise<ProviderPageRow[]> {
  return tables(transaction)
    .selectFrom('payment.provider_pages')
    .selectAll()
    .where('close_requested_at', 'is not', null)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .limit(mostClosed)
    .execute();
}

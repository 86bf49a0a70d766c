import { sql } from 'kysely';
import { waitingInvoices } from '@tollgate/invoicing/reader';
import type { Instant, TenantTransaction, Transaction } from '@tollgate/platform';
import { begin } from './charges.service.js';

const mostReconciled = 500;

/**
 * Begins the payment for which a start waits. If no provider can be charged, the wait is over (subscriptions, section
 * 3.5).
 */
export async function beginWaiting(
  transaction: TenantTransaction,
  invoiceId: string,
  at: Instant,
): ReturnType<typeof begin> {
  const result = await begin(transaction, { type: 'Invoice', id: invoiceId, method: null }, at);
  if (result === 'no_method' || result === 'by_hand')
    await transaction.append('activation.not_chargeable', invoiceId, { invoice_id: invoiceId }, at);
  return result;
}

/** Reads the invoices of all organizations for which a start waits, although no payment has begun. */
export async function unbegunWaits(transaction: Transaction): Promise<{ organization_id: string; id: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select organization_id, id from ${sql.raw(waitingInvoices)} invoice
    where not exists (select from payment.payments payment where payment.payable_id = invoice.id)
    order by id limit ${mostReconciled}
  `.execute(transaction);
  return rows;
}

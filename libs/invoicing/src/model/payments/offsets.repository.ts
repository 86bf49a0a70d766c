import { sql } from 'kysely';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';
import { isShown, type InvoiceRow } from '../invoices/invoices.repository.js';
import { publishCreditsPayment } from './sold-credits.repository.js';

/** The offsets of credit notes, by invoice id. */
export async function offsetsOf(transaction: TenantTransaction, invoiceIds: string[]): Promise<Map<string, bigint>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('invoicing.credit_notes')
    .select(['invoice_id', sql<string>`sum(offset_amount_cents)`.as('offset')])
    .where('invoice_id', 'in', invoiceIds)
    .where('status', '=', 'finalized')
    .groupBy('invoice_id')
    .execute();
  return new Map(rows.map((row) => [row.invoice_id, BigInt(row.offset)]));
}

/**
 * Marks an invoice as paid when an offset or a payment leaves nothing due (invoices, sections 6.3 and 12). A payment
 * makes its sold credits available; an offset does not (wallets, section 3.5).
 */
export async function settleIfPaid(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  now: Instant,
  by: 'payment' | 'offset' = 'payment',
): Promise<void> {
  const offset = (await offsetsOf(transaction, [invoice.id])).get(invoice.id) ?? 0n;
  if (
    invoice.payment_status === 'succeeded' ||
    invoice.total_amount_cents - invoice.total_paid_amount_cents - offset > 0n
  )
    return;
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ payment_status: 'succeeded', payment_overdue: false, updated_at: new Date(now) })
    .where('id', '=', invoice.id)
    .execute();
  await tables(transaction)
    .updateTable('invoicing.fees')
    .set({ payment_status: 'succeeded', succeeded_at: new Date(now) })
    .where('invoice_id', '=', invoice.id)
    .execute();
  if (isShown(invoice))
    await transaction.append('invoice.payment_status_updated', invoice.customer_id, { invoice_id: invoice.id }, now);
  await publishCreditsPayment(transaction, invoice, by === 'payment' ? 'succeeded' : 'failed', now);
}

/** Settles the invoice of a note with an offset. */
export async function settleOffset(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  offsetAmountCents: bigint,
  now: Instant,
): Promise<void> {
  if (offsetAmountCents > 0n) await settleIfPaid(transaction, invoice, now, 'offset');
}

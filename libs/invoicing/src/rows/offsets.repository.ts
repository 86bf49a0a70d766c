import { sql } from 'kysely';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { InvoicingDatabase } from '../invoicing.database.js';
import type { InvoicingTables } from '../tables/invoicing.tables.js';
import type { InvoiceRow } from './invoices.repository.js';

/** What credit notes offset of invoices, by invoice id. */
export async function offsetsOf(transaction: Transaction, invoiceIds: string[]): Promise<Map<string, bigint>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await tablesOf<InvoicingTables>(transaction)
    .selectFrom('invoicing.credit_notes')
    .select(['invoice_id', sql<string>`sum(offset_amount_cents)`.as('offset')])
    .where('invoice_id', 'in', invoiceIds)
    .where('status', '=', 'finalized')
    .groupBy('invoice_id')
    .execute();
  return new Map(rows.map((row) => [row.invoice_id, BigInt(row.offset)]));
}

/** An invoice of which nothing is due any more, after an offset or a payment, is paid (invoices, sections 6.3 and 12). */
export async function settleIfPaid(
  transaction: Transaction,
  database: InvoicingDatabase,
  invoice: InvoiceRow,
  now: number,
): Promise<void> {
  const offset = (await offsetsOf(transaction, [invoice.id])).get(invoice.id) ?? 0n;
  if (
    invoice.payment_status === 'succeeded' ||
    invoice.total_amount_cents - invoice.total_paid_amount_cents - offset > 0n
  )
    return;
  await tablesOf<InvoicingTables>(transaction)
    .updateTable('invoicing.invoices')
    .set({ payment_status: 'succeeded', payment_overdue: false, updated_at: new Date(now) })
    .where('id', '=', invoice.id)
    .execute();
  await tablesOf<InvoicingTables>(transaction)
    .updateTable('invoicing.fees')
    .set({ payment_status: 'succeeded', succeeded_at: new Date(now) })
    .where('invoice_id', '=', invoice.id)
    .execute();
  await database.append(
    transaction,
    invoice.organization_id,
    'invoice.payment_status_updated',
    invoice.customer_id,
    { invoice_id: invoice.id },
    now,
  );
}

/** A note that offsets something may settle its invoice. */
export async function settleOffset(
  transaction: Transaction,
  database: InvoicingDatabase,
  invoice: InvoiceRow,
  offsetAmountCents: bigint,
  now: number,
): Promise<void> {
  if (offsetAmountCents > 0n) await settleIfPaid(transaction, database, invoice, now);
}

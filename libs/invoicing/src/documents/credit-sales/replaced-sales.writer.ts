import type { Instant, TenantTransaction } from '@tollgate/platform';
import { recordInvoicesChanged } from '../../model/invoices/invoice-changes.js';
import { lockInvoice, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { markVoided } from '../../model/invoices/voids.repository.js';
import { tables } from '../../model/invoicing.tables.js';

/**
 * Closes the invoices of failed automatic top-ups that a further attempt replaces: issued ones are void, hidden ones are
 * closed. Invoices that are paid, voided or charged again meanwhile stay. (wallets, section 2.6)
 */
export async function closeReplacedSales(
  transaction: TenantTransaction,
  invoiceIds: readonly string[],
  now: Instant,
): Promise<void> {
  for (const id of [...invoiceIds].sort()) {
    const invoice = await lockInvoice(transaction, id);
    if (invoice && isFailedSale(invoice)) await close(transaction, invoice, now);
  }
}

const isFailedSale = (invoice: InvoiceRow): boolean =>
  invoice.invoice_type === 'credit' && invoice.payment_status === 'failed' && invoice.total_paid_amount_cents === 0n;

async function close(transaction: TenantTransaction, { id, status, customer_id }: InvoiceRow, now: Instant) {
  if (status === 'open')
    await tables(transaction)
      .updateTable('invoicing.invoices')
      .set({ status: 'closed', updated_at: new Date(now) })
      .where('id', '=', id)
      .execute();
  if (status !== 'finalized') return;
  await markVoided(transaction, id, false, now);
  await recordInvoicesChanged(transaction, customer_id, now);
  await transaction.append('invoice.voided', customer_id, { invoice_id: id }, now);
}

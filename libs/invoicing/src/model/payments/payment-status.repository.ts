import { sql } from 'kysely';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { isFailedTopUp } from './automatic-sales.js';
import { tables } from '../invoicing.tables.js';
import type { InvoiceRow } from '../invoices/invoices.repository.js';

/** Sets the payment status of an invoice and of its fees together. A failed automatic top-up is not overdue any more. */
export async function setPaymentStatus(
  transaction: TenantTransaction,
  id: string,
  status: InvoiceRow['payment_status'],
  now: Instant,
): Promise<void> {
  const at = new Date(now);
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({
      payment_status: status,
      ...(status === 'succeeded' ? { payment_overdue: false } : {}),
      updated_at: at,
    })
    .where('id', '=', id)
    .execute();
  if (status === 'failed')
    await tables(transaction)
      .updateTable('invoicing.invoices')
      .set({ payment_overdue: false })
      .where('id', '=', id)
      .where('payment_overdue', '=', true)
      .where(sql<boolean>`${sql.raw(isFailedTopUp('invoicing.invoices'))}`)
      .execute();
  await tables(transaction)
    .updateTable('invoicing.fees')
    .set({
      payment_status: status,
      succeeded_at: status === 'succeeded' ? at : null,
      failed_at: status === 'failed' ? at : null,
      refunded_at: null,
    })
    .where('invoice_id', '=', id)
    .execute();
}

import type { Instant, TenantTransaction } from '@tollgate/platform';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { tables } from '../../model/invoicing.tables.js';

/** Whether an invoice can have a dispute about its payment (invoices, section 9.10). */
export const isDisputable = ({ status }: InvoiceRow): boolean => status === 'finalized' || status === 'voided';

/** Records that a dispute is lost. The first loss counts: an invoice that has one stays unchanged. */
export async function recordLostDispute(
  transaction: TenantTransaction,
  { id, customer_id: customerId, payment_dispute_lost_at: lostAt }: InvoiceRow,
  reported: { reason?: string },
  now: Instant,
): Promise<void> {
  if (lostAt !== null) return;
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ payment_dispute_lost_at: new Date(now), payment_overdue: false, updated_at: new Date(now) })
    .where('id', '=', id)
    .execute();
  await transaction.append('invoice.payment_dispute_lost', customerId, { invoice_id: id, ...reported }, now);
}

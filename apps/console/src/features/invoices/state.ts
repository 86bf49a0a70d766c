import type { Invoice } from '../../api/records.js';

/** The state that pages show of an invoice, from its status and its payment. */
export function stateOf(
  invoice: Pick<Invoice, 'status' | 'payment_status' | 'payment_overdue' | 'payment_dispute_lost_at'>,
): string {
  if (invoice.status !== 'finalized') return invoice.status;
  if (invoice.payment_dispute_lost_at) return 'disputed';
  if (invoice.payment_status === 'succeeded') return 'paid';
  if (invoice.payment_overdue) return 'overdue';
  return invoice.payment_status === 'failed' ? 'failed' : 'open';
}

import type { Instant, TenantTransaction } from '@tollgate/platform';
import { awaitRefund, endRefund, type RefundRow } from '../../model/repositories/refunds.repository.js';
import type { RefundOutcome } from '../../providers/payment-provider.js';

/**
 * Applies what a provider answers about a refund, or reports later. A pending refund waits for its event; an end counts
 * once (webhooks, section 18).
 * @param at the organization's time, Unix ms
 */
export async function applyRefund(
  transaction: TenantTransaction,
  { credit_note_id: id, customer_id: customerId, payment_id: paymentId }: RefundRow,
  { id: providerId, status, error }: RefundOutcome,
  at: Instant,
): Promise<void> {
  if (status === 'pending') {
    if (providerId !== null) await awaitRefund(transaction, id, providerId);
    return;
  }
  const ofProvider = providerId === null ? {} : { provider_refund_id: providerId };
  if (!(await endRefund(transaction, id, { status, error: error && JSON.stringify(error), ...ofProvider }))) return;
  await transaction.append('credit_note.refunded', customerId, { credit_note_id: id, status }, at);
  if (!error) return;
  const { message, error_code } = error;
  const failure = { credit_note_id: id, payment_id: paymentId, provider_error: { message, error_code } };
  await transaction.append('credit_note.refund_failure', customerId, failure, at);
}

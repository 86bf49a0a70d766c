import type { Instant, TenantTransaction } from '@tollgate/platform';
import { awaitRefund, endRefund, lockRefund, type RefundRow } from '../../model/payments/refunds.repository.js';
import type { RefundOutcome } from '../../providers/ports/outcomes.js';
import { nextStatus } from '../returns/refund-states.rules.js';

/**
 * Applies what a provider answers about a refund, or reports later. A pending refund waits for its event. An end is
 * published once; so is a failure after a success (webhooks, section 18 and amendments).
 * @param at the organization's time, Unix ms
 */
export async function applyRefund(
  transaction: TenantTransaction,
  { credit_note_id: id, customer_id: customerId, payment_id: paymentId }: RefundRow,
  { id: providerId, status: reported, error }: RefundOutcome,
  at: Instant,
): Promise<void> {
  if (reported === 'pending') {
    if (providerId !== null) await awaitRefund(transaction, id, providerId);
    return;
  }
  const refund = await lockRefund(transaction, id);
  const status = refund ? nextStatus(refund.status, reported) : null;
  if (status === null) return;
  const ofProvider = providerId === null ? {} : { provider_refund_id: providerId };
  await endRefund(transaction, id, { status, error: error && JSON.stringify(error), ...ofProvider });
  await transaction.append('credit_note.refunded', customerId, { credit_note_id: id, status }, at);
  if (!error) return;
  const { message, error_code } = error;
  const failure = { credit_note_id: id, payment_id: paymentId, provider_error: { message, error_code } };
  await transaction.append('credit_note.refund_failure', customerId, failure, at);
}

import type { PaymentRow } from '../model/payments/payments.repository.js';
import type { ChargeOutcome } from '../providers/ports/outcomes.js';

/**
 * Whether a reported outcome changes its payment (webhooks, section 11.6). A success always counts. A failure counts
 * only for the provider's payment that is stored, and not while the payer may still confirm that one.
 * @param mayRequireAction whether the service requests a confirmation by the payer where the bank requires one
 */
export function isEffective(
  { provider_payment_id: storedId }: Pick<PaymentRow, 'provider_payment_id'>,
  { id, status, error }: ChargeOutcome,
  { mayRequireAction }: { mayRequireAction: boolean },
): boolean {
  if (status === 'succeeded') return true;
  if (storedId !== null && storedId !== id) return false;
  return !(status === 'failed' && mayRequireAction && error?.error_code === 'authentication_required');
}

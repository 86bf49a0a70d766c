import type { PaymentRow } from '../../model/payments/payments.repository.js';
import type { MethodDetails } from '../../model/connections/providers.tables.js';
import type { ChargeOutcome } from '../../providers/ports/outcomes.js';

/** Selects the step of the worker: it requests a pending payment, and cancels one that was called off. */
export function chargeStep({
  payment_status: status,
  cancel_requested_at: calledOffAt,
}: Pick<PaymentRow, 'payment_status' | 'cancel_requested_at'>): 'request' | 'cancel' | 'none' {
  if (status !== 'pending' && status !== 'processing') return 'none';
  if (calledOffAt !== null) return 'cancel';
  return status === 'pending' ? 'request' : 'none';
}

/** The outcome of a payment that was called off before a provider made it. */
export const canceled: ChargeOutcome = {
  id: null,
  status: 'failed',
  providerStatus: 'canceled',
  nextAction: null,
  actionUrl: null,
  error: { message: 'The payment was called off before it was made.', error_code: 'canceled' },
};

/** The ways to pay of a charge: that of its method. */
export const methodTypesOf = (method: { details: MethodDetails | null } | null): readonly string[] =>
  method?.details ? [method.details.type] : [];

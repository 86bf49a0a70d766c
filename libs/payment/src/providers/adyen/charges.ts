import type { ProviderError } from '../../model/payments/payments.tables.js';
import type { ChargeReference, ChargeRequest } from '../ports/charges.js';
import type { ChargeOutcome, RefundOutcome } from '../ports/outcomes.js';
import type { RefundRequest } from '../ports/refunds.js';
import { amountFault } from '../currency-units.rules.js';
import { ProviderRefused } from '../provider-errors.js';
import type { AdyenClient } from './adyen-clients.js';
import { adyenCurrencies } from './currencies.js';
import { isRefusal, plainError, refusalOf } from './errors.rules.js';
import { paymentParams, refundParams } from './requests.rules.js';
import { outcomeOfPayment } from './states.rules.js';

/** Adyen honors a key for at least seven days; an hour less allows for clocks that differ. */
const honoredMs = (7 * 24 - 1) * 3_600_000;

const missingPayment: ProviderError = { message: 'There is no such payment.', error_code: 'resource_missing' };

const unknownOutcome: ProviderError = {
  message: 'The outcome of the payment at Adyen is unknown, and Adyen no longer honors its key.',
  error_code: 'unknown_outcome',
};

/** Makes a payment by the stored method, once for the key of the request (webhooks, section 12). */
export async function makeCharge(
  { checkout, merchantAccount }: AdyenClient,
  request: ChargeRequest,
  returnUrl: string,
): Promise<ChargeOutcome> {
  const { key, methodId, amountCents, currency } = request;
  if (methodId === null)
    return failedOutcome({ message: 'The customer has no stored method.', error_code: 'no_payment_method' });
  const fault = amountFault(adyenCurrencies, amountCents, currency);
  if (fault) return failedOutcome(fault);
  const params = paymentParams(request, { merchantAccount, returnUrl });
  try {
    // The SDK has a type for each way to pay; all have these two fields.
    const accepted = params as Parameters<typeof checkout.PaymentsApi.payments>[0];
    return outcomeOfPayment(await checkout.PaymentsApi.payments(accepted, { idempotencyKey: `payment-${key}` }));
  } catch (error) {
    if (isRefusal(error)) return failedOutcome(refusalOf(error));
    throw plainError(error);
  }
}

/**
 * Adyen has no call that finds a payment. As long as it honors the key, the repeated request does so; later only its
 * events report it.
 * @throws ProviderRefused afterwards: an operator searches the payment at Adyen, because a repetition could pay twice
 */
export function findCharge({ requestedAt }: ChargeReference, now: number): Promise<null> {
  if (now - requestedAt < honoredMs) return Promise.resolve(null);
  return Promise.reject(new ProviderRefused(unknownOutcome));
}

/** Requests the cancellation of a payment: an event reports the end. */
export async function cancelCharge(
  { checkout, merchantAccount }: AdyenClient,
  { key, id }: ChargeReference,
): Promise<ChargeOutcome | null> {
  // Without Adyen's id nothing can be cancelled: the events of the payment decide, and a success goes back.
  if (id === null) return outcomeOfPayment({ resultCode: 'Received' });
  try {
    const options = { idempotencyKey: `payment-${key}-cancel` };
    await checkout.ModificationsApi.cancelAuthorisedPaymentByPspReference(id, { merchantAccount }, options);
  } catch (error) {
    if (!isRefusal(error)) throw plainError(error);
  }
  return outcomeOfPayment({ pspReference: id, resultCode: 'Received' });
}

/** Refunds a part of a payment, once for the key of the request. It is pending until its event (webhooks, section 18). */
export async function makeRefund(
  { checkout, merchantAccount }: AdyenClient,
  request: RefundRequest,
): Promise<RefundOutcome> {
  const { chargeId, key, amountCents, currency } = request;
  if (chargeId === null) return failedRefund(missingPayment);
  const fault = amountFault(adyenCurrencies, amountCents, currency);
  if (fault) return failedRefund(fault);
  try {
    const params = refundParams(request, { merchantAccount });
    const accepted = params as Parameters<typeof checkout.ModificationsApi.refundCapturedPayment>[1];
    const made = await checkout.ModificationsApi.refundCapturedPayment(chargeId, accepted, { idempotencyKey: key });
    return { id: made.pspReference, status: 'pending', error: null };
  } catch (error) {
    if (isRefusal(error)) return failedRefund(refusalOf(error));
    throw plainError(error);
  }
}

const failedRefund = (error: ProviderError): RefundOutcome => ({ id: null, status: 'failed', error });

const failedOutcome = (error: ProviderError): ChargeOutcome => ({
  id: null,
  status: 'failed',
  providerStatus: 'Refused',
  nextAction: null,
  actionUrl: null,
  error,
});

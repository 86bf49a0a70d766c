import { Stripe } from 'stripe';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import { amountFault } from '../currency-units.rules.js';
import type { RefundOutcome } from '../ports/outcomes.js';
import type { RefundRequest } from '../ports/refunds.js';
import { meaningOf, plainError, refusalOf } from './errors.rules.js';
import { refundParams } from './requests.rules.js';
import { outcomeOfRefund } from './states.rules.js';
import { stripeCurrencies } from './currencies.js';
import { callStripe } from './stripe-clients.js';

const mostRefunds = 100;

/** Refunds a part of a payment, once for the key of the request (webhooks, section 18). */
export async function makeRefund(stripe: Stripe, request: RefundRequest): Promise<RefundOutcome> {
  const { chargeId, currency, key, amountCents } = request;
  if (chargeId === null) return failedRefund({ message: 'There is no such payment.', error_code: 'resource_missing' });
  const fault = amountFault(stripeCurrencies, amountCents, currency);
  if (fault) return failedRefund(fault);
  try {
    const params = refundParams(request, chargeId, currency);
    return outcomeOfRefund(await stripe.refunds.create(params, { idempotencyKey: key }));
  } catch (error) {
    const meaning = meaningOf(error);
    if (meaning === 'unknown' || !(error instanceof Stripe.errors.StripeError)) throw plainError(error);
    const found = meaning === 'clash' ? await findRefund(stripe, request) : null;
    return found ?? failedRefund(refusalOf(error));
  }
}

/** Finds a refund of the payment by our key. */
export async function findRefund(stripe: Stripe, { chargeId, key }: RefundRequest): Promise<RefundOutcome | null> {
  if (chargeId === null) return null;
  const params = { payment_intent: chargeId, limit: mostRefunds };
  const { data } = await callStripe(() => stripe.refunds.list(params));
  const refund = data.find(({ metadata }) => metadata?.['svc_refund_key'] === key);
  return refund ? outcomeOfRefund(refund) : null;
}

const failedRefund = (error: ProviderError): RefundOutcome => ({ id: null, status: 'failed', error });

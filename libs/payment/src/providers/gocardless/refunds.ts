import type { GoCardlessClient } from 'gocardless-nodejs/client';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import { amountFault } from '../currency-units.rules.js';
import type { RefundOutcome } from '../ports/outcomes.js';
import type { RefundRequest } from '../ports/refunds.js';
import { ProviderUnavailable } from '../provider-errors.js';
import { callGoCardless, inTime } from './answers.js';
import { gocardlessCurrencies } from './currencies.js';
import { hasReason, isRefusal, plainError, refusalOf } from './errors.rules.js';
import { refundParams } from './requests.rules.js';
import { outcomeOfRefund, type RefundState } from './states.rules.js';

const mostRefunds = 500;
/** A try fails while another refund of the payment comes between. */
const mostTries = 3;
/** GoCardless compares the sum of all refunds of a payment with the one that the call states. */
const otherSum = 'total_amount_confirmation_invalid';

/** Refunds a part of a payment, once for the key of the request (webhooks, section 18). */
export async function makeRefund(client: GoCardlessClient, request: RefundRequest): Promise<RefundOutcome> {
  const { chargeId, key } = request;
  if (chargeId === null)
    return failedRefund({ message: 'There is no such payment.', error_code: 'resource_not_found' });
  const fault = amountFault(gocardlessCurrencies, request.amountCents, request.currency);
  if (fault) return failedRefund(fault);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const made = await findRefund(client, request);
    if (made) return made;
    const payment = await callGoCardless(() => client.payments.find(chargeId));
    try {
      const params = refundParams(request, chargeId, Number(payment.amount_refunded ?? 0));
      return outcomeOfRefund(await inTime(() => client.refunds.create(params, key)));
    } catch (error) {
      if (!isRefusal(error)) throw plainError(error);
      if (!hasReason(error, otherSum)) return failedRefund(refusalOf(error));
    }
  }
  throw new ProviderUnavailable('GoCardless: other refunds of the payment came between', false);
}

/** Finds a refund of the payment by our key. */
export async function findRefund(
  client: GoCardlessClient,
  { chargeId, key }: RefundRequest,
): Promise<RefundOutcome | null> {
  const refund = chargeId === null ? undefined : (await refundsOf(client, chargeId)).find(isOurs(key));
  return refund ? outcomeOfRefund(refund) : null;
}

async function refundsOf(client: GoCardlessClient, paymentId: string): Promise<RefundState[]> {
  const { refunds } = await callGoCardless(() => client.refunds.list({ payment: paymentId, limit: mostRefunds }));
  return refunds;
}

const isOurs =
  (key: string) =>
  ({ metadata }: RefundState): boolean =>
    metadata?.['svc_refund_key'] === key;

const failedRefund = (error: ProviderError): RefundOutcome => ({ id: null, status: 'failed', error });

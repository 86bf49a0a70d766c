import type { GoCardlessClient } from 'gocardless-nodejs/client';
import type { Mandate, Payment } from 'gocardless-nodejs/types';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import { amountFault } from '../currency-units.rules.js';
import type { ChargeReference, ChargeRequest } from '../ports/charges.js';
import type { ChargeOutcome } from '../ports/outcomes.js';
import { callGoCardless, ifThere, inTime } from './answers.js';
import { gocardlessCurrencies } from './currencies.js';
import { isRefusal, plainError, refusalOf } from './errors.rules.js';
import { paymentParams } from './requests.rules.js';
import { isUsable, outcomeOfPayment, usableStates } from './states.rules.js';

/** Payments of a customer that a search reads, in pages. */
const mostPages = 10;
const pageSize = 500;
/** How far clocks may differ, in ms. */
const clockDifferenceMs = 600_000;

const noMandate: ProviderError = {
  message: 'The customer has no mandate on which a payment can be made.',
  error_code: 'no_mandate_error',
  hard: true,
};

/**
 * Makes a payment on the mandate of the request, else on another one of the customer (webhooks, section 12). All tries
 * have the same key, under which GoCardless makes one payment.
 */
export async function makeCharge(client: GoCardlessClient, request: ChargeRequest): Promise<ChargeOutcome> {
  const { methodId, amountCents, currency } = request;
  const fault = amountFault(gocardlessCurrencies, amountCents, currency);
  if (fault) return failedOutcome(fault);
  const first = methodId === null ? null : await tryMandate(client, request, methodId);
  if (first && !('refusal' in first)) return first;
  // The payment may have been made before the mandate ended.
  const made = await findByKey(client, { ...request, requestedAt: null });
  if (made) return outcomeOfPayment(made);
  if (first && methodId !== null && (await usableMandate(client, methodId))) return failedOutcome(first.refusal);
  const other = await anyMandate(client, request);
  if (other === null) return failedOutcome(noMandate);
  const second = await tryMandate(client, request, other);
  return 'refusal' in second ? failedOutcome(second.refusal) : second;
}

async function tryMandate(
  client: GoCardlessClient,
  request: ChargeRequest,
  mandateId: string,
): Promise<ChargeOutcome | { refusal: ProviderError }> {
  const params = paymentParams(request, mandateId);
  try {
    return outcomeOfPayment(await inTime(() => client.payments.create(params, `payment-${request.key}`)));
  } catch (error) {
    if (isRefusal(error)) return { refusal: refusalOf(error) };
    throw plainError(error);
  }
}

async function usableMandate(client: GoCardlessClient, id: string): Promise<boolean> {
  const mandate = await ifThere<Mandate>(() => client.mandates.find(id));
  return mandate !== null && isUsable(mandate);
}

/** @returns the newest usable mandate of the customer; null for none */
async function anyMandate(client: GoCardlessClient, { customerId }: ChargeRequest): Promise<string | null> {
  const filters = { customer: customerId, status: usableStates };
  const { mandates } = await callGoCardless(() => client.mandates.list(filters));
  return mandates.find(isUsable)?.id ?? null;
}

const failedOutcome = (error: ProviderError): ChargeOutcome => ({
  id: null,
  status: 'failed',
  providerStatus: 'failed',
  nextAction: null,
  actionUrl: null,
  error,
});

/** Finds a payment by its id, else among the payments of the customer since its first request. */
export async function findCharge(client: GoCardlessClient, reference: ChargeReference): Promise<ChargeOutcome | null> {
  const payment = await findPayment(client, reference);
  return payment && outcomeOfPayment(payment);
}

/** Cancels a payment that GoCardless has not submitted to the banks yet. */
export async function cancelCharge(
  client: GoCardlessClient,
  reference: ChargeReference,
): Promise<ChargeOutcome | null> {
  const payment = await findPayment(client, reference);
  const id = payment?.id;
  if (!payment || id === undefined || outcomeOfPayment(payment).status !== 'processing')
    return payment && outcomeOfPayment(payment);
  try {
    return outcomeOfPayment(await inTime(() => client.payments.cancel(id)));
  } catch (error) {
    if (!isRefusal(error)) throw plainError(error);
    // It cannot be cancelled any more: its present state counts.
    return outcomeOfPayment(await callGoCardless(() => client.payments.find(id)));
  }
}

async function findPayment(client: GoCardlessClient, reference: ChargeReference): Promise<Payment | null> {
  const { id } = reference;
  const known = id === null ? null : await ifThere<Payment>(() => client.payments.find(id));
  return known ?? findByKey(client, reference);
}

/** Reads the payments of the customer, newest first, up to the one with our key. */
async function findByKey(
  client: GoCardlessClient,
  { key, customerId, requestedAt }: { key: string; customerId: string; requestedAt: number | null },
): Promise<Payment | null> {
  const since =
    requestedAt === null ? {} : { created_at: { gte: new Date(requestedAt - clockDifferenceMs).toISOString() } };
  let after: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const cursor: { after?: string } = after === null ? {} : { after };
    const filters = { customer: customerId, limit: pageSize, ...since, ...cursor };
    const { payments, meta } = await callGoCardless(() => client.payments.list(filters));
    const found = payments.find(({ metadata }) => metadata?.['svc_payment_id'] === key);
    if (found) return found;
    after = meta.cursors.after ?? null;
    if (after === null) break;
  }
  return null;
}

import type { GoCardlessClient } from 'gocardless-nodejs/client';
import type { Event, Mandate, Payment, Refund } from 'gocardless-nodejs/types';
import { parse } from 'gocardless-nodejs/webhooks';
import type { InboundDelivery, InboundEvent } from '../ports/events.js';
import type { AfterSuccess, ProviderEvent } from '../ports/meanings.js';
import { fromProviderAmount } from '../currency-units.rules.js';
import { ifThere } from './answers.js';
import { gocardlessCurrencies } from './currencies.js';
import { readMethod } from './mandates.js';
import { isUsable, outcomeOfPayment, outcomeOfRefund, type FailureCause } from './states.rules.js';

/** GoCardless sends up to 250 events at once. */
const mostEvents = 1000;

type Reader = (client: GoCardlessClient, event: Event) => Promise<ProviderEvent | null>;

const lost = chargeReader('lost');
const restored = chargeReader('restored');

/** The meaning of each action on a kind of object (webhooks, section 12 and amendments). All others mean nothing here. */
const meanings: ReadonlyMap<string, Reader> = new Map([
  ['payments.paid_out', restored],
  ['payments.chargeback_cancelled', restored],
  ['payments.failed', lost],
  ['payments.late_failure_settled', lost],
  ['payments.cancelled', lost],
  ['payments.customer_approval_denied', lost],
  ['payments.charged_back', lost],
  ['payments.chargeback_settled', lost],
  ['refunds.created', refundEvent],
  ['refunds.paid', refundEvent],
  ['refunds.refund_settled', refundEvent],
  ['refunds.failed', refundEvent],
  ['refunds.bounced', refundEvent],
  ['refunds.funds_returned', refundEvent],
  ['mandates.created', attachedEvent],
  ['mandates.cancelled', detachedEvent],
]);

/** Checks the signature of a delivery, then reads its events; null for a wrong signature or an unreadable body. */
export function openDelivery(secret: string | null, { body, headers }: InboundDelivery): InboundEvent[] | null {
  const signature = headers['webhook-signature'];
  if (secret === null || typeof signature !== 'string') return null;
  try {
    const events: unknown = parse(body, secret, signature);
    if (!Array.isArray(events) || events.length > mostEvents) return null;
    const payloads = events as Record<string, unknown>[];
    return payloads.every(({ id }) => typeof id === 'string' && id !== '')
      ? payloads.map((payload) => ({ id: payload['id'] as string, payload }))
      : null;
  } catch {
    return null;
  }
}

/**
 * Reads the present state of the object that an event names: events come in any order, and the state decides. Null for
 * other events, and for objects of another account.
 */
export async function readEvent(client: GoCardlessClient, { payload }: InboundEvent): Promise<ProviderEvent | null> {
  const event = payload as Event;
  const read = meanings.get(`${event.resource_type}.${event.action}`);
  return read ? read(client, event) : null;
}

/**
 * Reads the payment of an event. @param afterSuccess what the event means after the payment's success, if the payment
 * still is in that state
 */
function chargeReader(afterSuccess: AfterSuccess['status']): Reader {
  return async (client, event) => {
    const id = event.links?.payment;
    const payment = id === undefined ? null : await ifThere<Payment>(() => client.payments.find(id));
    if (!payment?.id) return null;
    const isCurrent = payment.status === event.action;
    const outcome = outcomeOfPayment(payment, isCurrent ? causeOf(event) : null);
    const charge = {
      id: payment.id,
      key: payment.metadata?.['svc_payment_id'] ?? null,
      customerId: null,
      amountCents: centsOf(payment),
      currency: payment.currency ?? '',
      paidOnPage: null,
    };
    const isStill = (outcome.status === 'failed') === (afterSuccess === 'lost');
    return {
      kind: 'charge',
      charge,
      outcome,
      method: null,
      ...(isStill ? reportOf(afterSuccess, event) : {}),
    };
  };
}

const centsOf = ({ amount = 0, currency = '' }: Pick<Payment | Refund, 'amount' | 'currency'>): bigint =>
  fromProviderAmount(gocardlessCurrencies, Number(amount), currency);

const causeOf = ({ details }: Event): FailureCause | null =>
  details?.cause === undefined ? null : { cause: details.cause, description: details.description ?? null };

const reportOf = (
  status: AfterSuccess['status'],
  { details, created_at: at }: Event,
): { afterSuccess?: AfterSuccess } =>
  at === undefined ? {} : { afterSuccess: { status, reason: details?.cause ?? null, at: Date.parse(at) } };

async function refundEvent(client: GoCardlessClient, { links }: Event): Promise<ProviderEvent | null> {
  const id = links?.refund;
  const refund = id === undefined ? null : await ifThere<Refund>(() => client.refunds.find(id));
  if (!refund?.id) return null;
  return {
    kind: 'refund',
    key: refund.metadata?.['svc_refund_key'] ?? null,
    chargeId: refund.links?.payment ?? null,
    amountCents: centsOf(refund),
    outcome: { ...outcomeOfRefund(refund), id: refund.id },
  };
}

async function attachedEvent(client: GoCardlessClient, { links }: Event): Promise<ProviderEvent | null> {
  const id = links?.mandate;
  const mandate = id === undefined ? null : await ifThere<Mandate>(() => client.mandates.find(id));
  const customerId = mandate?.links?.customer;
  if (!mandate || customerId === undefined || !isUsable(mandate)) return null;
  return { kind: 'method_attached', customerId, method: await readMethod(client, mandate) };
}

/** A mandate that ends by a call is removed; one that a bank or a payer ends fails at its next payment. */
function detachedEvent(_client: GoCardlessClient, { links, details }: Event): Promise<ProviderEvent | null> {
  const methodId = details?.origin === 'api' ? links?.mandate : undefined;
  return Promise.resolve(methodId === undefined ? null : { kind: 'method_detached', methodId });
}

import type { GoCardlessClient } from 'gocardless-nodejs/client';
import type { Event, Mandate, Payment, Refund } from 'gocardless-nodejs/types';
import { parse } from 'gocardless-nodejs/webhooks';
import type { InboundDelivery, InboundEvent, ProviderEvent, TakenBack } from '../payment-provider.js';
import { fromProviderAmount } from '../currency-units.rules.js';
import { ifThere } from './answers.js';
import { gocardlessCurrencies } from './gocardless.currencies.js';
import { readMethod } from './mandates.js';
import { isUsable, outcomeOfPayment, outcomeOfRefund, type FailureCause } from './states.rules.js';

/** GoCardless sends up to 250 events at once. */
const mostEvents = 1000;

/** The actions that change something here, for each kind of object (webhooks, section 12). */
const handled: Readonly<Record<string, readonly string[]>> = {
  payments: ['paid_out', 'failed', 'cancelled', 'customer_approval_denied', 'charged_back'],
  refunds: ['created', 'funds_returned', 'paid', 'refund_settled', 'failed'],
  mandates: ['created', 'cancelled'],
};

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
  const { resource_type: type = '', action = '' } = event;
  if (handled[type]?.includes(action) !== true) return null;
  if (type === 'payments') return chargeEvent(client, event);
  if (type === 'refunds') return refundEvent(client, event);
  return action === 'created' ? attachedEvent(client, event) : detachedEvent(event);
}

async function chargeEvent(client: GoCardlessClient, event: Event): Promise<ProviderEvent | null> {
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
  return {
    kind: 'charge',
    charge,
    outcome,
    method: null,
    ...(payment.status === 'charged_back' ? takenBack(event) : {}),
  };
}

const centsOf = ({ amount = 0, currency = '' }: Pick<Payment | Refund, 'amount' | 'currency'>): bigint =>
  fromProviderAmount(gocardlessCurrencies, Number(amount), currency);

const causeOf = ({ details }: Event): FailureCause | null =>
  details?.cause === undefined ? null : { cause: details.cause, description: details.description ?? null };

const takenBack = ({ details, created_at: at }: Event): { takenBack?: TakenBack } =>
  at === undefined ? {} : { takenBack: { reason: details?.cause ?? null, at: Date.parse(at) } };

async function refundEvent(client: GoCardlessClient, { links }: Event): Promise<ProviderEvent | null> {
  const id = links?.refund;
  const refund = id === undefined ? null : await ifThere<Refund>(() => client.refunds.find(id));
  if (!refund?.id) return null;
  return {
    kind: 'refund',
    key: refund.metadata?.['svc_refund_key'] ?? null,
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
const detachedEvent = ({ links, details }: Event): ProviderEvent | null =>
  links?.mandate !== undefined && details?.origin === 'api'
    ? { kind: 'method_detached', methodId: links.mandate }
    : null;

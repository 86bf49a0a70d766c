import type { Stripe } from 'stripe';
import { fromProviderAmount } from '../currency-units.rules.js';
import type { InboundEvent } from '../ports/events.js';
import type { PaidOnPage, ProviderEvent, ReportedCharge } from '../ports/meanings.js';
import { stripeCurrencies } from './currencies.js';
import { methodOf, outcomeOfIntent, outcomeOfRefund, type IntentState, type MethodState } from './states.rules.js';

type Json = Record<string, unknown>;
/** @param happenedAt Unix ms; NaN where the event has no time */
type Reader = (object: Json, happenedAt: number) => ProviderEvent | null;

/** The meaning of each type of event, by its object (webhooks, section 11.6 and amendments). All others mean nothing here. */
const meanings = {
  'payment_intent.succeeded': chargeEvent,
  'payment_intent.payment_failed': chargeEvent,
  'payment_intent.canceled': chargeEvent,
  'setup_intent.succeeded': attachedEvent,
  'customer.updated': defaultEvent,
  'payment_method.detached': (object) => withId(object, (methodId) => ({ kind: 'method_detached', methodId })),
  'refund.created': refundEvent,
  'refund.updated': refundEvent,
  'refund.failed': refundEvent,
  'charge.refund.updated': refundEvent,
  'charge.dispute.created': disputeEvent,
  'charge.dispute.updated': disputeEvent,
  'charge.dispute.closed': disputeEvent,
  'charge.dispute.funds_withdrawn': disputeEvent,
  'charge.dispute.funds_reinstated': reinstatedEvent,
} as const satisfies Partial<Record<Stripe.WebhookEndpointCreateParams.EnabledEvent, Reader>>;

type HandledEvent = keyof typeof meanings;

/** The types of events that the service handles. */
export const handledEvents = Object.keys(meanings) as HandledEvent[];

const isHandled = (type: unknown): type is HandledEvent => typeof type === 'string' && Object.hasOwn(meanings, type);

/** Reads the meaning of an event; null for other types and unreadable objects. */
export function readStripeEvent({ payload }: InboundEvent): ProviderEvent | null {
  const { type, created } = payload;
  const object = recordOf(recordOf(payload['data'])?.['object']);
  if (!object || !isHandled(type)) return null;
  const read: Reader = meanings[type];
  return read(object, typeof created === 'number' ? created * 1000 : NaN);
}

/**
 * Whether another organization requested the object of an event: organizations may share an account (webhooks, section
 * 11.6). @param organizationId ours
 */
export function isOfAnotherOrganization({ payload }: InboundEvent, organizationId: string): boolean {
  const object = recordOf(recordOf(payload['data'])?.['object']);
  const named = textOf(recordOf(object?.['metadata'])?.['svc_organization_id']);
  return named !== null && named !== organizationId;
}

function chargeEvent(intent: Json): ProviderEvent | null {
  const charge = reportedCharge(intent);
  if (!charge || typeof intent['status'] !== 'string') return null;
  const method = recordOf(intent['payment_method']);
  return {
    kind: 'charge',
    charge,
    outcome: outcomeOfIntent(intent as unknown as IntentState),
    method: method ? methodOf(method as unknown as MethodState) : null,
  };
}

function reportedCharge(intent: Json): ReportedCharge | null {
  const { id, currency, metadata } = intent;
  if (typeof id !== 'string' || typeof currency !== 'string') return null;
  const ours = recordOf(metadata) ?? {};
  return {
    id,
    key: textOf(ours['svc_payment_id']),
    customerId: idOf(intent['customer']),
    amountCents: amountOf(intent['amount_received'], currency),
    currency: currency.toUpperCase(),
    paidOnPage: ours['payment_type'] === 'one-time' ? payableOf(ours) : null,
  };
}

/** Pages of earlier versions name their invoice alone. */
function payableOf(ours: Json): PaidOnPage | null {
  const requestId = ours['svc_payable_type'] === 'PaymentRequest' ? textOf(ours['svc_payable_id']) : null;
  if (requestId !== null) return { type: 'PaymentRequest', id: requestId };
  const invoiceId = textOf(ours['svc_invoice_id']);
  return invoiceId === null ? null : { type: 'Invoice', id: invoiceId };
}

function attachedEvent(setup: Json): ProviderEvent | null {
  const customerId = idOf(setup['customer']);
  const methodId = idOf(setup['payment_method']);
  if (customerId === null || methodId === null) return null;
  const mandateId = idOf(setup['mandate']);
  const whole = recordOf(setup['payment_method']);
  const method = whole
    ? methodOf(whole as unknown as MethodState, mandateId)
    : { id: methodId, details: null, mandateId };
  return { kind: 'method_attached', customerId, method };
}

/** The default method is the one of invoices, else the default source. */
function defaultEvent(customer: Json): ProviderEvent | null {
  const settings = recordOf(customer['invoice_settings']);
  const methodId = idOf(settings?.['default_payment_method']) ?? idOf(customer['default_source']);
  return withId(customer, (customerId) => ({ kind: 'default_changed', customerId, methodId }));
}

function refundEvent(refund: Json): ProviderEvent | null {
  const status = textOf(refund['status']);
  const failureReason = textOf(refund['failure_reason']);
  return withId(refund, (id) => ({
    kind: 'refund',
    key: textOf(recordOf(refund['metadata'])?.['svc_refund_key']),
    chargeId: idOf(refund['payment_intent']),
    amountCents: amountOf(refund['amount'], refund['currency']),
    outcome: outcomeOfRefund({ id, status, ...(failureReason === null ? {} : { failure_reason: failureReason }) }),
  }));
}

/** Inquiries are disputes, too: their end without one is a win. */
const endsOfDisputes: Readonly<Record<string, 'won' | 'lost'>> = {
  lost: 'lost',
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
};

function disputeEvent(dispute: Json, at: number): ProviderEvent | null {
  const chargeId = idOf(dispute['payment_intent']);
  if (chargeId === null || Number.isNaN(at)) return null;
  const status = endsOfDisputes[String(dispute['status'])] ?? 'opened';
  return { kind: 'dispute', chargeId, status, reason: textOf(dispute['reason']), at };
}

/** Money that comes back ends the dispute well, unless it is the rest of a lost one. */
function reinstatedEvent(dispute: Json, at: number): ProviderEvent | null {
  const event = disputeEvent(dispute, at);
  return event?.kind === 'dispute' && event.status === 'opened' ? { ...event, status: 'won' } : event;
}

const amountOf = (amount: unknown, currency: unknown): bigint =>
  Number.isSafeInteger(amount) && typeof currency === 'string'
    ? fromProviderAmount(stripeCurrencies, amount as number, currency)
    : 0n;

const recordOf = (value: unknown): Json | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : null;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** The id of an object, which Stripe gives as text or as the whole object. */
const idOf = (value: unknown): string | null => textOf(value) ?? textOf(recordOf(value)?.['id']);

function withId(object: Json, read: (id: string) => ProviderEvent): ProviderEvent | null {
  const id = idOf(object);
  return id === null ? null : read(id);
}

import { fromProviderAmount } from '../currency-units.rules.js';
import type { InboundEvent, ProviderEvent, ReportedCharge } from '../payment-provider.js';
import { stripeCurrencies } from './stripe.currencies.js';
import { methodOf, outcomeOfIntent, outcomeOfRefund, type IntentState, type MethodState } from './states.rules.js';

/** The types of events that the service handles (webhooks, section 11.6). */
export const handledEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'customer.updated',
  'payment_method.detached',
  'charge.refund.updated',
  'charge.dispute.closed',
] as const;

type Json = Record<string, unknown>;

/** Reads the meaning of an event; null for other types and unreadable objects. */
export function readStripeEvent({ payload }: InboundEvent): ProviderEvent | null {
  const object = recordOf(recordOf(payload['data'])?.['object']);
  if (!object) return null;
  switch (payload['type']) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return chargeEvent(object);
    case 'setup_intent.succeeded':
      return attachedEvent(object);
    case 'customer.updated':
      return defaultEvent(object);
    case 'payment_method.detached':
      return withId(object, (methodId) => ({ kind: 'method_detached', methodId }));
    case 'charge.refund.updated':
      return refundEvent(object);
    case 'charge.dispute.closed':
      return disputeEvent(object, payload['created']);
    default:
      return null;
  }
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
  const invoiceId = textOf(ours['svc_invoice_id']);
  return {
    id,
    key: textOf(ours['svc_payment_id']),
    customerId: idOf(intent['customer']),
    amountCents: amountOf(intent['amount_received'], currency),
    currency: currency.toUpperCase(),
    paidOnPage: ours['payment_type'] === 'one-time' && invoiceId !== null ? { invoiceId } : null,
  };
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
    amountCents: amountOf(refund['amount'], refund['currency']),
    outcome: outcomeOfRefund({ id, status, ...(failureReason === null ? {} : { failure_reason: failureReason }) }),
  }));
}

function disputeEvent(dispute: Json, created: unknown): ProviderEvent | null {
  const chargeId = idOf(dispute['payment_intent']);
  if (chargeId === null || typeof created !== 'number') return null;
  const { status } = dispute;
  return {
    kind: 'dispute',
    chargeId,
    status: status === 'lost' ? 'lost' : status === 'won' ? 'won' : 'opened',
    reason: textOf(dispute['reason']),
    at: created * 1000,
  };
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

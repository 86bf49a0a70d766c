import { bounds } from '@tollgate/contracts';
import type {
  ChargeOutcome,
  InboundEvent,
  ProviderEvent,
  ProviderMethod,
  RefundOutcome,
  ReportedCharge,
  TakenBack,
} from '../payment-provider.js';
import { fromAdyenAmount, type AdyenAmount } from './amounts.rules.js';
import { namedBy } from './references.rules.js';
import { methodOf, outcomeOfPayment } from './states.rules.js';

/** An item of a delivery, as far as the service reads it. Adyen signs all of it but `reason`, date and additional data. */
export interface AdyenItem {
  pspReference: string;
  originalReference?: string;
  merchantAccountCode: string;
  merchantReference: string;
  amount: AdyenAmount;
  eventCode: string;
  success: string;
  eventDate?: string;
  reason?: string;
  additionalData?: Record<string, string | undefined>;
}

/** An item has no id: what it reports makes it the same one again. */
export const idOfItem = ({ eventCode, pspReference, success, additionalData }: AdyenItem): string =>
  [eventCode, pspReference, success, additionalData?.['disputeStatus'] ?? ''].join('/');

/** Reads an item of a delivery; null when its shape is another one. */
export function itemOf(value: unknown): AdyenItem | null {
  const { pspReference, originalReference = '', merchantAccountCode, merchantReference } = recordOf(value);
  const { eventCode, success, amount } = recordOf(value);
  const { value: cents, currency } = recordOf(amount);
  if (typeof merchantReference !== 'string' || !Number.isSafeInteger(cents)) return null;
  const texts = [pspReference, originalReference, merchantAccountCode, eventCode, success, currency];
  return texts.every((text) => typeof text === 'string' && isUnambiguous(text)) ? (value as AdyenItem) : null;
}

/**
 * Adyen signs the texts of an item with colons between them. With a colon inside, other texts have the same signature;
 * only the reference of the merchant, in the middle, may have one.
 */
const isUnambiguous = (text: string): boolean => !text.includes(':') && text.length <= bounds.line;

const recordOf = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};

/** Reads the meaning of an event (webhooks, section 12); null for other kinds, and for foreign references. */
export function readAdyenEvent({ payload }: InboundEvent): ProviderEvent | null {
  const item = payload as unknown as AdyenItem;
  switch (item.eventCode) {
    case 'AUTHORISATION':
      return authorizationEvent(item);
    case 'CANCELLATION':
      return item.success === 'true' ? endedEvent(item, 'Cancelled') : null;
    case 'CAPTURE_FAILED':
      return endedEvent(item, 'CaptureFailed', takenBack(item));
    case 'REFUND':
      return refundEvent(item, item.success === 'true');
    case 'REFUND_FAILED':
      return refundEvent(item, false);
    case 'CHARGEBACK':
      return disputeEvent(item);
    default:
      return null;
  }
}

/** A page without an amount authorizes its customer; one for an invoice, or a payment of ours, moves money. */
function authorizationEvent(item: AdyenItem): ProviderEvent | null {
  const named = namedBy(item.merchantReference);
  if (named?.kind === 'customer' && item.amount.value === 0) return customerEvent(item, named.id);
  if (named?.kind !== 'payment' && named?.kind !== 'invoice') return null;
  return { kind: 'charge', charge: chargeOf(item, item.pspReference), outcome: outcomeOf(item), method: null };
}

function customerEvent(item: AdyenItem, customerId: string): ProviderEvent {
  const isAuthorized = item.success === 'true';
  return {
    kind: 'customer_authorized',
    customerId,
    method: isAuthorized ? methodIn(item) : null,
    error: isAuthorized
      ? null
      : { message: item.reason ?? 'Adyen did not authorize the customer.', error_code: item.eventCode },
  };
}

/** The stored method that an event names. */
function methodIn({ additionalData = {} }: AdyenItem): ProviderMethod | null {
  const id =
    additionalData['recurring.recurringDetailReference'] ?? additionalData['tokenization.storedPaymentMethodId'];
  if (id === undefined || id === '') return null;
  const { paymentMethod: brand, cardSummary: lastFour } = additionalData;
  return methodOf({
    id,
    type: lastFour === undefined ? 'other' : 'scheme',
    ...(brand ? { brand } : {}),
    ...(lastFour ? { lastFour } : {}),
  });
}

const outcomeOf = ({ pspReference, success, reason }: AdyenItem): ChargeOutcome =>
  outcomeOfPayment({
    pspReference,
    resultCode: success === 'true' ? 'Authorised' : 'Refused',
    ...(reason ? { refusalReason: reason } : {}),
  });

function chargeOf({ merchantReference, amount }: AdyenItem, id: string): ReportedCharge {
  const named = namedBy(merchantReference);
  return {
    id,
    key: named?.kind === 'payment' ? named.id : null,
    customerId: null,
    amountCents: fromAdyenAmount(amount),
    currency: amount.currency,
    paidOnPage: named?.kind === 'invoice' ? { invoiceId: named.id } : null,
  };
}

/** An event about an earlier payment. */
function endedEvent(item: AdyenItem, resultCode: string, lost?: TakenBack): ProviderEvent | null {
  const { originalReference: id = '', reason } = item;
  if (id === '') return null;
  return {
    kind: 'charge',
    charge: chargeOf(item, id),
    outcome: outcomeOfPayment({ pspReference: id, resultCode, ...(reason ? { refusalReason: reason } : {}) }),
    method: null,
    ...(lost ? { takenBack: lost } : {}),
  };
}

function refundEvent(item: AdyenItem, isMade: boolean): ProviderEvent {
  const named = namedBy(item.merchantReference);
  const error = isMade ? null : { message: item.reason ?? 'The refund failed.', error_code: null };
  const outcome: RefundOutcome & { id: string } = {
    id: item.pspReference,
    status: isMade ? 'succeeded' : 'failed',
    error,
  };
  const key = named?.kind === 'refund' ? named.id : null;
  return { kind: 'refund', key, amountCents: fromAdyenAmount(item.amount), outcome };
}

function disputeEvent(item: AdyenItem): ProviderEvent | null {
  const lost = takenBack(item);
  if (!lost) return null;
  return {
    kind: 'dispute',
    chargeId: item.originalReference ? item.originalReference : item.pspReference,
    status: item.additionalData?.['disputeStatus'] === 'Lost' ? 'lost' : 'opened',
    ...lost,
  };
}

function takenBack({ eventDate, reason }: AdyenItem): TakenBack | undefined {
  const at = Date.parse(eventDate ?? '');
  return Number.isNaN(at) ? undefined : { reason: reason ?? null, at };
}

import { bounds } from '@tollgate/contracts';
import type { InboundEvent } from '../ports/events.js';
import type { PaidOnPage, ProviderEvent, ReportedCharge } from '../ports/meanings.js';
import type { ProviderMethod } from '../ports/methods.js';
import type { ChargeOutcome, RefundOutcome } from '../ports/outcomes.js';
import { fromProviderAmount } from '../currency-units.rules.js';
import { adyenCurrencies } from './currencies.js';
import type { AdyenAmount } from './requests.rules.js';
import { namedBy, type Named } from './references.rules.js';
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

const centsOf = ({ currency, value }: AdyenAmount): bigint => fromProviderAmount(adyenCurrencies, value, currency);

/**
 * Adyen signs the texts of an item with colons between them. With a colon inside, other texts have the same signature;
 * only the reference of the merchant, in the middle, may have one.
 */
const isUnambiguous = (text: string): boolean => !text.includes(':') && text.length <= bounds.line;

const recordOf = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};

type Reader = (item: AdyenItem) => ProviderEvent | null;

const cancelled: Reader = (item) => (isMade(item) ? endedEvent(item, 'Cancelled') : null);

/** The meaning of each event code (webhooks, section 12 and amendments). All others mean nothing here. */
const meanings: Readonly<Record<string, Reader>> = {
  AUTHORISATION: authorizationEvent,
  CANCELLATION: cancelled,
  TECHNICAL_CANCEL: cancelled,
  CANCEL_OR_REFUND: (item) => (isCancelled(item) ? cancelled(item) : refundEvent(item, isMade(item))),
  CAPTURE: (item) => (isMade(item) ? null : endedEvent(item, 'CaptureFailed')),
  CAPTURE_FAILED: (item) => endedEvent(item, 'CaptureFailed'),
  REFUND: (item) => refundEvent(item, isMade(item)),
  REFUND_FAILED: (item) => refundEvent(item, false),
  REFUNDED_REVERSED: (item) => refundEvent(item, false),
  REQUEST_FOR_INFORMATION: (item) => disputeEvent(item, 'opened'),
  NOTIFICATION_OF_CHARGEBACK: (item) => disputeEvent(item, 'opened'),
  CHARGEBACK: withdrawalEvent,
  DISPUTE_DEFENSE_PERIOD_ENDED: withdrawalEvent,
  CHARGEBACK_REVERSED: (item) => disputeEvent(item, 'won'),
  SECOND_CHARGEBACK: (item) => disputeEvent(item, 'lost'),
  PREARBITRATION_WON: (item) => disputeEvent(item, 'won'),
  PREARBITRATION_LOST: (item) => disputeEvent(item, 'lost'),
};

/** Reads the meaning of an event; null for other kinds, and for foreign references. */
export function readAdyenEvent({ payload }: InboundEvent): ProviderEvent | null {
  const item = payload as unknown as AdyenItem;
  const read = Object.hasOwn(meanings, item.eventCode) ? meanings[item.eventCode] : undefined;
  return read ? read(item) : null;
}

const isMade = ({ success }: AdyenItem): boolean => success === 'true';

/** Whether a call cancelled the payment that either cancels or refunds. */
const isCancelled = ({ additionalData }: AdyenItem): boolean => additionalData?.['modification.action'] === 'cancel';

/** Pages are for invoices and payment requests; a payment of ours is by a stored method. */
const movesMoney: ReadonlySet<Named['kind']> = new Set(['invoice', 'request', 'payment']);

/** A page without an amount authorizes its customer; the others move money. */
function authorizationEvent(item: AdyenItem): ProviderEvent | null {
  const named = namedBy(item.merchantReference);
  if (named?.kind === 'customer' && item.amount.value === 0) return customerEvent(item, named.id);
  if (!named || !movesMoney.has(named.kind)) return null;
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
    amountCents: centsOf(amount),
    currency: amount.currency,
    paidOnPage: payableOf(named),
  };
}

function payableOf(named: Named | null): PaidOnPage | null {
  if (named?.kind === 'invoice') return { type: 'Invoice', id: named.id };
  return named?.kind === 'request' ? { type: 'PaymentRequest', id: named.id } : null;
}

/** The end of an earlier payment; after its success, the money is lost. */
function endedEvent(item: AdyenItem, resultCode: string): ProviderEvent | null {
  const { originalReference: id = '', reason } = item;
  if (id === '') return null;
  const at = timeOf(item);
  return {
    kind: 'charge',
    charge: chargeOf(item, id),
    outcome: outcomeOfPayment({ pspReference: id, resultCode, ...(reason ? { refusalReason: reason } : {}) }),
    method: null,
    ...(at === null ? {} : { afterSuccess: { status: 'lost', reason: reason ?? null, at } }),
  };
}

/** Refunds that people make at Adyen have the reference of the payment, or one of theirs. */
function refundEvent(item: AdyenItem, isMadeThere: boolean): ProviderEvent {
  const named = namedBy(item.merchantReference);
  const error = isMadeThere ? null : { message: item.reason ? item.reason : 'The refund failed.', error_code: null };
  const outcome: RefundOutcome & { id: string } = {
    id: item.pspReference,
    status: isMadeThere ? 'succeeded' : 'failed',
    error,
  };
  const key = named?.kind === 'refund' ? named.id : null;
  const chargeId = item.originalReference ? item.originalReference : null;
  return { kind: 'refund', key, chargeId, amountCents: centsOf(item.amount), outcome };
}

/** Statuses with which Adyen ends a dispute: a chargeback that is accepted, or not defended in time, is lost. */
const statedLosses: ReadonlySet<string | undefined> = new Set(['Accepted', 'Expired', 'Lost']);

/**
 * Adyen signs that it withdrew the money, but not the status of the dispute. The status decides only whether a loss is
 * final; a code that Adyen signs says that a dispute is won.
 */
function withdrawalEvent(item: AdyenItem): ProviderEvent | null {
  return disputeEvent(item, statedLosses.has(item.additionalData?.['disputeStatus']) ? 'lost' : 'opened');
}

function disputeEvent(item: AdyenItem, status: 'opened' | 'won' | 'lost'): ProviderEvent | null {
  const at = timeOf(item);
  if (at === null) return null;
  const chargeId = item.originalReference ? item.originalReference : item.pspReference;
  return { kind: 'dispute', chargeId, status, reason: item.reason ?? null, at };
}

/** When the event happened, Unix ms; null where it does not state that. */
function timeOf({ eventDate }: AdyenItem): number | null {
  const at = Date.parse(eventDate ?? '');
  return Number.isNaN(at) ? null : at;
}

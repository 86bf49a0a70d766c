import type { Instant } from '@tollgate/platform';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import type { ProviderMethod } from './methods.js';
import type { ChargeOutcome, RefundOutcome } from './outcomes.js';

/** An invoice, or a payment request over several. */
export interface PaidOnPage {
  type: 'Invoice' | 'PaymentRequest';
  id: string;
}

/** A payment that an event names. */
export interface ReportedCharge {
  /** Our key; null when the provider's records do not name it. */
  key: string | null;
  /** The provider's id. */
  id: string;
  customerId: string | null;
  amountCents: bigint;
  currency: string;
  /** The object that a payer paid on a page of the provider; null for payments that we requested. */
  paidOnPage: PaidOnPage | null;
}

/** The course of a payment after its success: its money is lost, or is there again. */
export interface AfterSuccess {
  status: 'lost' | 'restored';
  reason: string | null;
  /** Unix ms. */
  at: Instant;
}

/** The content of an event, by its kind. */
interface Meanings {
  /** `afterSuccess`: where the event may come after the success, which stays, this is recorded beside it. */
  charge: {
    charge: ReportedCharge;
    outcome: ChargeOutcome;
    method: ProviderMethod | null;
    afterSuccess?: AfterSuccess;
  };
  /** The key is null for a refund that people made; the id of the payment, where the provider states none. */
  refund: { key: string | null; chargeId: string | null; amountCents: bigint; outcome: RefundOutcome & { id: string } };
  dispute: { chargeId: string; status: 'opened' | 'won' | 'lost'; reason: string | null; at: Instant };
  method_attached: { customerId: string; method: ProviderMethod };
  method_updated: { method: ProviderMethod };
  method_detached: { methodId: string };
  default_changed: { customerId: string; methodId: string | null };
  /** Our id of the customer; the error says why the payer was refused, and is null for an agreement. */
  customer_authorized: { customerId: string; method: ProviderMethod | null; error: ProviderError | null };
  page_expired: { pageId: string };
}

/** A kind of event. */
export type EventKind = keyof Meanings;

/** The meaning of an event; with a kind, of that kind. */
export type ProviderEvent<K extends EventKind = EventKind> = { [Each in K]: { kind: Each } & Meanings[Each] }[K];

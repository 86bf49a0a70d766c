import type { Instant } from '@tollgate/platform';
import type { ProviderError } from '../model/tables/payments.tables.js';
import type { CardDetails } from '../model/tables/providers.tables.js';

/** The organization and the connection of a provider call. */
export interface ProviderAccount {
  organizationId: string;
  connectionId: string;
}

/** A payment requested from a provider. */
export interface ChargeRequest {
  /** The idempotency key: the provider makes the payment once. */
  key: string;
  amountCents: bigint;
  currency: string;
  /** The ids of customer and method at the provider. */
  customerId: string;
  methodId: string;
  /** The organization's time, Unix ms. */
  at: Instant;
}

/** The state of a payment at a provider. */
export interface ChargeOutcome {
  /** Its id at the provider. */
  id: string;
  status: 'succeeded' | 'processing' | 'failed';
  /** The provider's own status. */
  providerStatus: string;
  /** The next action of the payer. */
  nextAction: Record<string, unknown> | null;
  error: ProviderError | null;
}

/** The refund of a part of a charge. */
export interface RefundRequest {
  /** The idempotency key. */
  key: string;
  chargeKey: string;
  amountCents: bigint;
}

/** The result of a refund: null, or the error. */
export interface RefundOutcome {
  error: ProviderError | null;
}

/** An event of a provider: the current state of a payment. */
export interface ProviderEvent {
  /** Its id, the same in each delivery. */
  id: string;
  chargeKey: string;
  outcome: ChargeOutcome;
}

/** A request for a page of the provider. */
export interface CheckoutRequest {
  customerId: string;
  /** The invoice to pay; null to set up a method. */
  invoice: { id: string; amountCents: bigint; currency: string } | null;
  at: Instant;
}

/**
 * The port to payment providers. Each call is idempotent and runs outside of transactions. An exception means an
 * unknown outcome, and the caller repeats the call; a refusal is an outcome.
 */
export interface PaymentProvider {
  /** Creates a customer at the provider. @returns its id there */
  createCustomer(account: ProviderAccount, customerId: string): Promise<string>;
  /** Reads the details of a method for documents; null without any. */
  describeMethod(account: ProviderAccount, methodId: string): Promise<CardDetails | null>;
  charge(account: ProviderAccount, request: ChargeRequest): Promise<ChargeOutcome>;
  /** Refunds a part of a charge, once for a key. A refusal is an outcome. */
  refund(account: ProviderAccount, request: RefundRequest): Promise<RefundOutcome>;
  /** @returns the address of a page, the same one while it is open */
  checkout(account: ProviderAccount, request: CheckoutRequest): Promise<string>;
  /** Reads an event of the provider; null for foreign or irrelevant payloads. */
  readEvent(payload: Record<string, unknown>): ProviderEvent | null;
}

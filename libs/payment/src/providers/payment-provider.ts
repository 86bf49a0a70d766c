import type { Instant } from '@tollgate/platform';
import type { ProviderError } from '../tables/payments.tables.js';

/** Whose money it is about, and through which connection. */
export interface ProviderAccount {
  organizationId: string;
  connectionId: string;
}

/** A payment that a provider is asked to make. */
export interface ChargeRequest {
  /** The same when it is asked for again: the provider makes it once. */
  key: string;
  amountCents: bigint;
  currency: string;
  /** What customer and method are called at the provider. */
  customerId: string;
  methodId: string;
  /** The organization's time, Unix ms. */
  at: Instant;
}

/** How a payment stands at a provider. */
export interface ChargeOutcome {
  /** What it is called there. */
  id: string;
  status: 'succeeded' | 'processing' | 'failed';
  /** In the provider's words. */
  providerStatus: string;
  /** What the payer has to do. */
  nextAction: Record<string, unknown> | null;
  error: ProviderError | null;
}

/** A part of a charge that is to go back. */
export interface RefundRequest {
  /** The same when it is asked for again. */
  key: string;
  chargeKey: string;
  amountCents: bigint;
}

/** What became of it: it went back, or why not. */
export interface RefundOutcome {
  error: ProviderError | null;
}

/** What a provider tells by itself: how the payment of a key stands now. */
export interface ProviderEvent {
  /** The same when it is told again. */
  id: string;
  chargeKey: string;
  outcome: ChargeOutcome;
}

/** What a payer is to do on a page of the provider. */
export interface CheckoutRequest {
  customerId: string;
  /** The invoice to be paid; null where a method is set up. */
  invoice: { id: string; amountCents: bigint; currency: string } | null;
  at: Instant;
}

/**
 * The port to payment providers. Each call survives being made twice; none is made with a transaction open. What is thrown
 * means that nobody knows, and the call is made again; a refusal is an outcome.
 */
export interface PaymentProvider {
  /** Tells the provider of a customer. @returns what it is called there */
  createCustomer(account: ProviderAccount, customerId: string): Promise<string>;
  charge(account: ProviderAccount, request: ChargeRequest): Promise<ChargeOutcome>;
  /** Gives back a part of a charge: once for a key. A refusal is an outcome. */
  refund(account: ProviderAccount, request: RefundRequest): Promise<RefundOutcome>;
  /** @returns the address of a page, the same one as long as it is open */
  checkout(account: ProviderAccount, request: CheckoutRequest): Promise<string>;
  /** Reads what the provider sent by itself; null for what is of no concern, or not from it. */
  readEvent(payload: Record<string, unknown>): ProviderEvent | null;
}

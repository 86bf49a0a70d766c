import type { Instant } from '@tollgate/platform';
import type { ProviderAccount } from './account.js';
import type { ChargeOutcome } from './outcomes.js';

/** A payment requested from a provider. */
export interface ChargeRequest {
  /** Our idempotency key. The provider makes the payment once, as long as it remembers the key. */
  key: string;
  amountCents: bigint;
  currency: string;
  /** The ids of customer and method at the provider; a method of null is a bank transfer by the customer. */
  customerId: string;
  methodId: string | null;
  /** The ways to pay that the customer may use, and the countries of customer and issuer. */
  methodTypes: readonly string[];
  countries: { customer: string | null; issuer: string | null };
  /** The text for the payer, and our names of the payment's parts for the provider's records. */
  description: string;
  metadata: Record<string, string>;
  /** Whether the payer can confirm the payment: an action is then an outcome, not a refusal. */
  mayRequireAction: boolean;
  /** Whether an earlier payment failed because the bank required the payer: this one has the payer confirm it. */
  onSession: boolean;
  /** The organization's time, Unix ms. */
  at: Instant;
}

/** The reference to a payment at its provider: the provider's id, else our key. */
export interface ChargeReference {
  key: string;
  /** The provider's id; null until it is known. */
  id: string | null;
  /** The customer's id at the provider. */
  customerId: string;
  /** When the payment was first requested, Unix ms. */
  requestedAt: Instant;
}

/** Payments by stored methods (webhooks, section 11.4). */
export interface ChargesPort {
  charge(account: ProviderAccount, request: ChargeRequest): Promise<ChargeOutcome>;
  /**
   * Finds a payment without making one. A caller looks first when the provider may have evicted its
   * request. @returns null for none
   */
  findCharge(account: ProviderAccount, reference: ChargeReference): Promise<ChargeOutcome | null>;
  /** Cancels a payment if that is possible. @returns its state afterwards; null when there is none */
  cancelCharge(account: ProviderAccount, reference: ChargeReference): Promise<ChargeOutcome | null>;
}

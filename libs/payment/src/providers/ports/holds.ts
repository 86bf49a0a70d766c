import type { ProviderAccount } from './account.js';
import type { Refused } from './connections.js';

/** An amount to hold on a customer's card, without taking it. */
export interface HoldRequest {
  /** Our idempotency key. The provider holds the amount once, as long as it remembers the key. */
  key: string;
  amountCents: bigint;
  currency: string;
  /** The ids of customer and method at the provider. */
  customerId: string;
  methodId: string;
  metadata: Record<string, string>;
}

/** An amount that a provider holds. */
export interface Hold {
  id: string;
  /** The provider's own status. */
  providerStatus: string;
  /** In cents: requested, and held. */
  amountCents: bigint;
  capturableCents: bigint;
}

/** Amounts held on cards. Absent for providers that only make payments. (customers, section 4.9) */
export interface HoldsPort {
  /** Holds an amount, once for a key; `cancelCharge` releases it. */
  hold(account: ProviderAccount, request: HoldRequest): Promise<Hold | Refused>;
}

import type { Instant } from '@tollgate/platform';
import type { ProviderAccount } from './account.js';
import type { ChargeRequest } from './charges.js';
import type { Refused } from './connections.js';

/** A request for a page where a customer enters a payment method. */
export interface SetupRequest {
  /** Our id of the customer, and its id at the provider. */
  customerId: string;
  providerCustomerId: string;
  email: string | null;
  /** The customer's currency; null when it has none yet. */
  currency: string | null;
  methodTypes: readonly string[];
  at: Instant;
}

/** A request for a page where a customer pays an invoice. */
export interface PaymentPageRequest extends SetupRequest {
  /** Our idempotency key of the page. */
  key: string;
  invoice: { id: string; number: string; amountCents: bigint; currency: string };
  countries: ChargeRequest['countries'];
  metadata: Record<string, string>;
}

/** A page of a provider. */
export interface ProviderPage {
  /** Its id at the provider. */
  id: string;
  url: string;
  /** Unix ms, of the wall clock; null when the provider itself keeps the page for repeated requests. */
  expiresAt: Instant | null;
}

/** Pages where payers enter methods (webhooks, section 11.3). */
export interface PagesPort {
  /** @returns a page to enter a method; null when the customer's ways to pay need no page */
  openSetup(account: ProviderAccount, request: SetupRequest): Promise<ProviderPage | Refused | null>;
}

/** Pages where payers pay one invoice (webhooks, section 15). Absent for providers without them. */
export interface PaymentPagesPort {
  /** @returns a page to pay an invoice, the same one for a key while it is open */
  openPayment(account: ProviderAccount, request: PaymentPageRequest): Promise<ProviderPage | Refused>;
  /** Expires a page; one that is completed or expired stays as it is. */
  closePage(account: ProviderAccount, pageId: string): Promise<void>;
}

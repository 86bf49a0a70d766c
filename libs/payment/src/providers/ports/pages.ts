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
  /** Where the page leads afterwards; absent: the address of the connection. */
  returnUrl?: string;
  at: Instant;
}

/** An invoice, or a payment request over several, that a customer pays on a page. */
export interface PayableOnPage {
  type: 'Invoice' | 'PaymentRequest';
  id: string;
  /** The text that the payer reads: the numbers of the invoices. */
  title: string;
  amountCents: bigint;
  currency: string;
}

/** A request for a page where a customer pays an invoice, or several. */
export interface PaymentPageRequest extends SetupRequest {
  /** Our idempotency key of the page. */
  key: string;
  payable: PayableOnPage;
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

/** Pages where payers pay an invoice, or several (webhooks, section 15). Absent for providers without them. */
export interface PaymentPagesPort {
  /** @returns a page to pay, the same one for a key while it is open */
  openPayment(account: ProviderAccount, request: PaymentPageRequest): Promise<ProviderPage | Refused>;
  /** Expires a page; one that is completed or expired stays as it is. */
  closePage(account: ProviderAccount, pageId: string): Promise<void>;
}

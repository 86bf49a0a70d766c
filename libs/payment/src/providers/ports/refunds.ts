import type { ProviderAccount } from './account.js';
import type { RefundOutcome } from './outcomes.js';

/** The refund of a part of a charge. */
export interface RefundRequest {
  /** Our idempotency key. */
  key: string;
  /** The key and the provider's id of the charge. */
  chargeKey: string;
  chargeId: string | null;
  amountCents: bigint;
  currency: string;
  /** The reason of the credit note; null for none. */
  reason: string | null;
}

/** Refunds of payments (webhooks, section 18). */
export interface RefundsPort {
  /** Refunds a part of a charge, once for a key. */
  refund(account: ProviderAccount, request: RefundRequest): Promise<RefundOutcome>;
  /** Finds a refund by our key without making one; null for none. */
  findRefund(account: ProviderAccount, request: RefundRequest): Promise<RefundOutcome | null>;
}

import type { ProviderError } from '../../model/payments/payments.tables.js';

/** The state of a payment at a provider. */
export interface ChargeOutcome {
  /** Its id at the provider; null when the provider made none. */
  id: string | null;
  status: 'succeeded' | 'processing' | 'failed';
  /** The provider's own status. */
  providerStatus: string;
  /** The next action of the payer, in the provider's words; null for none. */
  nextAction: Record<string, unknown> | null;
  /** The address where the payer acts; null for none. */
  actionUrl: string | null;
  error: ProviderError | null;
  /**
   * A failure without a `message`, or also without a change of the `invoice`, which stays pending (webhooks, section
   * 10.3). Absent: a failure with both.
   */
  quiet?: 'message' | 'invoice';
}

/** The state of a refund at a provider. */
export interface RefundOutcome {
  /** Its id at the provider; null when the provider made none. */
  id: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  error: ProviderError | null;
}

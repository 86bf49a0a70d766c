import type { Adjustment } from '../../adjustments/adjustment.js';

/** The rules of a kind of invoices. */
export interface InvoiceKind {
  /** The possible adjustments, in order (invoices, section 3). */
  adjustments: readonly Adjustment[];
  /** Whether it is a draft during its customer's grace period (invoices, section 9.3). */
  hasGracePeriod: boolean;
  /** Whether it has taxes, and so waits until those of its customer are known (invoices, section 4.5). */
  isTaxed: boolean;
  /** Whether an invoice of zero is hidden if the customer's settings request that (invoices, section 9.3). */
  mayBeSkipped: boolean;
  /** The message of a final invoice (invoices, section 9.3). */
  issued: 'invoice.created' | 'invoice.one_off_created' | 'invoice.paid_credit_added';
}

import type { Adjustment } from '../../adjustments/adjustment.js';

/** How the invoices of a kind come to be. */
export interface InvoiceKind {
  /** What can be taken off, in the order in which it is (invoices, section 3). */
  adjustments: readonly Adjustment[];
  /** Whether it is a draft while its customer's grace period lasts (invoices, section 9.3). */
  hasGracePeriod: boolean;
  /** Whether it has taxes, and so waits until those of its customer are known (invoices, section 4.5). */
  isTaxed: boolean;
  /** Whether it is kept out of sight where it has no amount and nobody wants such invoices (invoices, section 9.3). */
  mayBeSkipped: boolean;
  /** What the outside is told when it is final (invoices, section 9.3). */
  issued: 'invoice.created' | 'invoice.one_off_created' | 'invoice.paid_credit_added';
}

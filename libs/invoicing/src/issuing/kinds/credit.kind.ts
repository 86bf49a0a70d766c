import type { InvoiceKind } from './invoice-kind.js';

/** Prepaid credits that are sold: nothing is taken off, and nothing waits but for a payment (wallets, section 3.5). */
export const credit: InvoiceKind = {
  adjustments: [],
  hasGracePeriod: false,
  isTaxed: false,
  mayBeSkipped: false,
  issued: 'invoice.paid_credit_added',
};

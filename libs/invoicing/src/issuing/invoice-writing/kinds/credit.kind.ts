import type { InvoiceKind } from './invoice-kind.js';

/** Sales of prepaid credits: without adjustments, and without delay except for a payment (wallets, section 3.5). */
export const credit: InvoiceKind = {
  adjustments: [],
  hasGracePeriod: false,
  isTaxed: false,
  mayBeSkipped: false,
  issued: 'invoice.paid_credit_added',
};

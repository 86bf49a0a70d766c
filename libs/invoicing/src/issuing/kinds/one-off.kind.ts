import type { InvoiceKind } from './invoice-kind.js';

/** Add-ons that are sold once: nothing is taken off, and nothing waits (invoices, section 10). */
export const oneOff: InvoiceKind = {
  adjustments: [],
  hasGracePeriod: false,
  isTaxed: true,
  mayBeSkipped: true,
  issued: 'invoice.one_off_created',
};

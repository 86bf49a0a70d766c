import type { InvoiceKind } from './invoice-kind.js';

/** One-off sales of add-ons: without adjustments and without delay (invoices, section 10). */
export const oneOff: InvoiceKind = {
  adjustments: [],
  hasGracePeriod: false,
  isTaxed: true,
  mayBeSkipped: true,
  issued: 'invoice.one_off_created',
};

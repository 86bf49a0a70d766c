import { allAdjustments } from '../../adjustments/adjustments.js';
import type { InvoiceKind } from './invoice-kind.js';

/** Usage within a period, billed when it passes a threshold (charges, section 7). */
export const progressiveBilling: InvoiceKind = {
  adjustments: allAdjustments,
  hasGracePeriod: false,
  isTaxed: true,
  mayBeSkipped: false,
  issued: 'invoice.created',
};

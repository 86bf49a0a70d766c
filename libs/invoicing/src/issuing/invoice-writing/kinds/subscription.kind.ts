import { allAdjustments } from '../../adjustments/adjustments.js';
import type { InvoiceKind } from './invoice-kind.js';

/** The costs of subscriptions: their plans, fixed charges and usage. */
export const subscription: InvoiceKind = {
  adjustments: allAdjustments,
  hasGracePeriod: true,
  isTaxed: true,
  mayBeSkipped: true,
  issued: 'invoice.created',
};

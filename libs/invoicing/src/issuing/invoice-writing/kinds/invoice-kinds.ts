import type { InvoiceKind } from './invoice-kind.js';
import { credit } from './credit.kind.js';
import { oneOff } from './one-off.kind.js';
import { progressiveBilling } from './progressive-billing.kind.js';
import { subscription } from './subscription.kind.js';

/** The kinds of invoices that this library prices and writes, by `invoice_type`. */
export const invoiceKinds = {
  subscription,
  progressive_billing: progressiveBilling,
  one_off: oneOff,
  credit,
} as const satisfies Record<string, InvoiceKind>;

export type InvoiceKindName = keyof typeof invoiceKinds;

/** The kind of a new invoice. */
export const kindOf = ({ type = 'subscription' }: { type?: InvoiceKindName }): InvoiceKind => invoiceKinds[type];

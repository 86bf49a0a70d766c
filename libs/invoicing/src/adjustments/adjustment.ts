import type { TenantTransaction } from '@tollgate/platform';
import type { InvoiceDeductions } from '@tollgate/rating';
import type { CustomerView } from '@tollgate/subscription/reader';
import type { BilledSubscription, NewFee } from '../lines/new-invoice.js';
import type { NewCredit } from './credit.writer.js';

/** An invoice while it is adjusted: what the adjustments before have left of it. */
export interface InvoiceToAdjust {
  id: string;
  organizationId: string;
  customer: CustomerView;
  subscriptions: BilledSubscription[];
  currency: string;
  lines: NewFee[];
  /** Cents that were taken off so far. */
  deductions: Partial<InvoiceDeductions>;
  /** The organization's present time, Unix milliseconds. */
  now: number;
}

/** What an adjustment takes off an invoice. */
export interface Adjusted {
  /** The lines with their shares in it. */
  lines?: NewFee[];
  /** Cents. */
  deductions: Partial<InvoiceDeductions>;
  credits: NewCredit[];
  /** Keeps what was used, when the fees of the invoice are written; their ids are in the order of the lines. */
  commit?(transaction: TenantTransaction, feeIds: string[]): Promise<void>;
}

/** Something that an invoice costs less by. What it uses is held until the transaction of the invoice ends. */
export interface Adjustment {
  /** Whether invoices have it that are not final yet, or are kept out of sight. */
  beforeFinal: boolean;
  apply(transaction: TenantTransaction, invoice: InvoiceToAdjust): Promise<Adjusted>;
}

/** Nothing is taken off. */
export const unadjusted: Adjusted = { deductions: {}, credits: [] };

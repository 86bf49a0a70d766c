import type { TenantTransaction, Instant } from '@tollgate/platform';
import type { InvoiceDeductions } from '@tollgate/rating';
import type { CustomerView } from '@tollgate/subscription/reader';
import type { BilledSubscription, NewFee, PayableLine } from '../line-items/new-invoice.js';
import type { CreditTaking } from '../prepaid-credits/credit-taking.js';
import type { NewCredit } from './credit.writer.js';

/** An invoice while it is adjusted: what the adjustments before have left of it. */
export interface InvoiceToAdjust<Line = NewFee> {
  id: string;
  organizationId: string;
  customer: CustomerView;
  subscriptions: BilledSubscription[];
  currency: string;
  lines: Line[];
  /** Cents that were taken off so far. */
  deductions: Partial<InvoiceDeductions>;
  /** Where its prepaid credits come from, and under which key they are known there. */
  credits: CreditTaking;
  creditKey: string;
  /** The organization's present time, Unix milliseconds. */
  now: Instant;
}

/** What an adjustment takes off an invoice. */
export interface Adjusted<Line = NewFee> {
  /** The lines with their shares in it. */
  lines?: Line[];
  /** Cents. */
  deductions: Partial<InvoiceDeductions>;
  credits: NewCredit[];
  /** Keeps what was used, when the fees of the invoice are written; their ids are in the order of the lines. */
  commit?(transaction: TenantTransaction, feeIds: string[]): Promise<void>;
}

/**
 * What invoices have it: any, drafts and those that are kept out of sight too; those that are issued, taxes known or not; or
 * those whose taxes are known as well.
 */
export type AdjustedFrom = 'start' | 'issue' | 'taxes';

/** What finds something to take off invoices with such lines. What it uses is held until the transaction of the invoice ends. */
export interface Applicable<Line> {
  apply(transaction: TenantTransaction, invoice: InvoiceToAdjust<Line>): Promise<Adjusted<Line>>;
}

/** Something that an invoice costs less by. */
export interface Adjustment extends Applicable<NewFee> {
  from: AdjustedFrom;
  /** Gives back what a voided invoice used; absent where nothing is given back, or what counts is seen by the invoice's status. */
  giveBack?(transaction: TenantTransaction, voided: VoidedInvoice): Promise<void>;
}

/** An adjustment that pays of an invoice what it comes to with its taxes. */
export interface PayingAdjustment extends Adjustment {
  from: 'taxes';
  apply<Line extends PayableLine>(
    transaction: TenantTransaction,
    invoice: InvoiceToAdjust<Line>,
  ): Promise<Adjusted<Line>>;
}

/** An invoice that is voided, held by the caller. */
export interface VoidedInvoice {
  id: string;
  organizationId: string;
  customerId: string;
  /** What its customer's wallets paid, in cents. */
  prepaidCreditCents: bigint;
  /** Whether a credit note is made of it. */
  credited: boolean;
  /** The organization's present time, Unix milliseconds. */
  now: Instant;
}

/** Nothing is taken off. */
export const unadjusted: Adjusted<never> = { deductions: {}, credits: [] };

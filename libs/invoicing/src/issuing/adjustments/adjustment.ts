import type { TenantTransaction, Instant } from '@tollgate/platform';
import type { InvoiceDeductions } from '@tollgate/rating';
import type { CustomerView } from '@tollgate/subscription/reader';
import type { BilledSubscription, NewFee, PayableLine } from '../../model/line-items/new-invoice.js';
import type { StoredInvoiceInputs } from '../../model/fee-inputs/fee-inputs.tables.js';
import type { CreditTaking } from '../prepaid-credits/credit-taking.js';
import type { NewCredit } from './credit.writer.js';

/** An invoice during its adjustment, as the earlier adjustments left it. */
export interface InvoiceToAdjust<Line = NewFee> {
  id: string;
  organizationId: string;
  customer: CustomerView;
  subscriptions: BilledSubscription[];
  currency: string;
  lines: Line[];
  /** Deductions so far, in cents. */
  deductions: Partial<InvoiceDeductions>;
  /** The source of its prepaid credits, and its key for wallets. */
  credits: CreditTaking;
  creditKey: string;
  /** The organization's present time, Unix milliseconds. */
  now: Instant;
}

/** The result of an adjustment. */
export interface Adjusted<Line = NewFee> {
  /** The lines with their shares of the deduction. */
  lines?: Line[];
  /** Cents. */
  deductions: Partial<InvoiceDeductions>;
  credits: NewCredit[];
  /** The inputs of the deduction, for its explanation. */
  inputs?: Partial<StoredInvoiceInputs>;
  /** Stores the uses after the invoice's fees are written; the ids have the order of the lines. */
  commit?(transaction: TenantTransaction, feeIds: string[]): Promise<void>;
}

/**
 * The invoices that an adjustment applies to: all, including drafts and hidden ones; issued ones, even without known
 * taxes; or only those with known taxes.
 */
export type AdjustedFrom = 'start' | 'issue' | 'taxes';

/** Finds deductions for invoices with such lines. Locks what it uses until the transaction of the invoice ends. */
export interface Applicable<Line> {
  apply(transaction: TenantTransaction, invoice: InvoiceToAdjust<Line>): Promise<Adjusted<Line>>;
}

/** A kind of deduction from an invoice. */
export interface Adjustment extends Applicable<NewFee> {
  from: AdjustedFrom;
  /** Returns the uses of a voided invoice; absent if there are none, or if the invoice's status determines them. */
  returnUses?(transaction: TenantTransaction, voided: VoidedInvoice): Promise<void>;
}

/** An adjustment that pays the total of an invoice, taxes included. */
export interface PayingAdjustment extends Adjustment {
  from: 'taxes';
  apply<Line extends PayableLine>(
    transaction: TenantTransaction,
    invoice: InvoiceToAdjust<Line>,
  ): Promise<Adjusted<Line>>;
}

/** An invoice during its void, locked by the caller. */
export interface VoidedInvoice {
  id: string;
  organizationId: string;
  customerId: string;
  /** The amount that its customer's wallets paid, in cents. */
  prepaidCreditCents: bigint;
  /** Whether the void creates a credit note. */
  credited: boolean;
  /** The organization's present time, Unix milliseconds. */
  now: Instant;
}

/** No deduction. */
export const unadjusted: Adjusted<never> = { deductions: {}, credits: [] };

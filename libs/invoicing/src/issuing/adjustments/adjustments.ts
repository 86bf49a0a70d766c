import type { TenantTransaction } from '@tollgate/platform';
import type { NewFee } from '../../model/line-items/new-invoice.js';
import { insertInvoiceInputs } from '../../model/fee-inputs/fee-inputs.repository.js';
import type { StoredInvoiceInputs } from '../../model/fee-inputs/fee-inputs.tables.js';
import type { Adjustment, Applicable, InvoiceToAdjust, PayingAdjustment } from './adjustment.js';
import { couponCredit } from './coupon.adjustment.js';
import { insertCredits, type NewCredit } from './credit.writer.js';
import { creditNoteCredit } from './credit-note.adjustment.js';
import { prepaidCredit } from './prepaid-credit.adjustment.js';
import { progressiveCredit } from './progressive-credit.adjustment.js';

/** The adjustments that pay an invoice with its taxes, in order (invoices, section 3). */
export const payingAdjustments: readonly PayingAdjustment[] = [creditNoteCredit, prepaidCredit];

/** All adjustments of an invoice, in order (invoices, section 3). */
export const allAdjustments: readonly Adjustment[] = [progressiveCredit, couponCredit, ...payingAdjustments];

/** An invoice after all deductions, and the commit of their uses. */
export interface AdjustedInvoice<Line = NewFee> extends Omit<InvoiceToAdjust<Line>, 'credits' | 'creditKey'> {
  /** The deductions, in order. */
  credits: readonly NewCredit[];
  commit(transaction: TenantTransaction, feeIds: string[]): Promise<void>;
}

/** The deductions from an earlier write of the invoice. */
interface TakenBefore {
  deductions: InvoiceToAdjust['deductions'];
  credits: number;
}

/** Applies adjustments to an invoice, in order. */
export async function adjust<Line = NewFee>(
  transaction: TenantTransaction,
  invoice: Omit<InvoiceToAdjust<Line>, 'deductions'>,
  adjustments: readonly Applicable<Line>[],
  before: TakenBefore = { deductions: {}, credits: 0 },
): Promise<AdjustedInvoice<Line>> {
  let adjusted: InvoiceToAdjust<Line> = { ...invoice, deductions: before.deductions };
  const credits: NewCredit[] = [];
  let inputs: Partial<StoredInvoiceInputs> = {};
  const commits: ((transaction: TenantTransaction, feeIds: string[]) => Promise<void>)[] = [];
  for (const adjustment of adjustments) {
    const made = await adjustment.apply(transaction, adjusted);
    adjusted = {
      ...adjusted,
      lines: made.lines ?? adjusted.lines,
      deductions: { ...adjusted.deductions, ...made.deductions },
    };
    credits.push(...made.credits);
    inputs = { ...inputs, ...made.inputs };
    if (made.commit) commits.push(made.commit);
  }
  return {
    ...adjusted,
    credits,
    async commit(within, feeIds) {
      await insertCredits(within, credits, invoice, before.credits);
      await insertInvoiceInputs(within, invoice.id, inputs);
      for (const commit of commits) await commit(within, feeIds);
    },
  };
}

import type { TenantTransaction } from '@tollgate/platform';
import type { Adjustment, InvoiceToAdjust } from './adjustment.js';
import { couponCredit } from './coupon.adjustment.js';
import { insertCredits, type NewCredit } from './credit.writer.js';
import { creditNoteCredit } from './credit-note.adjustment.js';
import { prepaidCredit } from './prepaid-credit.adjustment.js';
import { progressiveCredit } from './progressive-credit.adjustment.js';

/** All that can be taken off an invoice, in the order in which it is (invoices, section 3). */
export const allAdjustments: readonly Adjustment[] = [progressiveCredit, couponCredit, creditNoteCredit, prepaidCredit];

/** An invoice with everything taken off, and how to keep what that used. */
export interface AdjustedInvoice extends Omit<InvoiceToAdjust, 'credits' | 'creditKey'> {
  /** What was taken off, in order. */
  credits: readonly NewCredit[];
  commit(transaction: TenantTransaction, feeIds: string[]): Promise<void>;
}

/**
 * Takes off an invoice what its kind lets be taken off.
 * @param final whether it is to be finalized; otherwise it is only credited what was billed before
 */
export async function adjust(
  transaction: TenantTransaction,
  invoice: Omit<InvoiceToAdjust, 'deductions'>,
  adjustments: readonly Adjustment[],
  final: boolean,
): Promise<AdjustedInvoice> {
  let adjusted: InvoiceToAdjust = { ...invoice, deductions: {} };
  const credits: NewCredit[] = [];
  const commits: ((transaction: TenantTransaction, feeIds: string[]) => Promise<void>)[] = [];
  for (const adjustment of adjustments.filter(({ beforeFinal }) => final || beforeFinal)) {
    const made = await adjustment.apply(transaction, adjusted);
    adjusted = {
      ...adjusted,
      lines: made.lines ?? adjusted.lines,
      deductions: { ...adjusted.deductions, ...made.deductions },
    };
    credits.push(...made.credits);
    if (made.commit) commits.push(made.commit);
  }
  return {
    ...adjusted,
    credits,
    async commit(within, feeIds) {
      await insertCredits(within, credits, invoice);
      for (const commit of commits) await commit(within, feeIds);
    },
  };
}

import type { TenantTransaction } from '@tollgate/platform';
import type { NewFee } from '../line-items/new-invoice.js';
import type { Adjustment, Applicable, InvoiceToAdjust, PayingAdjustment } from './adjustment.js';
import { couponCredit } from './coupon.adjustment.js';
import { insertCredits, type NewCredit } from './credit.writer.js';
import { creditNoteCredit } from './credit-note.adjustment.js';
import { prepaidCredit } from './prepaid-credit.adjustment.js';
import { progressiveCredit } from './progressive-credit.adjustment.js';

/** What pays of an invoice with its taxes, in the order in which it does (invoices, section 3). */
export const payingAdjustments: readonly PayingAdjustment[] = [creditNoteCredit, prepaidCredit];

/** All that can be taken off an invoice, in the order in which it is (invoices, section 3). */
export const allAdjustments: readonly Adjustment[] = [progressiveCredit, couponCredit, ...payingAdjustments];

/** An invoice with everything taken off, and how to keep what that used. */
export interface AdjustedInvoice<Line = NewFee> extends Omit<InvoiceToAdjust<Line>, 'credits' | 'creditKey'> {
  /** What was taken off, in order. */
  credits: readonly NewCredit[];
  commit(transaction: TenantTransaction, feeIds: string[]): Promise<void>;
}

/** What was taken off an invoice when it was written, where that goes on now. */
interface TakenBefore {
  deductions: InvoiceToAdjust['deductions'];
  credits: number;
}

/** Takes off an invoice what adjustments find, one after the other. */
export async function adjust<Line = NewFee>(
  transaction: TenantTransaction,
  invoice: Omit<InvoiceToAdjust<Line>, 'deductions'>,
  adjustments: readonly Applicable<Line>[],
  before: TakenBefore = { deductions: {}, credits: 0 },
): Promise<AdjustedInvoice<Line>> {
  let adjusted: InvoiceToAdjust<Line> = { ...invoice, deductions: before.deductions };
  const credits: NewCredit[] = [];
  const commits: ((transaction: TenantTransaction, feeIds: string[]) => Promise<void>)[] = [];
  for (const adjustment of adjustments) {
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
      await insertCredits(within, credits, invoice, before.credits);
      for (const commit of commits) await commit(within, feeIds);
    },
  };
}

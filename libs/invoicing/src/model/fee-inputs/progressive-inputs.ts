import type { ProgressiveUse } from '@tollgate/rating';
import type { StoredProgressiveFee } from './fee-inputs.tables.js';
import { mostProgressivePairs } from './input-bounds.js';

/** The inputs of the credit for progressive invoices (charges, section 7.5). @param fees with their invoices */
export function progressiveInputs(
  uses: readonly ProgressiveUse[],
  fees: readonly { id: string; invoice_id: string }[],
): StoredProgressiveFee[] {
  const invoices = new Map(fees.map(({ id, invoice_id: invoiceId }) => [id, invoiceId]));
  return uses.map(({ feeId, amountCents, creditedCents, notedCents, targets }) => ({
    fee_id: feeId,
    invoice_id: invoices.get(feeId) ?? '',
    amount_cents: String(amountCents),
    credited_cents: String(creditedCents),
    noted_cents: notedCents.toFixed(),
    positions: [...targets],
  }));
}

/** The sources of an invoice, or null for too many: its credit is then explained by its fees alone. */
export function withinBound(sources: StoredProgressiveFee[]): StoredProgressiveFee[] | null {
  const pairs = sources.reduce((sum, { positions }) => sum + positions.length, 0);
  return pairs > mostProgressivePairs ? null : sources;
}

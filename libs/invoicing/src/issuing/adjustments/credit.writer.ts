import { insertRows, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { CreditRow } from '../../model/credit-notes/credit-notes.repository.js';

/** The source of a deduction: a progressive invoice, an applied coupon, or a credit note. */
export interface NewCredit {
  kind: CreditRow['kind'];
  sourceId: string;
  amountCents: bigint;
}

/**
 * Writes the deductions of an invoice, in order.
 * @param earlier the number of earlier deductions
 */
export async function insertCredits(
  transaction: TenantTransaction,
  credits: NewCredit[],
  invoice: { id: string; organizationId: string; currency: string; now: Instant },
  earlier = 0,
): Promise<void> {
  await insertRows(
    transaction,
    'invoicing.credits',
    credits.map(({ kind, sourceId, amountCents }, position) => ({
      id: newId(),
      organization_id: invoice.organizationId,
      invoice_id: invoice.id,
      kind,
      source_id: sourceId,
      amount_cents: amountCents,
      currency: invoice.currency,
      before_taxes: kind !== 'credit_note',
      position: earlier + position,
      created_at: new Date(invoice.now),
    })),
  );
}

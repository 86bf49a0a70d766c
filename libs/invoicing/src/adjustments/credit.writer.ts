import { insertRows, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { CreditRow } from '../repositories/credit-notes.repository.js';

/** What an invoice is reduced by: a progressive invoice, a coupon as applied, or a credit note. */
export interface NewCredit {
  kind: CreditRow['kind'];
  sourceId: string;
  amountCents: bigint;
}

/**
 * Writes what was taken off an invoice, in the order in which it was.
 * @param earlier how much was taken off before
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

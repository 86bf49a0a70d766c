import { creditNoteAmounts, splitTotal, withFinalCent, type ProgressiveRemainder } from '@tollgate/rating';
import { groupBy, type TenantTransaction, type Instant } from '@tollgate/platform';
import { publishNote } from '../../model/credit-notes/credit-notes.repository.js';
import { feeToCredit, readRest } from '../../model/credit-notes/credited-fees.repository.js';
import { insertNote } from './credit-note.writer.js';
import { feesOfInvoices, taxesByFee } from '../../model/fees/fees.repository.js';
import { isUnfinished, type InvoiceRow } from '../../model/invoices/invoices.repository.js';

interface Remainders {
  /** The progressive invoice, locked by the caller. */
  invoice: InvoiceRow;
  /** The amounts of its fees to credit, before coupons and taxes. */
  items: readonly ProgressiveRemainder[];
  timezone: string;
  /** Unix milliseconds. */
  now: Instant;
}

/**
 * Credits the amount that a progressive invoice billed beyond the usage of its period (charges, section 7.5; invoices,
 * section 6.7).
 */
export async function creditRemainders(
  transaction: TenantTransaction,
  { invoice, items: remainders, timezone, now }: Remainders,
): Promise<void> {
  const fees = await feesOfInvoices(transaction, [invoice.id]);
  const remaindersOfFee = groupBy(remainders, ({ feeId }) => feeId);
  const items = fees.flatMap((fee) =>
    (remaindersOfFee.get(fee.id) ?? []).map(({ amountCents }) => ({ fee, amountCents })),
  );
  const taxes = await taxesByFee(
    transaction,
    items.map(({ fee }) => fee.id),
  );
  const rest = await readRest(transaction, invoice);
  const amounts = creditNoteAmounts(
    items.map(({ fee, amountCents }) => ({ ...feeToCredit(fee, taxes), amountCents })),
    rest,
  );
  const whole = { creditAmountCents: amounts.totalAmountCents, refundAmountCents: 0n, offsetAmountCents: 0n };
  const split = withFinalCent(whole, amounts);
  // Coupons may have reduced the credited fees to zero.
  if (splitTotal(split) <= 0n) return;
  const id = await insertNote(transaction, {
    invoice,
    endedSubscriptionId: null,
    reason: 'other',
    items,
    taxes,
    amounts,
    split,
    rest,
    timezone,
    now,
  });
  if (isUnfinished(invoice)) return;
  await publishNote(
    transaction,
    { id, organization_id: invoice.organization_id, customer_id: invoice.customer_id },
    now,
  );
}

import {
  centsDecimal,
  creditNoteAmounts,
  Decimal,
  roundToCents,
  splitTotal,
  sumOf,
  withFinalCent,
} from '@tollgate/rating';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { announceNote } from '../rows/credit-notes.repository.js';
import { creditedOf, insertNote } from './credit-note.writer.js';
import { feesOfInvoices, taxesOfFees, type FeeRow } from '../rows/fees.repository.js';
import { isUnfinished, type InvoiceRow } from '../rows/invoices.repository.js';

interface Excess {
  /** The progressive invoice, held by the caller. */
  invoice: InvoiceRow;
  excessCents: bigint;
  timezone: string;
  /** Unix milliseconds. */
  now: Instant;
}

/** Credits what a progressive invoice has billed beyond the usage of its period, largest fees first (invoices, section 6.7). */
export async function creditExcess(
  transaction: TenantTransaction,
  { invoice, excessCents, timezone, now }: Excess,
): Promise<void> {
  const items = await spread(transaction, await feesOfInvoices(transaction, [invoice.id]), centsDecimal(excessCents));
  if (items.length === 0) return;
  const taxes = await taxesOfFees(
    transaction,
    items.map(({ fee }) => fee.id),
  );
  const amounts = creditNoteAmounts(
    items.map(({ fee, amountCents }) => ({
      feeAmountCents: fee.amount_cents,
      feePreciseCouponsAmountCents: new Decimal(fee.precise_coupons_amount_cents),
      taxes: taxes
        .filter((tax) => tax.fee_id === fee.id)
        .map((tax) => ({ code: tax.tax_code, rate: new Decimal(tax.tax_rate) })),
      amountCents,
    })),
  );
  const net = amounts.itemsAmountCents.minus(amounts.preciseCouponsAdjustmentAmountCents);
  const credit = roundToCents(net.plus(sumOf(amounts.appliedTaxes.map((tax) => centsDecimal(tax.amountCents)))));
  const split = withFinalCent({ creditAmountCents: credit, refundAmountCents: 0n, offsetAmountCents: 0n }, amounts);
  // Where earlier invoices had billed all of the fees that it falls on, there is nothing to credit.
  if (splitTotal(split) <= 0n) return;
  const id = await insertNote(transaction, {
    invoice,
    endedSubscriptionId: null,
    reason: 'other',
    items,
    taxes,
    amounts,
    split,
    timezone,
    now,
  });
  if (isUnfinished(invoice)) return;
  await announceNote(
    transaction,
    { id, organization_id: invoice.organization_id, customer_id: invoice.customer_id },
    now,
  );
}

async function spread(
  transaction: TenantTransaction,
  fees: FeeRow[],
  excess: Decimal,
): Promise<{ fee: FeeRow; amountCents: Decimal }[]> {
  const largestFirst = [...fees].sort((a, b) =>
    a.amount_cents === b.amount_cents ? a.position - b.position : a.amount_cents > b.amount_cents ? -1 : 1,
  );
  const items: { fee: FeeRow; amountCents: Decimal }[] = [];
  let left = excess;
  for (const fee of largestFirst) {
    const amountCents = Decimal.min(left, centsDecimal(fee.amount_cents).minus(await creditedOf(transaction, fee.id)));
    if (amountCents.lte(0)) continue;
    items.push({ fee, amountCents });
    left = left.minus(amountCents);
    if (left.isZero()) break;
  }
  return items;
}

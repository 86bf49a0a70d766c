// Random credit notes on made invoices, with figures by the product's own mathematics (invoices, section 6.2).
import type { CreditNoteSource } from '@tollgate/document/e-invoices';
import { creditNoteAmounts, Decimal, decimalText, roundToCents } from '@tollgate/rating';
import type { Random } from '@tollgate/simulate/random';
import type { MadeInvoice } from './invoices.ts';

/** Null if the invoice has nothing to credit. */
export function makeCreditNote(random: Random, { source, fees }: MadeInvoice): CreditNoteSource | null {
  const credited = fees.flatMap((fee, place) =>
    fee.amountCents > 0n && random.chance(0.8) ? [{ fee, place, share: random.pick([1, 0.5, 1 / 3, 0.07]) }] : [],
  );
  const items = credited.map(({ fee, place, share }) => ({
    place,
    feeAmountCents: fee.amountCents,
    feePreciseCouponsAmountCents: fee.preciseCouponsAmountCents,
    taxes: fee.taxes,
    amountCents: new Decimal(fee.amountCents.toString()).times(share).toDecimalPlaces(5),
  }));
  const amounts = creditNoteAmounts(items);
  const total = amounts.subTotalExcludingTaxesAmountCents + amounts.taxesAmountCents;
  if (total <= 0n) return null;
  const refund = random.chance(0.5) ? total / 3n : 0n;
  return {
    svc_id: source.svc_id.replace(/^0/, '1'),
    number: `${source.number}-CN001`,
    invoice_number: source.number,
    svc_invoice_id: source.svc_id,
    issuing_date: '2026-03-15',
    created_at: '2026-03-15T08:00:00Z',
    reason: random.pick(['order_change', 'duplicated_charge', 'other']),
    description: random.chance(0.3) ? 'Agreed by phone\non Monday' : null,
    currency: source.currency,
    self_billed: source.self_billed,
    sub_total_excluding_taxes_amount_cents: Number(amounts.subTotalExcludingTaxesAmountCents),
    coupons_adjustment_amount_cents: Number(amounts.couponsAdjustmentAmountCents),
    taxes_amount_cents: Number(amounts.taxesAmountCents),
    total_amount_cents: Number(total),
    credit_amount_cents: Number(total - refund),
    refund_amount_cents: Number(refund),
    offset_amount_cents: 0,
    items: items.map(({ place, amountCents }) => ({
      fee: source.fees[place],
      amount_cents: Number(roundToCents(amountCents)),
      precise_amount_cents: decimalText(amountCents),
    })),
    customer: source.customer,
  } as unknown as CreditNoteSource;
}

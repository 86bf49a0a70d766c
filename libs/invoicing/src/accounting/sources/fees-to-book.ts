import type { AccountedItemType } from '@tollgate/contracts';
import { groupBy, type TenantTransaction } from '@tollgate/platform';
import { centsDecimal, Decimal, percentOf, roundToCents } from '@tollgate/rating';
import type { CreditNoteItemRow } from '../../model/credit-notes/credit-notes.repository.js';
import { feesOfInvoices, taxesOfFees, type FeeRow } from '../../model/fees/fees.repository.js';
import type { FeeToBook } from '../ledger/booked-lines.rules.js';

const itemTypeOf: Record<FeeRow['fee_type'], AccountedItemType> = {
  charge: 'billable_metric',
  fixed_charge: 'add_on',
  add_on: 'add_on',
  subscription: 'subscription_fee',
  commitment: 'minimum_commitment',
  credit: 'prepaid_credit',
};
const named: readonly AccountedItemType[] = ['billable_metric', 'add_on'];

/** The fees of an invoice with what books need of them, by their ids, in their order. */
export async function readFeesToBook(
  transaction: TenantTransaction,
  invoiceId: string,
): Promise<Map<string, FeeToBook>> {
  return (await readFeesOfInvoicesToBook(transaction, [invoiceId])).get(invoiceId) ?? new Map<string, FeeToBook>();
}

/** The same for several invoices, in two statements, by invoice. */
export async function readFeesOfInvoicesToBook(
  transaction: TenantTransaction,
  invoiceIds: string[],
): Promise<Map<string, Map<string, FeeToBook>>> {
  const fees = (await feesOfInvoices(transaction, invoiceIds)).filter((fee) => fee.deleted_at === null);
  const taxes = groupBy(
    await taxesOfFees(
      transaction,
      fees.map((fee) => fee.id),
    ),
    (tax) => tax.fee_id,
  );
  const booked = new Map<string, Map<string, FeeToBook>>(invoiceIds.map((id) => [id, new Map()]));
  for (const fee of fees) {
    const codes = (taxes.get(fee.id) ?? []).map((tax) => tax.tax_code);
    booked.get(fee.invoice_id ?? '')?.set(fee.id, feeToBook(fee, codes));
  }
  return booked;
}

function feeToBook(fee: FeeRow, taxCodes: string[]): FeeToBook {
  const type = itemTypeOf[fee.fee_type];
  const progressiveCents = centsDecimal(fee.progressive_credit_amount_cents ?? 0n);
  return {
    item: { type, code: named.includes(type) ? fee.item_code : null },
    description: [fee.invoice_display_name, fee.filter_invoice_display_name].filter(Boolean).join(', '),
    price: { units: new Decimal(fee.units), unitAmount: new Decimal(fee.precise_unit_amount) },
    amountCents: fee.amount_cents,
    progressiveCents,
    couponsCents: Decimal.max(new Decimal(fee.precise_coupons_amount_cents).minus(progressiveCents), 0),
    taxCents: fee.taxes_amount_cents,
    taxRate: new Decimal(fee.taxes_rate),
    taxCode: taxCodes.length === 0 ? null : [...new Set(taxCodes)].sort().join('+'),
  };
}

/** The credited part of a fee, with its share of the fee's deductions, which count as coupons of the note. */
export function creditedPart(fee: FeeToBook, item: CreditNoteItemRow): FeeToBook {
  const precise = new Decimal(item.precise_amount_cents);
  const deducted = fee.progressiveCents.plus(fee.couponsCents);
  const share = fee.amountCents === 0n ? new Decimal(0) : deducted.div(centsDecimal(fee.amountCents));
  const couponsCents = precise.times(share);
  return {
    ...fee,
    price: null,
    amountCents: item.amount_cents,
    progressiveCents: new Decimal(0),
    couponsCents,
    taxCents: roundToCents(percentOf(precise.minus(couponsCents), fee.taxRate)),
  };
}

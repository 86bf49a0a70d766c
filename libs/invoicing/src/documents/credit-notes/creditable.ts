import {
  centsDecimal,
  creditableCents,
  Decimal,
  noteLimits,
  offsettableCents,
  refundableCents,
  restTotal,
  type NoteLimits,
  type NoteRest,
  type VoidedFee,
} from '@tollgate/rating';
import { groupBy, type TenantTransaction } from '@tollgate/platform';
import {
  creditedOfFees,
  dueBesides,
  earlierNotesOf,
  feeToCredit,
  restOfInvoice,
} from '../../model/credit-notes/credited-fees.repository.js';
import { feesOfInvoices, taxesOfFees, type FeeRow, type FeeTaxRow } from '../../model/fees/fees.repository.js';
import { isUnfinished, type InvoiceRow } from '../../model/invoices/invoices.repository.js';

/** A fee with its rest after earlier notes. */
export interface CreditableFee extends VoidedFee {
  row: FeeRow;
}

/** The creditable amounts of an invoice, in cents (invoices, section 6.4). */
export interface Creditable {
  fees: CreditableFee[];
  taxes: FeeTaxRow[];
  creditableCents: bigint;
  refundableCents: bigint;
  offsettableCents: bigint;
  /** The limits of a requested note (invoices, section 6.3). */
  limits: NoteLimits;
  /** The rest of the invoice after earlier notes; undefined if they do not settle it. */
  rest: NoteRest | undefined;
}

/** @param invoice locked by the caller */
export async function creditableOf(transaction: TenantTransaction, invoice: InvoiceRow): Promise<Creditable> {
  const rows = (await feesOfInvoices(transaction, [invoice.id])).filter((row) => row.deleted_at === null);
  const ids = rows.map(({ id }) => id);
  const taxes = await taxesOfFees(transaction, ids);
  const taxesOfFee = groupBy(taxes, (tax) => tax.fee_id);
  const credited = await creditedOfFees(transaction, ids);
  const earlier = await earlierNotesOf(transaction, invoice.id);
  const fees = rows.map((row) => ({
    row,
    ...feeToCredit(row, taxesOfFee),
    remainingCents: centsDecimal(row.amount_cents).minus(credited.get(row.id) ?? 0),
  }));
  const rest = restOfInvoice(invoice, fees, earlier);
  // One note can credit the whole rest. It is the last one, so its total is exactly the rest after earlier notes.
  const left = rest?.remainingCents.gt(0) ? restTotal(rest) : 0n;
  const creditable = isCreditable(invoice) ? smaller(limitOf(invoice, fees), left) : 0n;
  const paid = invoice.total_paid_amount_cents;
  const refunded = earlier.parts.refundAmountCents;
  return {
    fees,
    taxes,
    creditableCents: creditable,
    refundableCents: isRefundable(invoice) ? refundableCents(paid, refunded, left) : 0n,
    offsettableCents: offsettableCents(dueBesides(invoice, earlier), left),
    limits: noteLimits({
      fees: fees.map(({ row, feeAmountCents }) => ({ feeAmountCents, taxesRate: new Decimal(row.taxes_rate) })),
      paidCents: paid,
      refundable: isRefundable(invoice),
      dueCents: dueBesides(invoice, earlier),
      credited: earlier.parts,
      rest,
    }),
    rest,
  };
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const isCreditable = (invoice: InvoiceRow) => !isUnfinished(invoice) && invoice.invoice_type !== 'credit';

/** A fully paid invoice without the status `succeeded` has a disputed payment. */
const isRefundable = (invoice: InvoiceRow) =>
  invoice.total_paid_amount_cents !== invoice.total_amount_cents || invoice.payment_status === 'succeeded';

const limitOf = (invoice: InvoiceRow, fees: CreditableFee[]): bigint =>
  creditableCents({
    feesAmountCents: invoice.fees_amount_cents,
    couponsAmountCents: invoice.coupons_amount_cents,
    progressiveBillingCreditAmountCents: invoice.progressive_billing_credit_amount_cents,
    fees: fees.map(({ row, remainingCents }) => ({ remainingCents, taxesRate: new Decimal(row.taxes_rate) })),
  });

import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import {
  centsDecimal,
  Decimal,
  NOTHING_TAKEN,
  sumOf,
  type CreditNoteItem,
  type CreditNoteSplit,
  type NoteRest,
  type TakenByNotes,
} from '@tollgate/rating';
import { feesOfInvoices, taxesByFee, type FeeRow, type FeeTaxRow } from '../fees/fees.repository.js';
import { isUnfinished, type InvoiceRow } from '../invoices/invoices.repository.js';

/** Sums the credited amounts of fees, in cents; includes drafts and voided notes. */
export async function creditedOfFees(transaction: TenantTransaction, feeIds: string[]): Promise<Map<string, Decimal>> {
  if (feeIds.length === 0) return new Map();
  const { rows } = await sql<{ fee_id: string; credited: string }>`
    select item.fee_id, sum(item.precise_amount_cents)::text as credited
    from invoicing.credit_note_items item join invoicing.credit_notes note on note.id = item.credit_note_id
    where item.fee_id = any(${feeIds}::uuid[]) and note.status <> 'deleted'
    group by item.fee_id
  `.execute(transaction);
  return new Map(rows.map((row) => [row.fee_id, new Decimal(row.credited)]));
}

/** The sums of an invoice's final notes. */
export interface EarlierNotes {
  parts: CreditNoteSplit;
  taken: TakenByNotes;
}

/** Before the first of them. */
export const noNotes: EarlierNotes = {
  parts: { creditAmountCents: 0n, refundAmountCents: 0n, offsetAmountCents: 0n },
  taken: NOTHING_TAKEN,
};

/** Includes voided notes, since their amounts cannot be credited again (invoices, section 6.3). */
export async function earlierNotesOf(transaction: TenantTransaction, invoiceId: string): Promise<EarlierNotes> {
  const { rows } = await sql<
    Record<'credited' | 'refunded' | 'offset' | 'sub_total' | 'taxes' | 'precise_taxes', string>
  >`
    select coalesce(sum(credit_amount_cents), 0)::text as credited,
           coalesce(sum(refund_amount_cents), 0)::text as refunded,
           coalesce(sum(offset_amount_cents), 0)::text as "offset",
           coalesce(sum(sub_total_excluding_taxes_amount_cents), 0)::text as sub_total,
           coalesce(sum(taxes_amount_cents), 0)::text as taxes,
           coalesce(sum(precise_taxes_amount_cents), 0)::text as precise_taxes
    from invoicing.credit_notes where invoice_id = ${invoiceId} and status = 'finalized'
  `.execute(transaction);
  const [sums] = rows;
  return {
    parts: {
      creditAmountCents: BigInt(sums?.credited ?? 0),
      refundAmountCents: BigInt(sums?.refunded ?? 0),
      offsetAmountCents: BigInt(sums?.offset ?? 0),
    },
    taken: {
      subTotalCents: BigInt(sums?.sub_total ?? 0),
      taxesCents: BigInt(sums?.taxes ?? 0),
      preciseTaxesCents: new Decimal(sums?.precise_taxes ?? 0),
      taxes: await taxesOfNotes(transaction, invoiceId),
    },
  };
}

async function taxesOfNotes(transaction: TenantTransaction, invoiceId: string): Promise<TakenByNotes['taxes']> {
  const { rows } = await sql<Record<'tax_code' | 'base' | 'amount', string>>`
    select tax.tax_code, sum(tax.base_amount_cents)::text as base, sum(tax.amount_cents)::text as amount
    from invoicing.credit_note_taxes tax join invoicing.credit_notes note on note.id = tax.credit_note_id
    where note.invoice_id = ${invoiceId} and note.status = 'finalized'
    group by tax.tax_code
  `.execute(transaction);
  return new Map(
    rows.map((row) => [row.tax_code, { baseAmountCents: BigInt(row.base), amountCents: BigInt(row.amount) }]),
  );
}

/** A fee as credit notes compute with it. */
export type FeeToCredit = Omit<CreditNoteItem, 'amountCents'>;

/** @param taxes of any fees, by fee */
export const feeToCredit = (fee: FeeRow, taxes: ReadonlyMap<string, FeeTaxRow[]>): FeeToCredit => ({
  feeAmountCents: fee.amount_cents,
  feePreciseCouponsAmountCents: new Decimal(fee.precise_coupons_amount_cents),
  taxes: (taxes.get(fee.id) ?? []).map((tax) => ({ code: tax.tax_code, rate: new Decimal(tax.tax_rate) })),
});

/** A fee of a credited invoice, and its remainder after earlier notes, in cents. */
export interface FeeLeft extends FeeToCredit {
  remainingCents: Decimal;
}

/**
 * The rest of an invoice for its next note (invoices, section 6.2). Undefined for drafts, which still change, and for
 * sold credits, which follow the balance of their wallet.
 */
export function restOfInvoice(invoice: InvoiceRow, fees: FeeLeft[], { taken }: EarlierNotes): NoteRest | undefined {
  if (isUnfinished(invoice) || invoice.invoice_type === 'credit') return undefined;
  const discounts = invoice.coupons_amount_cents + invoice.progressive_billing_credit_amount_cents;
  return {
    remainingCents: sumOf(fees.map(({ remainingCents }) => Decimal.max(remainingCents, 0))),
    subTotalCents: invoice.fees_amount_cents - discounts - taken.subTotalCents,
    taxesCents: invoice.taxes_amount_cents - taken.taxesCents,
    credited: fees.map(({ remainingCents, ...fee }) => ({
      ...fee,
      amountCents: centsDecimal(fee.feeAmountCents).minus(remainingCents),
    })),
    taken,
  };
}

/** Reads the rest of an invoice that the caller locks. */
export async function readRest(transaction: TenantTransaction, invoice: InvoiceRow): Promise<NoteRest | undefined> {
  const fees = (await feesOfInvoices(transaction, [invoice.id])).filter(({ deleted_at: deleted }) => deleted === null);
  const ids = fees.map(({ id }) => id);
  const credited = await creditedOfFees(transaction, ids);
  const taxes = await taxesByFee(transaction, ids);
  const left = fees.map((fee) => ({
    ...feeToCredit(fee, taxes),
    remainingCents: centsDecimal(fee.amount_cents).minus(credited.get(fee.id) ?? 0),
  }));
  return restOfInvoice(invoice, left, await earlierNotesOf(transaction, invoice.id));
}

/** The open amount of an invoice, in cents; zero for a voided one. */
export const dueBesides = (invoice: InvoiceRow, { parts }: EarlierNotes): bigint =>
  invoice.status === 'voided'
    ? 0n
    : invoice.total_amount_cents - invoice.total_paid_amount_cents - parts.offsetAmountCents;

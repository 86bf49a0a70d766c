import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { centsDecimal, Decimal, sumOf, type CreditNoteSplit, type NoteRest } from '@tollgate/rating';
import { feesOfInvoices } from './fees.repository.js';
import { isUnfinished, type InvoiceRow } from './invoices.repository.js';

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
  subTotalCents: bigint;
  taxesCents: bigint;
  /** Sum of their rounded less their precise taxes, in cents. */
  taxRounding: Decimal;
}

/** Before the first of them. */
export const noNotes: EarlierNotes = {
  parts: { creditAmountCents: 0n, refundAmountCents: 0n, offsetAmountCents: 0n },
  subTotalCents: 0n,
  taxesCents: 0n,
  taxRounding: new Decimal(0),
};

/** Includes voided notes, since their amounts cannot be credited again (invoices, section 6.3). */
export async function earlierNotesOf(transaction: TenantTransaction, invoiceId: string): Promise<EarlierNotes> {
  const { rows } = await sql<Record<'credited' | 'refunded' | 'offset' | 'sub_total' | 'taxes' | 'rounding', string>>`
    select coalesce(sum(credit_amount_cents), 0)::text as credited,
           coalesce(sum(refund_amount_cents), 0)::text as refunded,
           coalesce(sum(offset_amount_cents), 0)::text as "offset",
           coalesce(sum(sub_total_excluding_taxes_amount_cents), 0)::text as sub_total,
           coalesce(sum(taxes_amount_cents), 0)::text as taxes,
           coalesce(sum(taxes_amount_cents - precise_taxes_amount_cents), 0)::text as rounding
    from invoicing.credit_notes where invoice_id = ${invoiceId} and status = 'finalized'
  `.execute(transaction);
  const [sums] = rows;
  return {
    parts: {
      creditAmountCents: BigInt(sums?.credited ?? 0),
      refundAmountCents: BigInt(sums?.refunded ?? 0),
      offsetAmountCents: BigInt(sums?.offset ?? 0),
    },
    subTotalCents: BigInt(sums?.sub_total ?? 0),
    taxesCents: BigInt(sums?.taxes ?? 0),
    taxRounding: new Decimal(sums?.rounding ?? 0),
  };
}

/**
 * The rest of an invoice for its next note (invoices, section 6.2). Undefined for drafts, which still change, and for
 * sold credits, which follow the balance of their wallet.
 * @param remaining the remaining amounts of its fees, in cents
 */
export function restOfInvoice(
  invoice: InvoiceRow,
  remaining: Iterable<Decimal>,
  earlier: EarlierNotes,
): NoteRest | undefined {
  if (isUnfinished(invoice) || invoice.invoice_type === 'credit') return undefined;
  const discounts = invoice.coupons_amount_cents + invoice.progressive_billing_credit_amount_cents;
  return {
    remainingCents: sumOf([...remaining].map((cents) => Decimal.max(cents, 0))),
    subTotalCents: invoice.fees_amount_cents - discounts - earlier.subTotalCents,
    taxesCents: invoice.taxes_amount_cents - earlier.taxesCents,
    taxRounding: earlier.taxRounding,
  };
}

/** Reads the rest of an invoice that the caller locks. */
export async function readRest(transaction: TenantTransaction, invoice: InvoiceRow): Promise<NoteRest | undefined> {
  const fees = (await feesOfInvoices(transaction, [invoice.id])).filter(({ deleted_at: deleted }) => deleted === null);
  const credited = await creditedOfFees(
    transaction,
    fees.map(({ id }) => id),
  );
  const remaining = fees.map((fee) => centsDecimal(fee.amount_cents).minus(credited.get(fee.id) ?? 0));
  return restOfInvoice(invoice, remaining, await earlierNotesOf(transaction, invoice.id));
}

/** The open amount of an invoice, in cents; zero for a voided one. */
export const dueBesides = (invoice: InvoiceRow, { parts }: EarlierNotes): bigint =>
  invoice.status === 'voided'
    ? 0n
    : invoice.total_amount_cents - invoice.total_paid_amount_cents - parts.offsetAmountCents;

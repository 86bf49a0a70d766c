import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { Decimal, type CreditNoteSplit } from '@tollgate/rating';
import type { InvoiceRow } from './invoices.repository.js';

/** What notes credited of fees, drafts and voided notes included, by fee, in cents. */
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

/** What the final notes of an invoice come to. */
export interface EarlierNotes {
  parts: CreditNoteSplit;
  /** Sum of their rounded less their precise taxes, in cents. */
  taxRounding: Decimal;
}

/** Voided notes count as well: what they took is not creditable again (invoices, section 6.3). */
export async function earlierNotesOf(transaction: TenantTransaction, invoiceId: string): Promise<EarlierNotes> {
  const { rows } = await sql<{ credited: string; refunded: string; offset: string; rounding: string }>`
    select coalesce(sum(credit_amount_cents), 0)::text as credited,
           coalesce(sum(refund_amount_cents), 0)::text as refunded,
           coalesce(sum(offset_amount_cents), 0)::text as "offset",
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
    taxRounding: new Decimal(sums?.rounding ?? 0),
  };
}

/** What is still due of an invoice, in cents; nothing of a voided one. */
export const dueBesides = (invoice: InvoiceRow, { parts }: EarlierNotes): bigint =>
  invoice.status === 'voided'
    ? 0n
    : invoice.total_amount_cents - invoice.total_paid_amount_cents - parts.offsetAmountCents;

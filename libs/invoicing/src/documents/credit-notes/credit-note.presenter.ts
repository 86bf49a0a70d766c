import type { CreditNote, CreditNoteUse } from '@tollgate/contracts';
import { isoSeconds, required, signedAddress, type TenantTransaction } from '@tollgate/platform';
import { centsNumber, Decimal, decimalText } from '@tollgate/rating';
import type { CreditNoteRow, CreditNoteTaxRow, NoteUse } from '../../model/credit-notes/credit-notes.repository.js';
import { readNoteParts, type NoteParts } from './note-parts.js';

/** Presents credit notes with their items, in the same order. */
export async function presentCreditNotes(transaction: TenantTransaction, rows: CreditNoteRow[]): Promise<CreditNote[]> {
  if (rows.length === 0) return [];
  const parts = await readNoteParts(transaction, rows);
  return rows.map((row) => presentNote(row, required(parts, row.id, 'parts of a credit note')));
}

/** A credit note with its parts, as answers show it. */
const presentNote = (row: CreditNoteRow, parts: NoteParts): CreditNote => ({
  svc_id: row.id,
  billing_entity_code: parts.billingEntityCode,
  sequential_id: row.sequential_id,
  number: row.number,
  svc_invoice_id: row.invoice_id,
  invoice_number: parts.invoiceNumber,
  issuing_date: row.issuing_date,
  credit_status: row.credit_status,
  refund_status: row.refund_status,
  reason: row.reason,
  description: row.description,
  currency: row.currency,
  total_amount_cents: centsNumber(row.total_amount_cents),
  taxes_amount_cents: centsNumber(row.taxes_amount_cents),
  taxes_rate: Number(row.taxes_rate),
  sub_total_excluding_taxes_amount_cents: centsNumber(row.sub_total_excluding_taxes_amount_cents),
  balance_amount_cents: centsNumber(row.balance_amount_cents),
  credit_amount_cents: centsNumber(row.credit_amount_cents),
  refund_amount_cents: centsNumber(row.refund_amount_cents),
  offset_amount_cents: centsNumber(row.offset_amount_cents),
  coupons_adjustment_amount_cents: centsNumber(row.coupons_adjustment_amount_cents),
  created_at: isoSeconds(row.created_at),
  updated_at: isoSeconds(row.updated_at),
  file_url: row.file && signedAddress(row.file, Date.now()),
  xml_url: row.xml_file && signedAddress(row.xml_file, Date.now()),
  self_billed: row.self_billed,
  items: parts.items.map(({ item, fee }) => ({
    svc_id: item.id,
    amount_cents: centsNumber(item.amount_cents),
    precise_amount_cents: decimalText(new Decimal(item.precise_amount_cents)),
    amount_currency: row.currency,
    fee,
  })),
  applied_taxes: parts.taxes.map((tax) => presentTax(tax, row)),
  customer: parts.customer,
  metadata: row.metadata,
  error_details: row.error_details,
});

export const presentUse = (use: NoteUse): CreditNoteUse => ({
  svc_invoice_id: use.invoice_id,
  invoice_number: use.number,
  invoice_status: use.status,
  amount_cents: centsNumber(use.amount_cents),
  created_at: isoSeconds(use.created_at),
});

const presentTax = (tax: CreditNoteTaxRow, { id, currency }: CreditNoteRow): CreditNote['applied_taxes'][number] => ({
  svc_id: tax.id,
  svc_credit_note_id: id,
  svc_tax_id: tax.tax_id,
  tax_name: tax.tax_name,
  tax_code: tax.tax_code,
  tax_rate: Number(tax.tax_rate),
  tax_description: tax.tax_description,
  base_amount_cents: centsNumber(tax.base_amount_cents),
  amount_cents: centsNumber(tax.amount_cents),
  amount_currency: currency,
  created_at: isoSeconds(tax.created_at),
});

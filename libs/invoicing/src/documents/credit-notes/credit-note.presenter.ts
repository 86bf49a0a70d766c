import type { CreditNote } from '@tollgate/contracts';
import { readBillingEntities, readTaxes } from '@tollgate/catalog/reader';
import { isoSeconds, signedAddress, type TenantTransaction } from '@tollgate/platform';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { presentFees } from '../fees/fee.presenter.js';
import { feesByIds } from '../../model/fees/fees.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import {
  itemsOfNotes,
  taxesOfNotes,
  type CreditNoteRow,
  type CreditNoteTaxRow,
} from '../../model/credit-notes/credit-notes.repository.js';
import { centsNumber, Decimal, decimalText } from '@tollgate/rating';

/** Presents credit notes with their items, in the same order. */
export async function presentCreditNotes(transaction: TenantTransaction, rows: CreditNoteRow[]): Promise<CreditNote[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const customers = await readEmbeddedCustomers(
    transaction,
    rows.map((row) => row.customer_id),
  );
  const entities = await readBillingEntities(transaction);
  const invoices = await tables(transaction)
    .selectFrom('invoicing.invoices')
    .select(['id', 'number', 'billing_entity_id'])
    .where(
      'id',
      'in',
      rows.map((row) => row.invoice_id),
    )
    .execute();
  const invoiceOf = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const items = await itemsOfNotes(transaction, ids);
  const fees = await presentFees(
    transaction,
    await feesByIds(
      transaction,
      items.map((item) => item.fee_id),
    ),
  );
  const feeOf = new Map(fees.map((fee) => [fee.svc_id, fee]));
  const taxes = await liveTaxesOf(transaction, ids);
  return rows.map((row) => {
    const invoice = invoiceOf.get(row.invoice_id);
    const customer = customers.get(row.customer_id);
    if (!invoice || !customer) throw new Error(`credit note ${row.id} has no invoice or customer`);
    return {
      svc_id: row.id,
      billing_entity_code: entities.get(invoice.billing_entity_id)?.code ?? '',
      sequential_id: row.sequential_id,
      number: row.number,
      svc_invoice_id: row.invoice_id,
      invoice_number: invoice.number,
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
      items: items
        .filter((item) => item.credit_note_id === row.id)
        .map((item) => ({
          svc_id: item.id,
          amount_cents: centsNumber(item.amount_cents),
          precise_amount_cents: decimalText(new Decimal(item.precise_amount_cents)),
          amount_currency: row.currency,
          fee: feeOf.get(item.fee_id) ?? null,
        })),
      applied_taxes: taxes
        .filter((tax) => tax.credit_note_id === row.id)
        .map((tax) => ({
          svc_id: tax.id,
          svc_credit_note_id: row.id,
          svc_tax_id: tax.tax_id,
          tax_name: tax.tax_name,
          tax_code: tax.tax_code,
          tax_rate: Number(tax.tax_rate),
          tax_description: tax.tax_description,
          base_amount_cents: centsNumber(tax.base_amount_cents),
          amount_cents: centsNumber(tax.amount_cents),
          amount_currency: row.currency,
          created_at: isoSeconds(tax.created_at),
        })),
      customer,
      metadata: row.metadata,
      error_details: row.error_details,
    };
  });
}

/** Omits those of deleted taxes, while their amounts remain (invoices, section 4.1). */
async function liveTaxesOf(transaction: TenantTransaction, noteIds: string[]): Promise<CreditNoteTaxRow[]> {
  const rows = await taxesOfNotes(transaction, noteIds);
  const ids = rows.flatMap((row) => (row.tax_id === null ? [] : [row.tax_id]));
  const taxes = await readTaxes(transaction, [...new Set(ids)]);
  const live = new Set(taxes.map((tax) => tax.id));
  return rows.filter((row) => row.tax_id === null || live.has(row.tax_id));
}

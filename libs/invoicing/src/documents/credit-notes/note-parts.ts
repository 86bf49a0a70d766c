import type { EmbeddedCustomer, Fee } from '@tollgate/contracts';
import { readBillingEntities, readTaxes } from '@tollgate/catalog/reader';
import { groupBy, required, type TenantTransaction } from '@tollgate/platform';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import {
  itemsOfNotes,
  taxesOfNotes,
  type CreditNoteItemRow,
  type CreditNoteRow,
  type CreditNoteTaxRow,
} from '../../model/credit-notes/credit-notes.repository.js';
import { feesByIds } from '../../model/fees/fees.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { presentFees } from '../fees/fee.presenter.js';

/** The parts of a shown credit note that its own row lacks. */
export interface NoteParts {
  customer: EmbeddedCustomer;
  invoiceNumber: string;
  billingEntityCode: string;
  items: { item: CreditNoteItemRow; fee: Fee | null }[];
  /** Without those of deleted taxes. */
  taxes: CreditNoteTaxRow[];
}

/** Reads the parts of credit notes, by note; the number of queries does not grow with them. */
export async function readNoteParts(
  transaction: TenantTransaction,
  rows: CreditNoteRow[],
): Promise<Map<string, NoteParts>> {
  const ids = rows.map(({ id }) => id);
  const customers = await readEmbeddedCustomers(
    transaction,
    rows.map((row) => row.customer_id),
  );
  const entities = await readBillingEntities(transaction);
  const invoices = await invoicesOf(transaction, rows);
  const items = await itemsOfNotes(transaction, ids);
  const fees = await feesOf(transaction, items);
  const itemsByNote = groupBy(items, (item) => item.credit_note_id);
  const taxesByNote = groupBy(await liveTaxesOf(transaction, ids), (tax) => tax.credit_note_id);
  return new Map(
    rows.map((row): [string, NoteParts] => {
      const invoice = required(invoices, row.invoice_id, 'credited invoice');
      const parts = {
        customer: required(customers, row.customer_id, 'customer of a credit note'),
        invoiceNumber: invoice.number,
        billingEntityCode: entities.get(invoice.billing_entity_id)?.code ?? '',
        items: (itemsByNote.get(row.id) ?? []).map((item) => ({ item, fee: fees.get(item.fee_id) ?? null })),
        taxes: taxesByNote.get(row.id) ?? [],
      };
      return [row.id, parts];
    }),
  );
}

async function invoicesOf(transaction: TenantTransaction, rows: CreditNoteRow[]) {
  const invoices = await tables(transaction)
    .selectFrom('invoicing.invoices')
    .select(['id', 'number', 'billing_entity_id'])
    .where(
      'id',
      'in',
      rows.map((row) => row.invoice_id),
    )
    .execute();
  return new Map(invoices.map((invoice) => [invoice.id, invoice]));
}

async function feesOf(transaction: TenantTransaction, items: CreditNoteItemRow[]): Promise<Map<string, Fee>> {
  const rows = await feesByIds(
    transaction,
    items.map((item) => item.fee_id),
  );
  return new Map((await presentFees(transaction, rows)).map((fee) => [fee.svc_id, fee]));
}

/** Omits those of deleted taxes, while their amounts remain (invoices, section 4.1). */
async function liveTaxesOf(transaction: TenantTransaction, noteIds: string[]): Promise<CreditNoteTaxRow[]> {
  const rows = await taxesOfNotes(transaction, noteIds);
  const ids = rows.flatMap((row) => (row.tax_id === null ? [] : [row.tax_id]));
  const taxes = await readTaxes(transaction, [...new Set(ids)]);
  const live = new Set(taxes.map((tax) => tax.id));
  return rows.filter((row) => row.tax_id === null || live.has(row.tax_id));
}

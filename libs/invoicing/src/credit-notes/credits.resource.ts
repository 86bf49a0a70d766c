import type { InvoiceCredit } from '@tollgate/contracts';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { InvoicingTables } from '../invoicing.tables.js';
import type { InvoiceRow } from '../invoices/invoices.repository.js';
import { creditsOfInvoice, notesByIds } from './credit-notes.repository.js';

/** What was taken off an invoice: of a credit note its number, and that of the note's own invoice (invoices, section 9.12). */
export async function presentCredits(transaction: Transaction, invoice: InvoiceRow): Promise<InvoiceCredit[]> {
  const credits = (await creditsOfInvoice(transaction, invoice.id)).filter(({ kind }) => kind === 'credit_note');
  if (credits.length === 0) return [];
  const notes = new Map((await notesByIds(transaction, credits.map((credit) => credit.source_id))).map((note) => [note.id, note]));
  const invoices = await tablesOf<InvoicingTables>(transaction)
    .selectFrom('invoicing.invoices')
    .select(['id', 'number'])
    .where('id', 'in', [...notes.values()].map((note) => note.invoice_id))
    .execute();
  const numbers = new Map(invoices.map(({ id, number }) => [id, number]));
  return credits.map((credit) => {
    const note = notes.get(credit.source_id);
    return {
      svc_id: credit.id,
      amount_cents: Number(credit.amount_cents),
      amount_currency: credit.currency,
      before_taxes: credit.before_taxes,
      item: { svc_item_id: credit.source_id, type: credit.kind, code: note?.number ?? '', name: numbers.get(note?.invoice_id ?? '') ?? '' },
      invoice: { svc_id: invoice.id, payment_status: invoice.payment_status },
    };
  });
}

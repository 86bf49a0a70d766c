import { deleteInvoiceInputs } from '../../model/fee-inputs/fee-inputs.repository.js';
import { Forbidden, type TenantTransaction } from '@tollgate/platform';
import { finalDates } from './final-dates.js';
import { contentsOf, insertContents } from './invoice-contents.js';
import { amountColumns, publishInvoice, isPaidByHand, isPeriodic, recordInvoicedUsage } from './invoice.writer.js';
import type { InvoiceToWrite } from './invoice-to-write.js';
import { numbering } from './numbering.js';
import { feesOfInvoices } from '../../model/fees/fees.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { lockInvoice, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { carryDraftNotes, finalizeDraftNotes } from './draft-credit-notes.writer.js';

/**
 * Writes a draft, or an invoice that is created again, with new fees and taxes. A final one uses credit notes, takes
 * its number and dates, and finalizes its draft notes. The caller locks the invoice.
 * An engine taxes it once more when it is to be final; a pending check of a VAT number lets it remain a draft.
 * @throws Forbidden when a draft would be final without its taxes (invoices, section 4.5)
 */
export async function rewriteDraft(
  transaction: TenantTransaction,
  draft: InvoiceRow,
  invoice: InvoiceToWrite,
  final: boolean,
): Promise<void> {
  const contents = await contentsOf(transaction, { id: draft.id, creditKey: draft.id }, invoice, !final);
  if (draft.status === 'draft' && contents.targetStatus === 'pending' && !contents.usesEngine)
    throw new Forbidden('cannot_finalize_with_pending_taxes');
  const oldFees = await feesOfInvoices(transaction, [draft.id]);
  await tables(transaction).deleteFrom('invoicing.fees').where('invoice_id', '=', draft.id).execute();
  await tables(transaction).deleteFrom('invoicing.invoice_taxes').where('invoice_id', '=', draft.id).execute();
  await deleteInvoiceInputs(transaction, draft.id);
  await tables(transaction).deleteFrom('invoicing.credits').where('invoice_id', '=', draft.id).execute();
  const numbered = await numbering(transaction, invoice, contents.targetStatus);
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({
      status: contents.targetStatus,
      ...numbered,
      ...amountColumns(contents.priced),
      ...(final ? finalDates({ written: draft, periodic: isPeriodic(invoice), ...invoice }) : {}),
      awaits_taxes: contents.awaitsTaxes,
      skips_provider: isPaidByHand(invoice),
      updated_at: new Date(invoice.now),
    })
    .where('id', '=', draft.id)
    .execute();
  await insertContents(transaction, draft.id, invoice, contents);
  await recordInvoicedUsage(transaction, invoice, contents.priced);
  await carryDraftNotes(transaction, draft.id, oldFees, invoice.now);
  if (!final) return;
  await publishInvoice(transaction, draft.id, invoice, contents.targetStatus);
  if (contents.targetStatus === 'pending') return;
  await finalizeDraftNotes(transaction, (await lockInvoice(transaction, draft.id)) as InvoiceRow, invoice.now);
}

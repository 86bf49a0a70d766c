import type { TenantTransaction } from '@tollgate/platform';
import { localDate } from '@tollgate/rating';
import { readAccountingLinks, readEmbeddedCustomers } from '@tollgate/subscription/reader';
import type { AccountingProviderRow } from '../../model/accounting/accounting-providers.repository.js';
import type { AccountingSyncRow, DueSync } from '../../model/accounting/accounting-syncs.repository.js';
import { notesByIds, itemsOfNotes, type CreditNoteRow } from '../../model/credit-notes/credit-notes.repository.js';
import { invoicesByIds, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { LedgerRefusal } from '../ledger/accounting-system.js';
import { bookedLines, LinesDoNotAddUp, type DocumentAmounts, type FeeToBook } from '../ledger/booked-lines.rules.js';
import { contactOf } from '../ledger/ledger-contact.rules.js';
import type { BookedLine, LedgerDocument, LedgerPayment, LedgerRequest } from '../ledger/ledger-document.js';
import { mappedLines, Mappings } from '../ledger/mapped-lines.rules.js';
import { creditedPart, readFeesToBook } from './fees-to-book.js';

/** The request of a document; or nothing to request, with the id that the system has. */
export type Prepared = { request: LedgerRequest; externalId: string | null } | { settledAs: string | null };

/** The ids that a connection has for the parents of a document. */
interface Sources {
  transaction: TenantTransaction;
  connection: AccountingProviderRow;
  sync: DueSync;
}

const nothing: Prepared = { settledAs: null };

/** Reads a document as its accounting system gets it. @throws LedgerRefusal if it cannot get it */
export async function prepare(
  transaction: TenantTransaction,
  connection: AccountingProviderRow,
  sync: DueSync,
): Promise<Prepared> {
  const sources = { transaction, connection, sync };
  if (sync.document_type === 'contact') return prepareContact(sources);
  if (sync.parent_external_id === null) return nothing;
  const request = await requestOf(sources, sync.parent_external_id);
  return request ? { request, externalId: sync.external_id } : nothing;
}

/** The caller's own id of a contact comes before the one that the system gave. */
async function prepareContact({ transaction, connection, sync }: Sources): Promise<Prepared> {
  const link = (await readAccountingLinks(transaction, [sync.document_id])).get(sync.document_id);
  const customer = (await readEmbeddedCustomers(transaction, [sync.document_id])).get(sync.document_id);
  if (!customer || link?.provider !== connection.provider || link.code !== connection.code)
    return { settledAs: sync.external_id };
  const externalId = link.contactId ?? sync.external_id;
  if (!link.syncs) return { settledAs: externalId };
  return { request: { type: 'contact', contact: contactOf(customer) }, externalId };
}

async function requestOf(sources: Sources, parentId: string): Promise<LedgerRequest | null> {
  switch (sources.sync.document_type) {
    case 'contact_archive':
      return { type: 'contact_archive', contactId: parentId };
    case 'invoice':
      return invoiceOf(sources, parentId);
    case 'invoice_void':
      return { type: 'invoice_void', invoiceId: parentId };
    case 'payment':
      return paymentOf(sources, parentId);
    default:
      return noteRequestOf(sources, parentId);
  }
}

async function invoiceOf({ transaction, connection, sync }: Sources, contactId: string): Promise<LedgerRequest | null> {
  const [invoice] = await invoicesByIds(transaction, [sync.document_id]);
  const fees = await readFeesToBook(transaction, sync.document_id);
  // Xero has no document without lines.
  if (!invoice || fees.size === 0) return null;
  const lines = linesOf([...fees.values()], {
    progressiveCents: invoice.progressive_billing_credit_amount_cents,
    couponsCents: invoice.coupons_amount_cents,
    creditNotesCents: invoice.credit_notes_amount_cents,
    prepaidCents: invoice.prepaid_credit_amount_cents,
    taxesCents: invoice.taxes_amount_cents,
    totalCents: invoice.total_amount_cents,
  });
  const document: LedgerDocument = {
    ...mapped(lines, connection),
    number: invoice.number,
    reference: invoice.purchase_order_number,
    date: invoice.issuing_date,
    dueDate: invoice.payment_due_date,
    currency: invoice.currency,
    totalCents: invoice.total_amount_cents,
  };
  return { type: 'invoice', contactId, document };
}

/** @throws LedgerRefusal `does_not_add_up` */
function linesOf(fees: FeeToBook[], amounts: DocumentAmounts): BookedLine[] {
  try {
    return bookedLines(fees, amounts);
  } catch (error) {
    if (error instanceof LinesDoNotAddUp) throw new LedgerRefusal('does_not_add_up', error.message);
    throw error;
  }
}

const mapped = (lines: BookedLine[], { mappings }: AccountingProviderRow) => ({
  lines: mappedLines(lines, mappings),
  rounding: new Mappings(mappings).ofRounding(),
});

async function paymentOf({ transaction, connection, sync }: Sources, invoiceId: string): Promise<LedgerRequest | null> {
  const row = await tables(transaction)
    .selectFrom('invoicing.payments')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', sync.document_id)
    .executeTakeFirst();
  const [invoice] = row ? await invoicesByIds(transaction, [row.invoice_id]) : [];
  if (!row || !invoice) return null;
  const payment: LedgerPayment = {
    key: row.id,
    reference: row.reference,
    date: localDate(row.created_at.getTime(), invoice.timezone),
    currency: row.currency,
    amountCents: row.amount_cents,
    accountCode: new Mappings(connection.mappings).paymentAccount(),
  };
  return { type: 'payment', invoiceId, payment };
}

async function noteRequestOf(sources: Sources, parentId: string): Promise<LedgerRequest | null> {
  const { transaction, connection, sync } = sources;
  const [note] = await notesByIds(transaction, [sync.document_id]);
  const [invoice] = note ? await invoicesByIds(transaction, [note.invoice_id]) : [];
  if (!note || !invoice) return null;
  if (sync.document_type === 'credit_note') return creditNoteOf(sources, note, invoice);
  const mappings = new Mappings(connection.mappings);
  if (sync.document_type === 'credit_note_offset') {
    const invoiceId = await externalIdOf(sources, 'invoice', invoice.id);
    if (invoiceId === null) return null;
    const { currency, issuing_date: date, offset_amount_cents: amountCents } = note;
    return { type: 'credit_note_offset', noteId: parentId, invoiceId, date, currency, amountCents };
  }
  const isRefund = sync.document_type === 'credit_note_refund';
  const payment: LedgerPayment = {
    key: `${note.number} ${isRefund ? 'refund' : 'credit'}`,
    reference: null,
    date: isRefund ? localDate(note.updated_at.getTime(), invoice.timezone) : note.issuing_date,
    currency: note.currency,
    amountCents: isRefund ? note.refund_amount_cents : note.credit_amount_cents,
    accountCode: isRefund ? mappings.paymentAccount() : mappings.accountOf({ type: 'credit_note', code: null }),
  };
  return { type: isRefund ? 'credit_note_refund' : 'credit_note_credit', noteId: parentId, payment };
}

async function creditNoteOf(sources: Sources, note: CreditNoteRow, invoice: InvoiceRow): Promise<LedgerRequest | null> {
  const { transaction, connection, sync } = sources;
  const contactId = await externalIdOf(sources, 'contact', sync.customer_id);
  const fees = await readFeesToBook(transaction, invoice.id);
  const parts = (await itemsOfNotes(transaction, [note.id])).flatMap((item) => {
    const fee = fees.get(item.fee_id);
    return fee ? [creditedPart(fee, item)] : [];
  });
  if (contactId === null || parts.length === 0) return null;
  const lines = linesOf(parts, {
    progressiveCents: 0n,
    couponsCents: note.coupons_adjustment_amount_cents,
    creditNotesCents: 0n,
    prepaidCents: 0n,
    taxesCents: note.taxes_amount_cents,
    totalCents: note.total_amount_cents,
  });
  const document: LedgerDocument = {
    ...mapped(lines, connection),
    number: note.number,
    reference: invoice.number,
    date: note.issuing_date,
    dueDate: null,
    currency: note.currency,
    totalCents: note.total_amount_cents,
  };
  return { type: 'credit_note', contactId, document };
}

async function externalIdOf(
  { transaction, connection }: Sources,
  type: AccountingSyncRow['document_type'],
  documentId: string,
): Promise<string | null> {
  const row = await tables(transaction)
    .selectFrom('invoicing.accounting_syncs')
    .select('external_id')
    .where('accounting_provider_id', '=', connection.id)
    .where('document_type', '=', type)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return row?.external_id ?? null;
}

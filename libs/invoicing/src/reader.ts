import type { CreditNote, Fee, SingleInvoice } from '@tollgate/contracts';
import { sharedStatement, type TenantTransaction, type Instant } from '@tollgate/platform';
import { presentCreditNotes } from './documents/credit-notes/credit-note.presenter.js';
import { creditNotesByIds, findCreditNote } from './model/credit-notes/credit-notes.repository.js';
import { presentFees } from './documents/fees/fee.presenter.js';
import { feesByIds } from './model/fees/fees.repository.js';
import { presentInvoicesInFull } from './documents/invoices/invoice.presenter.js';
import { invoicesByIds } from './model/invoices/invoices.repository.js';

/** Invoices by their ids, deleted ones too, as webhooks show them. */
export async function readInvoiceWebhookResources(
  transaction: TenantTransaction,
  ids: string[],
  now: Instant,
): Promise<Map<string, SingleInvoice>> {
  const invoices = await presentInvoicesInFull(transaction, await invoicesByIds(transaction, ids), now);
  return new Map(invoices.map((invoice) => [invoice.svc_id, invoice]));
}

const invoiceAt = sharedStatement(
  async (
    transaction: TenantTransaction,
    requests: { id: string; now: Instant }[],
  ): Promise<(SingleInvoice | undefined)[]> => {
    const resources = new Map<Instant, Map<string, SingleInvoice>>();
    for (const now of new Set(requests.map((one) => one.now))) {
      const ids = requests.filter((one) => one.now === now).map(({ id }) => id);
      resources.set(now, await readInvoiceWebhookResources(transaction, ids, now));
    }
    return requests.map(({ id, now }) => resources.get(now)?.get(id));
  },
);

/** An invoice as webhooks show it, deleted or not; concurrent calls share one read. */
export async function readInvoiceWebhookResource(
  transaction: TenantTransaction,
  id: string,
  now: Instant,
): Promise<SingleInvoice> {
  const invoice = await invoiceAt(transaction, { id, now });
  if (!invoice) throw new Error(`no invoice ${id}`);
  return invoice;
}

/** A fee as webhooks show it, deleted or not. */
export async function readFeeWebhookResource(transaction: TenantTransaction, id: string): Promise<Fee> {
  const [fee] = await presentFees(transaction, await feesByIds(transaction, [id]));
  if (!fee) throw new Error(`no fee ${id}`);
  return fee;
}

/** A credit note as webhooks show it. */
export async function readCreditNoteWebhookResource(transaction: TenantTransaction, id: string): Promise<CreditNote> {
  const row = await findCreditNote(transaction, id);
  const [note] = row ? await presentCreditNotes(transaction, [row]) : [];
  if (!note) throw new Error(`no credit note ${id}`);
  return note;
}

/** Credit notes by their ids, as webhooks show them. */
export async function readCreditNoteWebhookResources(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, CreditNote>> {
  const notes = await presentCreditNotes(transaction, await creditNotesByIds(transaction, ids));
  return new Map(notes.map((note) => [note.svc_id, note]));
}

/** A final credit note, or null. */
export async function findCreditNoteResource(transaction: TenantTransaction, id: string): Promise<CreditNote | null> {
  const row = await findCreditNote(transaction, id);
  return row ? ((await presentCreditNotes(transaction, [row]))[0] ?? null) : null;
}

export { readInvoicesToClose, type InvoicesToClose } from './documents/invoices/month-to-close.reader.js';
export { paysSelfBilled } from './model/invoices/invoice-amounts.js';
export { readReceivables, type Receivable } from './reports/analytics/receivables.repository.js';
export { readInvoicedSpans, type InvoicedSpan } from './reports/analytics/invoiced-spans.repository.js';
export { readDeductedInvoices, type DeductedInvoice } from './documents/invoices/deducted-invoices.reader.js';
export { readFeeFacts, type FeeFacts, type StoredProration } from './documents/fees/fee-facts.reader.js';
export {
  unpaidInvoices,
  readInvoiceNumbers,
  readInvoiceResources,
  readPaidInvoice,
  everyInvoice,
  hasUnpaidInvoices,
  readPayableInvoices,
  waitingInvoices,
  readSoldCredits,
  readPendingInvoiceIds,
  type PayableInvoice,
} from './documents/payments/payable-invoices.reader.js';
export { readMethodSources, type MethodSource } from './documents/payments/method-sources.reader.js';
export {
  overdueBalances,
  readOverdueInvoices,
  type OverdueInvoice,
} from './documents/payments/overdue-invoices.reader.js';
export { readPassedThreshold } from './model/progressive/applied-thresholds.repository.js';
export { InvoicingReaderModule } from './invoicing-reader.module.js';
export { findRecordedPayment } from './model/payments/payments.repository.js';
export { readInvoicesToWatch, type InvoicesToWatch } from './documents/invoices/invoices-to-watch.reader.js';
export { RefundChecks } from './documents/credit-notes/refund-checks.js';
export {
  issuedInvoicesAfter,
  issuedNotesAfter,
  type IssuedPaper,
  type IssuedPapers,
  type PaperFilters,
} from './reports/exports/issued-papers.reader.js';
export { creditNoteSequences, invoiceSequences } from './reports/exports/number-sequences.reader.js';
export { readCustomerStatement, type ReadStatement } from './reports/statements/statement.reader.js';
export { countJournal, readJournal, type JournalPage } from './accounting/journal/journal.reader.js';
export {
  journalEntryTypes,
  type JournalAccount,
  type JournalEntry,
  type JournalEntryType,
  type JournalFault,
  type JournalLine,
} from './accounting/journal/journal-entry.js';
export type { JournalPeriod, JournalPosition } from './accounting/journal/journal-events.repository.js';
export {
  documentIdsOfCustomer,
  newestCreditNoteIds,
  newestInvoiceIds,
  readOpenInvoices,
} from './documents/invoices/documents-of-customer.reader.js';

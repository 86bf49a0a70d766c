import { readExchangeRates } from '@tollgate/catalog/reader';
import { groupBy, type TenantTransaction } from '@tollgate/platform';
import { itemsOfNotes, notesByIds, type CreditNoteRow } from '../../model/credit-notes/credit-notes.repository.js';
import { invoicesByIds, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { LinesDoNotAddUp, type FeeToBook } from '../ledger/booked-lines.rules.js';
import { creditedPart, readFeesOfInvoicesToBook } from '../sources/fees-to-book.js';
import type { JournalEntry, JournalFault, JournalLine } from './journal-entry.js';
import {
  countJournalEvents,
  journalEventsAfter,
  lapsedBeforeVoids,
  type JournalEvent,
  type JournalPeriod,
  type JournalPosition,
} from './journal-events.repository.js';
import { linesOfInvoice, linesOfNote, linesOfVoid, transferLines, type Conversion } from './journal.rules.js';

/** The next entries of a period; documents without an entry have a fault in its place. */
export interface JournalPage {
  entries: JournalEntry[];
  faults: JournalFault[];
  /** How many events it read. */
  walked: number;
  /** Null at the end. */
  next: JournalPosition | null;
}

/** Counts the events of a period, each of which has an entry. */
export const countJournal: typeof countJournalEvents = countJournalEvents;

/**
 * Reads the next journal entries of an issuer, in the order of their days, in a constant number of statements. Entries
 * about an invoice in another currency use the rate of its issuing date.
 * @param currency of the books
 */
export async function readJournal(
  transaction: TenantTransaction,
  period: JournalPeriod,
  { after, limit, currency }: { after: JournalPosition | null; limit: number; currency: string },
): Promise<JournalPage> {
  const events = await journalEventsAfter(transaction, period, { after, limit });
  const sources = await readSources(transaction, events, currency);
  const page: JournalPage = { entries: [], faults: [], walked: events.length, next: null };
  for (const event of events) {
    const result = entryOf(event, sources);
    if ('code' in result) page.faults.push(result);
    // An invoice of 0, and the void of one that its notes took back, change nothing.
    else if (result.lines.length > 0) page.entries.push(result);
  }
  const last = events.at(-1);
  if (last && events.length === limit) page.next = { day: last.day, type: last.type, id: last.id };
  return page;
}

/** The sources of the entries of some events, by ids. */
interface Sources {
  invoices: ReadonlyMap<string, InvoiceRow>;
  notes: ReadonlyMap<string, CreditNoteRow>;
  notesOf: ReadonlyMap<string, CreditNoteRow[]>;
  fees: ReadonlyMap<string, ReadonlyMap<string, FeeToBook>>;
  /** The credited parts of fees, by note. */
  parts: ReadonlyMap<string, FeeToBook[]>;
  lapsed: ReadonlyMap<string, bigint>;
  /** By invoice; absent without a rate. */
  conversions: ReadonlyMap<string, Conversion>;
}

async function readSources(
  transaction: TenantTransaction,
  events: readonly JournalEvent[],
  currency: string,
): Promise<Sources> {
  const invoices = await invoicesByIds(transaction, [...new Set(events.map((event) => event.invoice_id))]);
  const idsOf = (...types: JournalEvent['type'][]) =>
    events.filter(({ type }) => types.includes(type)).map((event) => event.invoice_id);
  const own = await notesByIds(
    transaction,
    events.filter(({ type }) => ofNotes.includes(type)).map(({ id }) => id),
  );
  const voided = await notesOfInvoices(transaction, idsOf('invoice_void'));
  const notes = new Map([...own, ...voided].map((note) => [note.id, note]));
  const fees = await readFeesOfInvoicesToBook(transaction, [
    ...new Set(idsOf('invoice', 'invoice_void', 'credit_note')),
  ]);
  const items = await itemsOfNotes(transaction, [...notes.keys()]);
  const parts = new Map<string, FeeToBook[]>();
  for (const [noteId, ofNote] of groupBy(items, (item) => item.credit_note_id)) {
    const ofInvoice = fees.get(notes.get(noteId)?.invoice_id ?? '');
    parts.set(
      noteId,
      ofNote.flatMap((item) => {
        const fee = ofInvoice?.get(item.fee_id);
        return fee ? [creditedPart(fee, item)] : [];
      }),
    );
  }
  return {
    invoices: new Map(invoices.map((invoice) => [invoice.id, invoice])),
    notes,
    notesOf: groupBy(voided, (note) => note.invoice_id),
    fees,
    parts,
    lapsed: await lapsedBeforeVoids(
      transaction,
      voided.map(({ id }) => id),
    ),
    conversions: await readConversions(transaction, invoices, currency),
  };
}

const ofNotes: readonly JournalEvent['type'][] = ['credit_note', 'refund', 'credit_lapse'];

async function notesOfInvoices(transaction: TenantTransaction, invoiceIds: string[]): Promise<CreditNoteRow[]> {
  if (invoiceIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.credit_notes')
    .selectAll()
    .where('invoice_id', 'in', invoiceIds)
    .where('status', '=', 'finalized')
    .orderBy('sequential_id')
    .execute();
}

async function readConversions(
  transaction: TenantTransaction,
  invoices: readonly InvoiceRow[],
  to: string,
): Promise<Map<string, Conversion>> {
  const foreign = invoices.filter(({ currency }) => currency !== to);
  const rates = await readExchangeRates(
    transaction,
    foreign.map(({ currency: from, issuing_date: day }) => ({ from, to, day })),
  );
  const conversions = new Map<string, Conversion>(
    invoices.filter(({ currency }) => currency === to).map(({ id }) => [id, null]),
  );
  foreign.forEach(({ id, currency: from }, place) => {
    const found = rates[place];
    if (found) conversions.set(id, { from, to, rate: found.rate });
  });
  return conversions;
}

function entryOf(event: JournalEvent, sources: Sources): JournalEntry | JournalFault {
  const invoice = sources.invoices.get(event.invoice_id);
  if (!invoice) throw new Error(`no invoice ${event.invoice_id}`);
  const number = ofNotes.includes(event.type) ? (sources.notes.get(event.id)?.number ?? '') : invoice.number;
  const about = { type: event.type, documentId: event.id, number };
  const conversion = sources.conversions.get(invoice.id);
  if (conversion === undefined)
    return { ...about, code: 'no_exchange_rate', detail: `${invoice.currency} on ${invoice.issuing_date}` };
  try {
    return {
      ...about,
      invoiceNumber: invoice.number,
      customerId: invoice.customer_id,
      day: event.day,
      dueDay: event.type === 'invoice' ? invoice.payment_due_date : null,
      reference: event.reference,
      currency: invoice.currency,
      lines: linesOf(event, { invoice, conversion, sources }),
    };
  } catch (error) {
    if (error instanceof LinesDoNotAddUp) return { ...about, code: 'does_not_add_up', detail: error.message };
    throw error;
  }
}

interface About {
  invoice: InvoiceRow;
  conversion: Conversion;
  sources: Sources;
}

/** @throws LinesDoNotAddUp */
function linesOf(event: JournalEvent, { invoice, conversion, sources }: About): JournalLine[] {
  const about = { invoice, conversion, sources };
  const cents = event.cents ?? 0n;
  const money = event.by_provider ? 'payment_provider' : 'bank';
  switch (event.type) {
    case 'invoice':
      return invoiceLines(about);
    case 'credit_note':
      return noteLines(event.id, about);
    case 'invoice_void':
      return voidLines(about);
    case 'payment':
      return transferLines(money, 'customer', cents, conversion);
    case 'chargeback':
      return transferLines('clearing', money, cents, conversion);
    case 'refund':
      return transferLines('customer', 'clearing', cents, conversion);
    case 'credit_lapse':
      return transferLines('customer', 'clearing', cents, conversion);
    case 'settlement':
    case 'write_off':
      return transferLines('clearing', 'customer', cents, conversion);
  }
}

function invoiceLines({ invoice, conversion, sources }: About): JournalLine[] {
  const fees = [...(sources.fees.get(invoice.id)?.values() ?? [])];
  const amounts = {
    progressiveCents: invoice.progressive_billing_credit_amount_cents,
    couponsCents: invoice.coupons_amount_cents,
    creditNotesCents: invoice.credit_notes_amount_cents,
    prepaidCents: invoice.prepaid_credit_amount_cents,
    grantedCents: invoice.prepaid_granted_credit_amount_cents,
    taxesCents: invoice.taxes_amount_cents,
    totalCents: invoice.total_amount_cents,
  };
  return linesOfInvoice(fees, amounts, conversion);
}

function noteLines(noteId: string, { conversion, sources }: About): JournalLine[] {
  const note = sources.notes.get(noteId);
  if (!note) throw new Error(`no credit note ${noteId}`);
  const amounts = {
    progressiveCents: 0n,
    couponsCents: note.coupons_adjustment_amount_cents,
    creditNotesCents: 0n,
    prepaidCents: 0n,
    taxesCents: note.taxes_amount_cents,
    totalCents: note.total_amount_cents,
  };
  return linesOfNote(sources.parts.get(noteId) ?? [], amounts, conversion);
}

function voidLines(about: About): JournalLine[] {
  const { invoice, conversion, sources } = about;
  const notes = sources.notesOf.get(invoice.id) ?? [];
  const earlier = [
    invoiceLines(about),
    ...notes.flatMap(({ id }) => [
      noteLines(id, about),
      transferLines('customer', 'clearing', sources.lapsed.get(id) ?? 0n, conversion),
    ]),
  ];
  return linesOfVoid(earlier, { credited: invoice.credited_by_void === true });
}

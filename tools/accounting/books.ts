import { randomUUID } from 'node:crypto';
import type { Contact, ContactChange, CreditNote, Invoice, Line, Payment } from './xero.schema.ts';

/** Amounts in hundredths, so that sums are exact. */
export type Hundredths = number;
export const hundredths = (amount: number): Hundredths => Math.round(amount * 100);

/** A refused request: Xero's words. */
export class Refused extends Error {}

export interface BookedContact extends Contact {
  ContactID: string;
  ContactStatus: 'ACTIVE' | 'ARCHIVED';
  /** How often it was written; 1 after the first time. */
  version: number;
}

export interface BookedDocument {
  id: string;
  number: string;
  contactId: string;
  status: 'AUTHORISED' | 'VOIDED';
  date: string;
  currency: string;
  reference: string | null;
  lines: Line[];
  subTotal: Hundredths;
  tax: Hundredths;
  total: Hundredths;
  version: number;
}

export interface BookedPayment {
  id: string;
  /** The invoice, or the credit note. */
  documentId: string;
  amount: Hundredths;
  account: string;
  date: string;
  reference: string;
}

export interface BookedAllocation {
  id: string;
  noteId: string;
  invoiceId: string;
  amount: Hundredths;
}

/** The rates of kinds of tax, in percent. Xero itself computes those that are `computed`. */
const taxTypes: Record<string, { rate: number; computed?: true }> = {
  NONE: { rate: 0 },
  EXEMPTOUTPUT: { rate: 0 },
  OUTPUT: { rate: 10 },
  OUTPUT2: { rate: 20 },
  /** Rounds each line down. */
  AVALARA: { rate: 20, computed: true },
  /** Of a jurisdiction without taxes. */
  NOTAX: { rate: 0, computed: true },
};

function refuseArchived({ ContactStatus: status }: BookedContact): void {
  if (status === 'ARCHIVED') throw new Refused('The contact is archived.');
}

/** The books of one organization in Xero. */
export class Books {
  readonly contacts = new Map<string, BookedContact>();
  readonly invoices = new Map<string, BookedDocument>();
  readonly creditNotes = new Map<string, BookedDocument>();
  readonly payments = new Map<string, BookedPayment>();
  readonly allocations = new Map<string, BookedAllocation>();

  /** Names and numbers of contacts are unique. @throws Refused */
  putContact(request: Contact): BookedContact {
    const before = request.ContactID === undefined ? undefined : this.contacts.get(request.ContactID);
    if (request.ContactID !== undefined && !before) throw new Refused('The contact does not exist.');
    for (const other of this.contacts.values()) {
      if (other.ContactID === before?.ContactID) continue;
      if (other.Name.toLowerCase() === request.Name.toLowerCase())
        throw new Refused(
          `The contact name ${request.Name} is already assigned to another contact. The contact name must be unique across all active contacts.`,
        );
      if (other.ContactNumber === request.ContactNumber) throw new Refused('The contact number is already in use.');
    }
    if (before) refuseArchived(before);
    const contact: BookedContact = {
      ...request,
      ContactID: before?.ContactID ?? randomUUID(),
      ContactStatus: 'ACTIVE',
      version: (before?.version ?? 0) + 1,
    };
    this.contacts.set(contact.ContactID, contact);
    return contact;
  }

  /** Changes some fields of a contact, or archives it: the change of an archived one is refused. @throws Refused */
  changeContact(change: ContactChange): BookedContact {
    const before = this.contacts.get(change.ContactID);
    if (!before) throw new Refused('The contact does not exist.');
    refuseArchived(before);
    const contact = { ...before, ...change, version: before.version + 1 };
    this.contacts.set(contact.ContactID, contact);
    return contact;
  }

  /** @throws Refused */
  putInvoice({ InvoiceID, InvoiceNumber, ...request }: Invoice): BookedDocument {
    return this.putDocument(this.invoices, InvoiceID, InvoiceNumber, request);
  }

  /** @throws Refused */
  putCreditNote({ CreditNoteID, CreditNoteNumber, ...request }: CreditNote): BookedDocument {
    return this.putDocument(this.creditNotes, CreditNoteID, CreditNoteNumber, request);
  }

  private putDocument(
    documents: Map<string, BookedDocument>,
    id: string | undefined,
    number: string,
    request: Omit<Invoice, 'InvoiceID' | 'InvoiceNumber' | 'Type' | 'DueDate'>,
  ): BookedDocument {
    const before = id === undefined ? undefined : documents.get(id);
    if (id !== undefined && !before) throw new Refused('The document does not exist.');
    if (before && (before.status === 'VOIDED' || this.settled(before.id) > 0))
      throw new Refused('This document cannot be edited as it has a payment or is voided.');
    for (const other of documents.values())
      if (other.id !== before?.id && other.number === number) throw new Refused('Invoice # must be unique.');
    if (!this.contacts.has(request.Contact.ContactID)) throw new Refused('The contact does not exist.');
    const lines = request.LineItems.map(checkedLine);
    const subTotal = lines.reduce((sum, line) => sum + hundredths(line.LineAmount), 0);
    const tax = lines.reduce((sum, line) => sum + hundredths(line.TaxAmount), 0);
    if (subTotal + tax < 0) throw new Refused('The document total must not be negative.');
    const document: BookedDocument = {
      id: before?.id ?? randomUUID(),
      number,
      contactId: request.Contact.ContactID,
      status: 'AUTHORISED',
      date: request.Date,
      currency: request.CurrencyCode,
      reference: request.Reference ?? null,
      lines,
      subTotal,
      tax,
      total: subTotal + tax,
      version: (before?.version ?? 0) + 1,
    };
    documents.set(document.id, document);
    return document;
  }

  /** @throws Refused with payments or credit notes on it */
  void(id: string): BookedDocument {
    const invoice = this.invoices.get(id);
    if (!invoice) throw new Refused('The invoice does not exist.');
    if (invoice.status === 'VOIDED') throw new Refused('Invoice not of valid status for modification.');
    if (this.settled(id) > 0) throw new Refused('Invoice cannot be voided as it has payments or credit notes.');
    invoice.status = 'VOIDED';
    return invoice;
  }

  /** @throws Refused beyond what is due */
  pay(request: Payment): BookedPayment {
    const documentId = 'Invoice' in request ? request.Invoice.InvoiceID : request.CreditNote.CreditNoteID;
    const document = ('Invoice' in request ? this.invoices : this.creditNotes).get(documentId);
    if (!document || document.status === 'VOIDED') throw new Refused('The document does not exist.');
    refuseUnknownAccount(request.Account.Code);
    const amount = hundredths(request.Amount);
    if (amount > document.total - this.settled(documentId))
      throw new Refused('Payment amount exceeds the amount outstanding on this document.');
    const { Date: date, Reference: reference } = request;
    const payment = { id: randomUUID(), documentId, amount, account: request.Account.Code, date, reference };
    this.payments.set(payment.id, payment);
    return payment;
  }

  /** @throws Refused beyond what is left of the note, or due of the invoice */
  allocate(noteId: string, invoiceId: string, amount: Hundredths): BookedAllocation {
    const [note, invoice] = [this.creditNotes.get(noteId), this.invoices.get(invoiceId)];
    if (!note || !invoice) throw new Refused('The document does not exist.');
    if (amount > note.total - this.settled(noteId)) throw new Refused('Amount exceeds the remaining credit.');
    if (amount > invoice.total - this.settled(invoiceId)) throw new Refused('Amount exceeds the amount due.');
    const allocation = { id: randomUUID(), noteId, invoiceId, amount };
    this.allocations.set(allocation.id, allocation);
    return allocation;
  }

  /** The paid or applied amount of a document. */
  settled(id: string): Hundredths {
    const paid = [...this.payments.values()].filter((payment) => payment.documentId === id);
    const applied = [...this.allocations.values()].filter((one) => one.noteId === id || one.invoiceId === id);
    return [...paid, ...applied].reduce((sum, { amount }) => sum + amount, 0);
  }
}

function refuseUnknownAccount(code: string): void {
  if (!/^\d{3}$/.test(code)) throw new Refused(`Account code '${code}' is not a valid code for this document.`);
}

/** A line with the tax that Xero stores. @throws Refused */
function checkedLine(line: Line): Line {
  const { Quantity: quantity, UnitAmount: unit, LineAmount: amount, TaxType: type, TaxAmount: tax } = line;
  if (line.AccountCode === undefined && line.ItemCode === undefined)
    throw new Refused('Account code must be specified.');
  if (line.AccountCode !== undefined) refuseUnknownAccount(line.AccountCode);
  if (line.ItemCode?.startsWith('unknown')) throw new Refused(`Item code '${line.ItemCode}' is not valid.`);
  // Up to four decimals each: in hundred-millionths the product is exact.
  const product = BigInt(Math.round(quantity * 10_000)) * BigInt(Math.round(unit * 10_000));
  const difference = product - BigInt(hundredths(amount)) * 1_000_000n;
  if ((difference < 0n ? -difference : difference) > 500_000n)
    throw new Refused(`The line total ${amount} does not match the expected line total.`);
  const kind = taxTypes[type];
  if (!kind) throw new Refused(`The TaxType code '${type}' does not exist.`);
  if (kind.computed) return { ...line, TaxAmount: Math.trunc((hundredths(amount) * kind.rate) / 100) / 100 };
  if (kind.rate === 0 && tax !== 0) throw new Refused(`The TaxType code '${type}' has no tax.`);
  return line;
}

import { Injectable } from '@nestjs/common';
import { LedgerRefusal, type AccountingConnection } from '../ledger/accounting-system.js';
import type { Ledger } from '../ledger/ledger.js';
import type {
  LedgerContact,
  LedgerDocument,
  LedgerPayment,
  LedgerRequest,
  RequestTerms,
} from '../ledger/ledger-document.js';
import {
  allocationIdOf,
  contactsOf,
  documentsOf,
  isNameTaken,
  paymentIdOf,
  type XeroDocument,
} from './xero-answers.rules.js';
import { XeroClient } from './xero-client.js';
import {
  archiveContact,
  blankContact,
  contactNames,
  creditNotes,
  findContact,
  findDocument,
  invoices,
  paymentReference,
  putAllocation,
  putContact,
  putDocument,
  putPayment,
  readContact,
  readDocument,
  searchContacts,
  voidInvoice,
  type DocumentKind,
  type XeroCall,
} from './xero-requests.rules.js';

/** A request with its connection and terms. */
interface Sending {
  connection: AccountingConnection;
  terms: RequestTerms;
}

interface DocumentToPut {
  contactId: string;
  document: LedgerDocument;
}

const withoutEffect = new Set(['VOIDED', 'DELETED']);
/** Of documents that are read for their status or payments alone. */
const anyCurrency = 'USD';

/** Xero behind the port (webhooks, section 20). */
@Injectable()
export class XeroLedger implements Ledger {
  constructor(private readonly client: XeroClient) {}

  async check(connection: AccountingConnection): Promise<void> {
    await this.client.authorize(connection);
  }

  async put(connection: AccountingConnection, request: LedgerRequest, terms: RequestTerms): Promise<string | null> {
    const sending = { connection, terms };
    switch (request.type) {
      case 'contact':
        return this.putContact(sending, request.contact);
      case 'contact_archive':
        return this.archive(sending, request.contactId);
      case 'invoice':
        return this.putDocument(sending, invoices, request);
      case 'credit_note':
        return this.putDocument(sending, creditNotes, request);
      case 'invoice_void':
        return this.void(sending, request.invoiceId);
      case 'payment':
        return this.pay(sending, invoices, request.invoiceId, request.payment);
      case 'credit_note_offset':
        return this.allocate(sending, request);
      default:
        return this.pay(sending, creditNotes, request.noteId, request.payment);
    }
  }

  private async putContact(sending: Sending, contact: LedgerContact): Promise<string> {
    const { terms } = sending;
    const known = terms.externalId ?? (terms.repeated ? await this.findContact(sending, contact) : null);
    const names = contactNames(contact);
    const [first, second] = names;
    const isTaken = known === null && (await this.hasContact(sending, first));
    if (isTaken) return this.writeContact(sending, putContact(contact, second, known));
    try {
      return await this.writeContact(sending, putContact(contact, first, known));
    } catch (error) {
      if (!(error instanceof LedgerRefusal && isNameTaken(error))) throw error;
      return this.writeContact(sending, putContact(contact, second, known));
    }
  }

  private async findContact(sending: Sending, contact: LedgerContact): Promise<string | null> {
    return contactsOf(await this.read(sending, findContact(contact)))[0]?.id ?? null;
  }

  /** Xero would change the contact of that name in place of creating one. */
  private async hasContact(sending: Sending, name: string): Promise<boolean> {
    const found = contactsOf(await this.read(sending, searchContacts(name)));
    return found.some((contact) => contact.name?.toLowerCase() === name.toLowerCase());
  }

  private async writeContact(sending: Sending, call: XeroCall): Promise<string> {
    const [written] = contactsOf(await this.write(sending, call));
    if (!written) throw new LedgerRefusal('UNREADABLE', 'Xero names no contact.');
    return written.id;
  }

  /** Xero changes no archived contact, so it is blanked first. */
  private async archive(sending: Sending, contactId: string): Promise<string> {
    const [contact] = sending.terms.repeated ? contactsOf(await this.read(sending, readContact(contactId))) : [];
    if (contact?.isArchived) return contactId;
    await this.write(sending, blankContact(contactId));
    await this.write(sending, archiveContact(contactId));
    return contactId;
  }

  private async putDocument(sending: Sending, kind: DocumentKind, request: DocumentToPut): Promise<string> {
    const { terms } = sending;
    const known = terms.externalId ?? (terms.repeated ? await this.findDocument(sending, kind, request) : null);
    try {
      return await this.writeDocument(sending, kind, { ...request, id: known });
    } catch (error) {
      if (!(error instanceof LedgerRefusal) || known !== null || error.externalId !== null) throw error;
      // Another request may have come first: its number is taken then.
      const found = await this.findDocument(sending, kind, request);
      if (found === null) throw error;
      return this.writeDocument(sending, kind, { ...request, id: found });
    }
  }

  /** @throws LedgerRefusal `number_taken` by a document of another contact */
  private async findDocument(
    sending: Sending,
    kind: DocumentKind,
    { contactId, document }: DocumentToPut,
  ): Promise<string | null> {
    const body = await this.read(sending, findDocument(kind, document));
    const found = documentsOf(body, kind.resource, document.currency).find(
      ({ number, status }) => number === document.number && !withoutEffect.has(status ?? ''),
    );
    if (!found) return null;
    if (found.contactId !== contactId)
      throw new LedgerRefusal('number_taken', `Another contact has a document ${document.number}.`);
    return found.id;
  }

  /**
   * Writes a document and compares its total. If Xero computes other taxes, the rest goes to a line (webhooks, section
   * 20), unless it is more than a cent for each line.
   * @throws LedgerRefusal `total_mismatch`
   */
  private async writeDocument(
    sending: Sending,
    kind: DocumentKind,
    put: DocumentToPut & { id: string | null },
  ): Promise<string> {
    const { document } = put;
    const written = await this.writtenDocument(sending, kind, putDocument(kind, put), document);
    const rest = restOf(written, document);
    if (rest === 0n) return written.id;
    const isRounding = document.rounding !== null && (rest < 0n ? -rest : rest) <= BigInt(document.lines.length);
    if (isRounding) {
      const call = putDocument(kind, { ...put, id: written.id }, rest);
      if (restOf(await this.writtenDocument(sending, kind, call, document), document) === 0n) return written.id;
    }
    throw new LedgerRefusal(
      'total_mismatch',
      `Xero's total differs by ${rest} of ${document.totalCents} minor units: its taxes differ.`,
      written.id,
    );
  }

  private async writtenDocument(
    sending: Sending,
    kind: DocumentKind,
    call: XeroCall,
    { currency }: LedgerDocument,
  ): Promise<XeroDocument> {
    const [written] = documentsOf(await this.write(sending, call), kind.resource, currency);
    if (!written) throw new LedgerRefusal('UNREADABLE', 'Xero names no document.');
    return written;
  }

  private async void(sending: Sending, invoiceId: string): Promise<string> {
    if (sending.terms.repeated) {
      const invoice = await this.readDocument(sending, invoices, invoiceId);
      if (withoutEffect.has(invoice?.status ?? '')) return invoiceId;
    }
    await this.write(sending, voidInvoice(invoiceId));
    return invoiceId;
  }

  private async pay(sending: Sending, kind: DocumentKind, documentId: string, payment: LedgerPayment): Promise<string> {
    if (sending.terms.repeated) {
      const document = await this.readDocument(sending, kind, documentId);
      const reference = paymentReference(payment);
      const made = document?.payments.find((each) => each.reference === reference);
      if (made) return made.id;
    }
    return paymentIdOf(await this.write(sending, putPayment(kind, documentId, payment)));
  }

  private async allocate(
    sending: Sending,
    request: Extract<LedgerRequest, { type: 'credit_note_offset' }>,
  ): Promise<string | null> {
    const { noteId, invoiceId } = request;
    if (sending.terms.repeated) {
      const note = await this.readDocument(sending, creditNotes, noteId);
      const made = note?.allocations.find((each) => each.invoiceId === invoiceId);
      if (made) return made.id ?? noteId;
    }
    return allocationIdOf(await this.write(sending, putAllocation(noteId, request))) ?? noteId;
  }

  private async readDocument(sending: Sending, kind: DocumentKind, id: string): Promise<XeroDocument | undefined> {
    return documentsOf(await this.read(sending, readDocument(kind, id)), kind.resource, anyCurrency)[0];
  }

  private read({ connection }: Sending, call: XeroCall): Promise<unknown> {
    return this.client.call(connection, call, null);
  }

  private write({ connection, terms }: Sending, call: XeroCall): Promise<unknown> {
    return this.client.call(connection, call, terms.key);
  }
}

/** The amount that Xero's total lacks; 0 if its answer has none. */
const restOf = ({ totalCents }: XeroDocument, document: LedgerDocument): bigint =>
  totalCents === null ? 0n : document.totalCents - totalCents;

import { z } from 'zod';
import { Decimal, toCents } from '@tollgate/rating';
import { waitOfHeader, type OutboundAnswer } from '@tollgate/platform';
import { ConnectionRefused, LedgerBusy, LedgerRefusal, LedgerUnavailable } from '../ledger/accounting-system.js';

/** Xero names no wait for some of its limits: the one of a minute. */
const waitOfLimitMs = 60_000;
const longestMessage = 500;

const Messages = z.array(z.object({ Message: z.string() }));
const Failure = z.object({
  Type: z.string().min(1).max(100).nullish(),
  Message: z.string().nullish(),
  Elements: z.array(z.object({ ValidationErrors: Messages.nullish() })).nullish(),
});

/**
 * Reads the status of an answer by Xero.
 * @returns the body of a success
 * @throws LedgerRefusal, LedgerBusy, LedgerUnavailable; ConnectionRefused for a lack of rights
 */
export function bodyOfAnswer({ status, body, retryAfter }: OutboundAnswer): unknown {
  if (status >= 200 && status < 300) return body;
  if (status === 429) throw new LedgerBusy(waitOfHeader(retryAfter) ?? waitOfLimitMs);
  if (status === 408 || status >= 500) throw new LedgerUnavailable(`HTTP_${status}`, waitOfHeader(retryAfter));
  if (status < 400) throw new LedgerUnavailable(`HTTP_${status}`);
  const { code, message } = failureOf(status, body);
  if (status === 401 || status === 403) throw new ConnectionRefused(`HTTP_${status}`, message);
  throw new LedgerRefusal(code, message);
}

function failureOf(status: number, body: unknown): { code: string; message: string } {
  const read = Failure.safeParse(body);
  if (!read.success) return { code: `HTTP_${status}`, message: '' };
  const { Type: type, Message: message, Elements: elements } = read.data;
  const causes = (elements ?? []).flatMap((element) => (element.ValidationErrors ?? []).map((error) => error.Message));
  return {
    code: type ?? `HTTP_${status}`,
    message: (causes.length > 0 ? [...new Set(causes)].join(' ') : (message ?? '')).slice(0, longestMessage),
  };
}

/** Whether Xero refuses a contact for its name, which another one has. */
export const isNameTaken = ({ message }: LedgerRefusal): boolean =>
  /name must be unique|already assigned/i.test(message);

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const TokenFailure = z.object({ error: z.string().min(1).max(100) });

/** Reads the answer to a request for a token. @throws ConnectionRefused, LedgerBusy, LedgerUnavailable */
export function tokenOfAnswer(answer: OutboundAnswer): { token: string; lifeMs: number } {
  const { status, body, retryAfter } = answer;
  if (status === 400 || status === 401) {
    const failure = TokenFailure.safeParse(body);
    throw new ConnectionRefused(failure.success ? failure.data.error : `HTTP_${status}`, 'Xero gives no token.');
  }
  if (status === 429) throw new LedgerBusy(waitOfHeader(retryAfter) ?? waitOfLimitMs);
  const read = Token.safeParse(body);
  if (status !== 200 || !read.success) throw new LedgerUnavailable(status === 200 ? 'UNREADABLE' : `HTTP_${status}`);
  return { token: read.data.access_token, lifeMs: read.data.expires_in * 1000 };
}

const Contact = z.object({
  ContactID: z.string().min(1),
  Name: z.string().nullish(),
  ContactStatus: z.string().nullish(),
});

/** Contacts of an answer. @throws LedgerUnavailable for an answer of another shape */
export const contactsOf = (body: unknown): { id: string; name: string | null; isArchived: boolean }[] =>
  readOr(z.object({ Contacts: z.array(Contact) }), body).Contacts.map((contact) => ({
    id: contact.ContactID,
    name: contact.Name ?? null,
    isArchived: contact.ContactStatus === 'ARCHIVED',
  }));

const Payment = z.object({ PaymentID: z.string().min(1), Reference: z.string().nullish() });
const Allocation = z.object({
  AllocationID: z.string().nullish(),
  Invoice: z.object({ InvoiceID: z.string() }).nullish(),
});
const Document = z.object({
  InvoiceID: z.string().nullish(),
  CreditNoteID: z.string().nullish(),
  InvoiceNumber: z.string().nullish(),
  CreditNoteNumber: z.string().nullish(),
  Status: z.string().nullish(),
  Total: z.number().nullish(),
  Contact: z.object({ ContactID: z.string() }).nullish(),
  Payments: z.array(Payment).nullish(),
  Allocations: z.array(Allocation).nullish(),
});

/** An invoice or a credit note of Xero. */
export interface XeroDocument {
  id: string;
  number: string | null;
  status: string | null;
  contactId: string | null;
  /** Null if the answer has none. */
  totalCents: bigint | null;
  payments: { id: string; reference: string }[];
  allocations: { id: string | null; invoiceId: string | null }[];
}

/** Documents of an answer. @throws LedgerUnavailable for an answer of another shape */
export function documentsOf(body: unknown, resource: 'Invoices' | 'CreditNotes', currency: string): XeroDocument[] {
  const documents = readOr(z.record(z.string(), z.unknown()), body)[resource];
  return readOr(z.array(Document), documents).map((document) => {
    const id = resource === 'Invoices' ? document.InvoiceID : document.CreditNoteID;
    if (!id) throw new LedgerUnavailable('UNREADABLE');
    return {
      id,
      number: (resource === 'Invoices' ? document.InvoiceNumber : document.CreditNoteNumber) ?? null,
      status: document.Status ?? null,
      contactId: document.Contact?.ContactID ?? null,
      totalCents: typeof document.Total === 'number' ? toCents(new Decimal(String(document.Total)), currency) : null,
      payments: (document.Payments ?? []).map((payment) => ({
        id: payment.PaymentID,
        reference: payment.Reference ?? '',
      })),
      allocations: (document.Allocations ?? []).map((allocation) => ({
        id: allocation.AllocationID ?? null,
        invoiceId: allocation.Invoice?.InvoiceID ?? null,
      })),
    };
  });
}

/** The id of the payment of an answer. @throws LedgerUnavailable for an answer of another shape */
export function paymentIdOf(body: unknown): string {
  const [payment] = readOr(z.object({ Payments: z.array(Payment) }), body).Payments;
  if (!payment) throw new LedgerUnavailable('UNREADABLE');
  return payment.PaymentID;
}

/** The id of the allocation of an answer; null where Xero names none. @throws LedgerUnavailable for another shape */
export function allocationIdOf(body: unknown): string | null {
  const [allocation] = readOr(z.object({ Allocations: z.array(Allocation) }), body).Allocations;
  if (!allocation) throw new LedgerUnavailable('UNREADABLE');
  return allocation.AllocationID ?? null;
}

function readOr<S extends z.ZodType>(shape: S, body: unknown): z.output<S> {
  const read = shape.safeParse(body);
  if (!read.success) throw new LedgerUnavailable('UNREADABLE');
  return read.data;
}

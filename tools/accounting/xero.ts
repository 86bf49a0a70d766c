import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Books, hundredths, Refused, type BookedContact, type BookedDocument } from './books.ts';
import { CallLimits } from './limits.ts';
import {
  Allocation,
  Contact,
  ContactChange,
  CreditNote,
  Invoice,
  one,
  Payment,
  TokenRequest,
  Void,
} from './xero.schema.ts';

/** A call to Xero, as its server received it. */
export interface XeroRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  text: string;
}

export interface XeroAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** An organization in Xero; its name is the secret of its client, so that tests do not see each other's. */
export interface Account {
  books: Books;
  limits: CallLimits;
  /** The answers by idempotency key, with the request that had it. */
  answers: Map<string, { request: string; answer: XeroAnswer }>;
}

interface Token {
  account: string;
  until: number;
}

const tokenSeconds = 1_800;
const longestKey = 128;

/** The identity service and the Accounting API of Xero. */
export class Xero {
  private readonly accounts = new Map<string, Account>();
  private readonly tokens = new Map<string, Token>();

  account(name: string): Account {
    const account = this.accounts.get(name) ?? { books: new Books(), limits: new CallLimits(), answers: new Map() };
    this.accounts.set(name, account);
    return account;
  }

  /** Ends the tokens of an account, as a revocation does. */
  expireTokens(account: string): void {
    for (const [token, holder] of this.tokens) if (holder.account === account) this.tokens.delete(token);
  }

  /** The account whose token a call has. */
  accountOf({ headers }: XeroRequest): string | null {
    const token = this.tokens.get((headers['authorization'] ?? '').replace(/^Bearer /, ''));
    return token && token.until > Date.now() ? token.account : null;
  }

  /** Gives a token to the client of a custom connection. */
  token({ method, headers, text }: XeroRequest): XeroAnswer {
    const [scheme, value = ''] = (headers['authorization'] ?? '').split(' ');
    const [client = '', secret = ''] = Buffer.from(value, 'base64').toString().split(':').map(decodeURIComponent);
    if (method !== 'POST' || headers['content-type'] !== 'application/x-www-form-urlencoded')
      return { status: 400, body: { error: 'invalid_request' } };
    if (scheme !== 'Basic' || client === '' || secret === '' || secret.startsWith('revoked'))
      return { status: 400, body: { error: 'invalid_client' } };
    const form = TokenRequest.safeParse(Object.fromEntries(new URLSearchParams(text)));
    if (!form.success) return { status: 400, body: { error: 'invalid_scope' } };
    const token = randomUUID();
    this.tokens.set(token, { account: secret, until: Date.now() + tokenSeconds * 1000 });
    const body = { access_token: token, expires_in: tokenSeconds, token_type: 'Bearer', scope: form.data.scope };
    return { status: 200, body };
  }

  /** Answers a call to the Accounting API. The same key has the same answer; another request with it is refused. */
  answer(request: XeroRequest): XeroAnswer {
    const name = this.accountOf(request);
    if (name === null) return failure(401, 'TokenExpired: token expired or unknown');
    const tenant = request.headers['xero-tenant-id'];
    if (tenant !== undefined && tenant !== `tenant-of-${name}`) return failure(403, 'AuthenticationUnsuccessful');
    const account = this.account(name);
    if (request.method === 'GET') return read(account.books, request);
    const key = request.headers['idempotency-key'] ?? '';
    if (key === '' || key.length > longestKey) return failure(400, 'The idempotency key is missing or too long.');
    const content = `${request.method} ${request.path}\n${request.text}`;
    const earlier = account.answers.get(key);
    if (earlier && earlier.request !== content) return failure(400, 'The idempotency key belongs to another request.');
    const answer = earlier?.answer ?? write(account.books, request);
    account.answers.set(key, { request: content, answer });
    return answer;
  }
}

const failure = (status: number, message: string): XeroAnswer => ({
  status,
  body: { Title: message, Status: status, Detail: message },
});

const invalid = (messages: string[]): XeroAnswer => ({
  status: 400,
  body: {
    ErrorNumber: 10,
    Type: 'ValidationException',
    Message: 'A validation exception occurred',
    Elements: [{ ValidationErrors: messages.map((Message) => ({ Message })) }],
  },
});

function write(books: Books, { method, path, query, text }: XeroRequest): XeroAnswer {
  const [, resource = '', id, part] = path.split('/');
  try {
    const body = JSON.parse(text) as unknown;
    const call = `${method} ${[resource, id && ':id', part].filter(Boolean).join('/')}`;
    // Without it Xero rounds unit amounts to two decimals.
    const isFine = query.get('unitdp') === '4';
    switch (call) {
      case 'PUT Contacts':
      case 'POST Contacts': {
        if (isPartial(body))
          return { status: 200, body: { Contacts: [books.changeContact(parsed('Contacts', ContactChange, body))] } };
        const contact = parsed('Contacts', Contact, body);
        if ((method === 'PUT') !== (contact.ContactID === undefined)) throw new Refused('PUT creates, POST changes.');
        return { status: 200, body: { Contacts: [books.putContact(contact)] } };
      }
      case 'PUT Invoices':
      case 'POST Invoices/:id': {
        if (id !== undefined && isVoid(body)) {
          const { InvoiceID } = parsed('Invoices', Void, body);
          return { status: 200, body: { Invoices: [invoiceBody(books, books.void(InvoiceID))] } };
        }
        const invoice = parsed('Invoices', Invoice, body);
        if (!isFine || invoice.InvoiceID !== id) throw new Refused('The address does not fit.');
        return { status: 200, body: { Invoices: [invoiceBody(books, books.putInvoice(invoice))] } };
      }
      case 'PUT CreditNotes':
      case 'POST CreditNotes/:id': {
        const note = parsed('CreditNotes', CreditNote, body);
        if (!isFine || note.CreditNoteID !== id) throw new Refused('The address does not fit.');
        return { status: 200, body: { CreditNotes: [noteBody(books, books.putCreditNote(note))] } };
      }
      case 'PUT CreditNotes/:id/Allocations': {
        const { Invoice: invoice, Amount: amount } = parsed('Allocations', Allocation, body);
        const { id: AllocationID } = books.allocate(id ?? '', invoice.InvoiceID, hundredths(amount));
        return { status: 200, body: { Allocations: [{ AllocationID, Invoice: invoice, Amount: amount }] } };
      }
      case 'PUT Payments': {
        const { id: PaymentID, reference: Reference } = books.pay(parsed('Payments', Payment, body));
        return { status: 200, body: { Payments: [{ PaymentID, Reference, Status: 'AUTHORISED' }] } };
      }
      default:
        return failure(404, `There is no ${call}.`);
    }
  } catch (error) {
    if (error instanceof Refused) return invalid([error.message]);
    if (error instanceof z.ZodError)
      return invalid(error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
    if (error instanceof SyntaxError) return invalid(['The body is no JSON.']);
    throw error;
  }
}

/** A change of some fields names no contact: it has the id alone. */
const isPartial = (body: unknown): boolean => !JSON.stringify(body).includes('"ContactNumber"');
const isVoid = (body: unknown): boolean => JSON.stringify(body).includes('"VOIDED"');

/** @throws ZodError */
function parsed<S extends z.ZodType>(resource: string, shape: S, body: unknown): z.output<S> {
  const list = one(resource, shape).parse(body)[resource] as z.output<S>[];
  return list[0] as z.output<S>;
}

function read(books: Books, { path, query }: XeroRequest): XeroAnswer {
  const [, resource = '', id] = path.split('/');
  const where = query.get('where');
  if (resource === 'Contacts' && id === undefined) {
    const term = query.get('searchTerm')?.toLowerCase();
    const number = quotedAfter(where, 'ContactNumber');
    if (term === undefined && number === null) return failure(400, 'The filter is not known.');
    const found = [...books.contacts.values()].filter((contact) =>
      term === undefined ? contact.ContactNumber === number : isFoundBy(contact, term),
    );
    return { status: 200, body: { Contacts: found } };
  }
  if (resource === 'Contacts') {
    const contact = books.contacts.get(id ?? '');
    if (!contact) return failure(404, 'The resource cannot be found.');
    return { status: 200, body: { Contacts: [contact] } };
  }
  const isInvoice = resource === 'Invoices';
  if (!isInvoice && resource !== 'CreditNotes') return failure(404, 'There is no such resource.');
  const documents = isInvoice ? books.invoices : books.creditNotes;
  const number = quotedAfter(where, isInvoice ? 'InvoiceNumber' : 'CreditNoteNumber');
  if (id === undefined && number === null) return failure(400, 'The filter is not known.');
  const found = [...documents.values()].filter((each) => (id === undefined ? each.number === number : each.id === id));
  if (id !== undefined && found.length === 0) return failure(404, 'The resource cannot be found.');
  const bodies = found.map((each) => (isInvoice ? invoiceBody(books, each) : noteBody(books, each)));
  return { status: 200, body: { [resource]: bodies } };
}

const isFoundBy = (contact: BookedContact, term: string): boolean =>
  [contact.Name, contact.FirstName, contact.LastName, contact.ContactNumber, contact.EmailAddress].some((text) =>
    text.toLowerCase().includes(term),
  );

/** The text that a filter compares a field with; null for another filter. */
function quotedAfter(where: string | null, field: string): string | null {
  const match = new RegExp(`(?:^| )${field}=="((?:[^"\\\\]|\\\\.)*)"$`).exec(where ?? '');
  return match?.[1]?.replace(/\\(.)/g, '$1') ?? null;
}

function documentBody(books: Books, document: BookedDocument): object {
  const payments = [...books.payments.values()].filter((payment) => payment.documentId === document.id);
  const settled = books.settled(document.id);
  return {
    Status: document.status === 'AUTHORISED' && settled === document.total ? 'PAID' : document.status,
    Contact: { ContactID: document.contactId },
    SubTotal: document.subTotal / 100,
    TotalTax: document.tax / 100,
    Total: document.total / 100,
    AmountDue: (document.total - settled) / 100,
    Payments: payments.map(({ id: PaymentID, reference: Reference, amount }) => ({
      PaymentID,
      Reference,
      Amount: amount / 100,
    })),
  };
}

const invoiceBody = (books: Books, document: BookedDocument): object => ({
  ...documentBody(books, document),
  Type: 'ACCREC',
  InvoiceID: document.id,
  InvoiceNumber: document.number,
});

const noteBody = (books: Books, document: BookedDocument): object => ({
  ...documentBody(books, document),
  Type: 'ACCRECCREDIT',
  CreditNoteID: document.id,
  CreditNoteNumber: document.number,
  Allocations: [...books.allocations.values()]
    .filter(({ noteId }) => noteId === document.id)
    .map(({ id: AllocationID, invoiceId, amount }) => ({
      AllocationID,
      Invoice: { InvoiceID: invoiceId },
      Amount: amount / 100,
    })),
});

import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AddressResolver, Config } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { XeroAccount } from '@tollgate/testing';
import type { AccountingConnection, LedgerRefusal } from '../ledger/accounting-system.js';
import type { LedgerContact, LedgerDocument, LedgerRequest, MappedLine } from '../ledger/ledger-document.js';
import { CallPace } from './call-pace.js';
import { XeroClient } from './xero-client.js';
import { XeroLedger } from './xero-ledger.service.js';

let double: ChildProcess;
let client: XeroClient;
let ledger: XeroLedger;
let url: string;
let last = 0;

const address = { line1: '1 Way', line2: null, city: 'Berlin', region: null, zipcode: '10117', country: 'DE' };
const contactOf = (
  name: string,
  number = `0197f3a2-6c1e-7b53-9d42-${String(++last).padStart(12, '0')}`,
): LedgerContact => ({
  number,
  externalId: `customer ${last}`,
  name,
  firstName: null,
  lastName: null,
  email: null,
  phone: '030 1',
  legalNumber: null,
  taxNumber: null,
  billing: address,
  shipping: address,
});
const line = (more: Partial<MappedLine> = {}): MappedLine => ({
  description: 'Seats',
  price: { units: new Decimal(3), unitAmount: new Decimal('33.33') },
  amountCents: 9_999n,
  taxCents: 2_000n,
  itemCode: null,
  accountCode: '200',
  taxType: 'OUTPUT2',
  ...more,
});
const documentOf = (number: string, more: Partial<LedgerDocument> = {}): LedgerDocument => ({
  number,
  reference: null,
  date: '2024-03-01',
  dueDate: '2024-03-31',
  currency: 'EUR',
  totalCents: 11_999n,
  lines: [line()],
  rounding: { itemCode: null, accountCode: '260', taxType: 'NONE' },
  ...more,
});

/** An organization in Xero with a connection to it. */
function connect() {
  const account = new XeroAccount();
  const connection: AccountingConnection = {
    id: account.secret,
    provider: 'xero',
    clientId: 'client',
    secret: account.secret,
    tenantId: `tenant-of-${account.secret}`,
    mappings: [],
  };
  const put = (request: LedgerRequest, more: { repeated?: boolean; externalId?: string | null; key?: string } = {}) =>
    ledger.put(connection, request, {
      key: more.key ?? `key-${++last}`,
      repeated: more.repeated ?? false,
      externalId: more.externalId ?? null,
    });
  return { account, connection, put };
}

async function withInvoice(more: Partial<LedgerDocument> = {}) {
  const connected = connect();
  const contactId = (await connected.put({ type: 'contact', contact: contactOf('Acme') })) ?? '';
  const request: LedgerRequest = { type: 'invoice', contactId, document: documentOf('A-1', more) };
  return { ...connected, contactId, request };
}

/** The double checks every request against the schema of Xero's interface. */
beforeAll(async () => {
  double = spawn(process.execPath, ['tools/accounting/main.ts'], { stdio: ['ignore', 'pipe', 'inherit'] });
  url = await new Promise((resolve, reject) => {
    double.once('exit', () => reject(new Error('the double ended')));
    createInterface({ input: double.stdout as NodeJS.ReadableStream }).once('line', (text) =>
      resolve(text.replace('Accounting: ', '')),
    );
  });
  process.env['ACCOUNTING_URL'] = url;
  const config = new Config({ ALLOW_PRIVATE_WEBHOOKS: 'true', XERO_URL: url, XERO_IDENTITY_URL: `${url}/identity` });
  client = new XeroClient(config, new AddressResolver(config), new CallPace());
  ledger = new XeroLedger(client);
});
afterAll(async () => {
  await client.onApplicationShutdown();
  double.removeAllListeners('exit');
  double.kill();
});

describe('contacts', () => {
  it('are created, and changed by their id', async () => {
    const { account, put } = connect();
    const contact = contactOf('Acme');
    const id = await put({ type: 'contact', contact });
    expect(await put({ type: 'contact', contact: { ...contact, name: 'Acme Ltd' } }, { externalId: id })).toBe(id);
    expect((await account.books()).contacts).toMatchObject([{ ContactID: id, Name: 'Acme Ltd', version: 2 }]);
    expect(await account.refusals()).toEqual([]);
  });

  it('of one name get their external id beside it', async () => {
    const { account, put } = connect();
    await put({ type: 'contact', contact: contactOf('Acme') });
    const second = contactOf('ACME');
    await put({ type: 'contact', contact: second });
    const third = contactOf('Other');
    const id = await put({ type: 'contact', contact: third });
    await put({ type: 'contact', contact: { ...third, name: 'Acme' } }, { externalId: id });
    expect((await account.books()).contacts.map(({ Name }) => Name)).toEqual([
      'Acme',
      `ACME (${second.externalId})`,
      `Acme (${third.externalId})`,
    ]);
  });

  it('are found again after a lost answer', async () => {
    const { account, put } = connect();
    const contact = contactOf('Acme');
    await account.fail({ kind: 'cut_after', method: 'PUT', times: 1 });
    await expect(put({ type: 'contact', contact })).rejects.toMatchObject({ name: 'LedgerUnavailable' });
    await put({ type: 'contact', contact: { ...contact, phone: '030 2' } }, { repeated: true });
    expect((await account.books()).contacts).toHaveLength(1);
  });

  it.each([[0], [1], [2]])('are blanked and archived once, with %i answers that are lost', async (lost) => {
    const { account, put } = connect();
    const contactId = (await put({ type: 'contact', contact: contactOf('Acme') })) ?? '';
    if (lost > 0) await account.fail({ kind: 'cut_after', method: 'POST', times: lost });
    for (let repeated = false; ; repeated = true) {
      const done = await put({ type: 'contact_archive', contactId }, { repeated }).catch(() => null);
      if (done === contactId) break;
      expect(repeated ? lost : 1).toBeGreaterThan(0);
    }
    const books = await account.books();
    expect(books.contacts).toMatchObject([{ Name: 'Acme', EmailAddress: '', ContactStatus: 'ARCHIVED' }]);
  });
});

describe('invoices', () => {
  it('have the total of their lines', async () => {
    const { account, put, request } = await withInvoice();
    await put(request);
    expect((await account.books()).invoices).toMatchObject([
      { number: 'A-1', subTotal: 9_999, tax: 2_000, total: 11_999 },
    ]);
  });

  it.each([['the same key'], ['another key']])('exist once after a lost answer, under %s', async (which) => {
    const { account, put, request } = await withInvoice();
    await account.fail({ kind: 'cut_after', method: 'PUT', times: 1 });
    await expect(put(request, { key: 'k' })).rejects.toMatchObject({ name: 'LedgerUnavailable' });
    const id = await put(request, { key: which === 'the same key' ? 'k' : 'l', repeated: which !== 'the same key' });
    expect((await account.books()).invoices).toMatchObject([{ id, number: 'A-1' }]);
  });

  it('are found by number where an earlier request is not known', async () => {
    const { account, put, request } = await withInvoice();
    const id = await put(request);
    expect(await put(request)).toBe(id);
    expect((await account.books()).invoices).toMatchObject([{ id, version: 2 }]);
  });

  it('are no documents of others with that number', async () => {
    const { put, request } = await withInvoice();
    await put(request);
    const contactId = (await put({ type: 'contact', contact: contactOf('Other') })) ?? '';
    const other: LedgerRequest = { type: 'invoice', contactId, document: documentOf('A-1') };
    await expect(put(other)).rejects.toMatchObject({ code: 'number_taken' });
    await expect(put(other, { repeated: true })).rejects.toMatchObject({ code: 'number_taken' });
  });

  it('get a line for the rest if Xero computes other taxes', async () => {
    const { account, put, request } = await withInvoice({ lines: [line({ taxType: 'AVALARA' })] });
    await put(request);
    const [invoice] = (await account.books()).invoices;
    expect(invoice).toMatchObject({ tax: 1_999, total: 11_999, version: 2 });
    expect(invoice?.lines[1]).toMatchObject({ Description: 'Rounding', LineAmount: 0.01, AccountCode: '260' });
  });

  it('are refused if the taxes differ by more than a rest, and corrected later', async () => {
    const { account, put, request } = await withInvoice({ lines: [line({ taxType: 'NOTAX' })] });
    const refused = put(request);
    await expect(refused).rejects.toMatchObject({ code: 'total_mismatch', externalId: expect.any(String) });
    const externalId = await refused.catch((error: unknown) => (error as LedgerRefusal).externalId);
    await put({ ...request, document: documentOf('A-1') } as LedgerRequest, { externalId });
    expect((await account.books()).invoices).toMatchObject([{ id: externalId, total: 11_999 }]);
  });

  it('are refused with the words of Xero', async () => {
    const { put, request } = await withInvoice({ lines: [line({ accountCode: 'sales' })] });
    await expect(put(request)).rejects.toMatchObject({
      name: 'LedgerRefusal',
      code: 'ValidationException',
      message: expect.stringContaining("Account code 'sales'"),
    });
  });

  it('are voided once', async () => {
    const { account, put, request } = await withInvoice();
    const invoiceId = (await put(request)) ?? '';
    await put({ type: 'invoice_void', invoiceId });
    await put({ type: 'invoice_void', invoiceId }, { repeated: true });
    expect((await account.books()).invoices).toMatchObject([{ status: 'VOIDED' }]);
  });
});

describe('payments and credit notes', () => {
  it('exist once after a lost answer', async () => {
    const { account, put, request, contactId } = await withInvoice();
    const invoiceId = (await put(request)) ?? '';
    const noteDocument = documentOf('A-1-CN001', { dueDate: null, reference: 'A-1' });
    const noteId = (await put({ type: 'credit_note', contactId, document: noteDocument })) ?? '';
    const common = { date: '2024-03-02', currency: 'EUR', accountCode: '090', reference: null };
    const requests: LedgerRequest[] = [
      { type: 'payment', invoiceId, payment: { ...common, key: 'p1', amountCents: 5_000n } },
      { type: 'credit_note_offset', noteId, invoiceId, date: common.date, currency: 'EUR', amountCents: 1_000n },
      { type: 'credit_note_credit', noteId, payment: { ...common, key: 'credit', amountCents: 2_000n } },
      { type: 'credit_note_refund', noteId, payment: { ...common, key: 'refund', amountCents: 3_000n } },
    ];
    for (const each of requests) {
      await account.fail({ kind: 'cut_after', method: 'PUT', times: 1 });
      await expect(put(each)).rejects.toMatchObject({ name: 'LedgerUnavailable' });
      expect(await put(each, { repeated: true })).toEqual(expect.any(String));
    }
    const { invoices, credit_notes: notes, payments, allocations } = await account.books();
    expect(payments.map(({ reference, amount }) => [reference, amount])).toEqual([
      ['p1', 5_000],
      ['credit', 2_000],
      ['refund', 3_000],
    ]);
    expect(allocations).toMatchObject([{ noteId, invoiceId, amount: 1_000 }]);
    expect([invoices[0]?.due, notes[0]?.left]).toEqual([5_999, 5_999]);
    expect(await account.refusals()).toEqual([]);
  });
});

describe('the connection', () => {
  it('is refused with wrong keys, or for another tenant', async () => {
    const { connection } = connect();
    await expect(ledger.check({ ...connection, secret: 'revoked' })).rejects.toMatchObject({ code: 'invalid_client' });
    const elsewhere = { ...connection, tenantId: 'other' };
    const request: LedgerRequest = { type: 'contact', contact: contactOf('Acme') };
    const terms = { key: 'k', repeated: false, externalId: null };
    await expect(ledger.put(elsewhere, request, terms)).rejects.toMatchObject({
      name: 'ConnectionRefused',
      code: 'HTTP_403',
    });
    await expect(ledger.put({ ...connection, tenantId: null }, request, terms)).resolves.toEqual(expect.any(String));
  });

  it('gets another token when the present one ends', async () => {
    const { account, put } = connect();
    await put({ type: 'contact', contact: contactOf('One') });
    await account.expireTokens();
    await put({ type: 'contact', contact: contactOf('Two') });
    expect((await account.books()).contacts).toHaveLength(2);
  });

  it.each([
    ['status', { status: 503 }, { name: 'LedgerUnavailable', code: 'HTTP_503' }],
    ['status', { status: 429, retry_after: 3 }, { name: 'LedgerUnavailable', code: 'BUSY', retryAfterMs: 3_000 }],
    ['cut_before', {}, { code: 'UND_ERR_SOCKET' }],
    ['garbage', {}, { code: 'UNREADABLE' }],
  ])('is unavailable after %s %j', async (kind, more, expected) => {
    const { account, put } = connect();
    await account.fail({ kind, times: 1, ...more });
    const request: LedgerRequest = { type: 'contact', contact: contactOf('Acme') };
    await expect(put(request)).rejects.toMatchObject(expected);
    await put(request, { repeated: true });
    expect((await account.books()).contacts).toHaveLength(1);
  });

  it('is not called at a private address', async () => {
    const config = new Config({ XERO_URL: url, XERO_IDENTITY_URL: `${url}/identity` });
    const guarded = new XeroClient(config, new AddressResolver(config), new CallPace());
    await expect(new XeroLedger(guarded).check(connect().connection)).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    });
    await guarded.onApplicationShutdown();
  });
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { XeroServer } from './server.ts';

const server = new XeroServer();
let url = '';
before(async () => {
  url = await server.listen();
});
after(() => server.close());

const contact = {
  ContactNumber: 'n1',
  Name: 'Acme',
  FirstName: '',
  LastName: '',
  EmailAddress: '',
  CompanyNumber: '',
  TaxNumber: '',
  Addresses: [
    { AddressType: 'POBOX', AddressLine1: '', AddressLine2: '', City: '', Region: '', PostalCode: '', Country: 'DE' },
  ],
  Phones: [],
};
const line = {
  Description: 'Seats',
  Quantity: 3,
  UnitAmount: 5,
  LineAmount: 15,
  AccountCode: '200',
  TaxType: 'OUTPUT2',
  TaxAmount: 3,
};
let keys = 0;

async function token(account: string): Promise<string> {
  const answer = await fetch(`${url}/identity/connect/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`client:${account}`).toString('base64')}`,
    },
    body: 'grant_type=client_credentials&scope=accounting.contacts+accounting.invoices+accounting.payments',
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** A client of an account. */
async function connect(account: string) {
  const authorization = `Bearer ${await token(account)}`;
  return async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/api.xro/2.0${path}`, {
      method,
      headers: { authorization, 'idempotency-key': `key-${++keys}`, ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    const read = text.startsWith('{') ? (JSON.parse(text) as Record<string, Record<string, string>[]>) : {};
    return { status: answer.status, body: read, text, headers: answer.headers };
  };
}
const control = async (method: string, path: string, body?: object): Promise<unknown> =>
  (await fetch(`${url}/control${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) })).json();

const invoiceFor = (contactId: string, more: object = {}) => ({
  Invoices: [
    {
      Type: 'ACCREC',
      Status: 'AUTHORISED',
      Contact: { ContactID: contactId },
      InvoiceNumber: 'A-1',
      Date: '2024-03-01',
      DueDate: '2024-03-31',
      CurrencyCode: 'EUR',
      LineAmountTypes: 'Exclusive',
      LineItems: [line],
      ...more,
    },
  ],
});

async function withContact(account: string) {
  const call = await connect(account);
  const made = await call('PUT', '/Contacts', { Contacts: [contact] });
  return { call, contactId: made.body['Contacts']?.[0]?.['ContactID'] ?? '' };
}

test('keys are checked, and tokens end', async () => {
  assert.equal(await token('revoked-one'), undefined);
  const call = await connect('one');
  assert.equal((await call('PUT', '/Contacts', { Contacts: [contact] })).status, 200);
  await control('DELETE', '/tokens?account=one');
  assert.equal((await call('PUT', '/Contacts', { Contacts: [contact] })).status, 401);
});

test('a key has one answer, and refuses another request', async () => {
  const call = await connect('two');
  const key = { 'idempotency-key': 'same' };
  const first = await call('PUT', '/Contacts', { Contacts: [contact] }, key);
  assert.equal((await call('PUT', '/Contacts', { Contacts: [contact] }, key)).text, first.text);
  assert.equal((await call('PUT', '/Contacts', { Contacts: [{ ...contact, Name: 'B' }] }, key)).status, 400);
  assert.equal((await call('PUT', '/Contacts', { Contacts: [contact] }, { 'idempotency-key': '' })).status, 400);
});

test('lines must add up, with known accounts and taxes', async () => {
  const { call, contactId } = await withContact('three');
  const wrong = [
    { LineItems: [{ ...line, LineAmount: 15.01 }] },
    { LineItems: [{ ...line, AccountCode: 'x' }] },
    { LineItems: [{ ...line, TaxType: 'NONE' }] },
    { LineItems: [{ ...line, TaxType: 'UNKNOWN' }] },
    { LineItems: [{ ...line, TaxAmount: 3.001 }] },
    { LineItems: [] },
    { Total: 18 },
    { Contact: { ContactID: '0197f3a2-6c1e-7b53-9d42-3f1c5e8a7b90' } },
  ];
  for (const more of wrong)
    assert.equal(
      (await call('PUT', '/Invoices?unitdp=4', invoiceFor(contactId, more))).status,
      400,
      JSON.stringify(more),
    );
  assert.equal((await call('PUT', '/Invoices', invoiceFor(contactId))).status, 400);
  assert.equal((await call('PUT', '/Invoices?unitdp=4', invoiceFor(contactId))).status, 200);
  assert.equal((await call('PUT', '/Invoices?unitdp=4', invoiceFor(contactId))).status, 400);
});

test('payments stay within what is due, and keep an invoice from a void', async () => {
  const { call, contactId } = await withContact('four');
  const made = await call('PUT', '/Invoices?unitdp=4', invoiceFor(contactId));
  const id = made.body['Invoices']?.[0]?.['InvoiceID'] ?? '';
  const pay = (Amount: number) => ({
    Payments: [{ Invoice: { InvoiceID: id }, Account: { Code: '090' }, Date: '2024-03-02', Amount, Reference: 'p' }],
  });
  assert.equal((await call('PUT', '/Payments', pay(18.01))).status, 400);
  assert.equal((await call('PUT', '/Payments', pay(8))).status, 200);
  const voided = { Invoices: [{ InvoiceID: id, Status: 'VOIDED' }] };
  assert.equal((await call('POST', `/Invoices/${id}`, voided)).status, 400);
  const read = await call('GET', `/Invoices/${id}?unitdp=4`);
  assert.equal(Number(read.body['Invoices']?.[0]?.['AmountDue']), 10);
});

test('limits and faults are those of an account', async () => {
  await control('POST', '/limits', { account: 'five', minute: 1 });
  const call = await connect('five');
  assert.equal((await call('GET', '/Contacts?searchTerm=a')).status, 200);
  const refused = await call('GET', '/Contacts?searchTerm=a');
  assert.deepEqual([refused.status, refused.headers.get('x-rate-limit-problem')], [429, 'minute']);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  const other = await connect('six');
  await control('POST', '/faults', { account: 'six', kind: 'cut_after', method: 'PUT', times: 1 });
  assert.equal((await other('GET', '/Contacts?searchTerm=a')).status, 200);
  await assert.rejects(other('PUT', '/Contacts', { Contacts: [contact] }));
  const { contacts } = (await control('GET', '/books?account=six')) as { contacts: unknown[] };
  assert.equal(contacts.length, 1);
});

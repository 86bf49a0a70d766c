import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { call, databaseUrl, Sandbox, waitFor, WebhookInbox, XeroAccount, type XeroBooks } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  number: string;
  status: string;
  total_amount_cents: number;
  error_details: { error_code: string; details: Record<string, string> }[];
  fees: { svc_id: string }[];
}
interface Customer {
  error_details: { error_code: string; details: Record<string, string> }[];
  integration_customers: { svc_id: string; type: string; external_customer_id: string | null }[];
}
interface Sync {
  document_type: string;
  svc_document_id: string;
  external_id: string | null;
  status: string;
  provider_error: { error_code: string } | null;
}

/** Longer than the pause of a reconciler. */
const longWait = 150_000;

let inbox: WebhookInbox;
let database: pg.Client;
beforeAll(async () => {
  inbox = await WebhookInbox.open();
  database = new pg.Client(databaseUrl());
  await database.connect();
});
afterAll(async () => {
  await inbox.close();
  await database.end();
});

const link = (more: object = {}) => [
  { integration_type: 'xero', integration_code: 'books', sync_with_provider: true, ...more },
];

/** An organization with Xero, whose customer `c` is linked, and whose add-on costs 150.00 and 20 % of tax. */
async function accounted(connection: object = {}) {
  const sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  const account = new XeroAccount();
  await sandbox.ok('POST', '/accounting_providers', account.connection(connection));
  const path = `/${sandbox.organizationId}`;
  await inbox.register(sandbox, path);
  await sandbox.ok('POST', '/taxes', { tax: { name: 'T', code: 't', rate: 20, applied_to_organization: true } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Seats', code: 'seats', amount_cents: 15_000, amount_currency: 'EUR' },
  });
  await customer(sandbox, { name: 'Acme', currency: 'EUR', email: 'acme@example.com', integration_customers: link() });
  return { sandbox, account, path };
}

const customer = async (sandbox: Sandbox, fields: object): Promise<Customer> =>
  (await sandbox.ok<{ customer: Customer }>('POST', '/customers', { customer: { external_id: 'c', ...fields } }))
    .customer;
const readCustomer = async (sandbox: Sandbox): Promise<Customer> =>
  (await sandbox.ok<{ customer: Customer }>('GET', '/customers/c')).customer;
const sell = async (sandbox: Sandbox, more: object = {}): Promise<Invoice> =>
  (
    await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', {
      invoice: { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'seats' }], ...more },
    })
  ).invoice;
const read = async (sandbox: Sandbox, id: string): Promise<Invoice> =>
  (await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${id}`)).invoice;
const syncs = async (sandbox: Sandbox, query = ''): Promise<Sync[]> =>
  (await sandbox.ok<{ accounting_syncs: Sync[] }>('GET', `/accounting_providers/books/syncs${query}`)).accounting_syncs;
const retry = (sandbox: Sandbox) => sandbox.ok('POST', '/accounting_providers/books/retry');
const typesAt = (path: string): string[] =>
  inbox.to(path).map(({ body }) => (JSON.parse(body) as { webhook_type: string }).webhook_type);
const bodiesAt = (path: string, type: string): object[] =>
  inbox
    .to(path)
    .map(({ body }) => JSON.parse(body) as { webhook_type: string })
    .filter(({ webhook_type }) => webhook_type === type);
const received = (path: string, type: string) =>
  waitFor(type, () => Promise.resolve(typesAt(path).includes(type)), longWait);

/** Waits until the books satisfy a condition. */
async function booked(account: XeroAccount, condition: (books: XeroBooks) => boolean): Promise<XeroBooks> {
  let books = await account.books();
  await waitFor(
    'the books',
    async () => {
      books = await account.books();
      return condition(books);
    },
    longWait,
  );
  return books;
}
/** Waits until nothing is pending. */
const settled = (sandbox: Sandbox) =>
  waitFor('the documents', async () => (await syncs(sandbox, '?status=pending')).length === 0, longWait);

describe('a linked customer', () => {
  it('has a contact, which follows its changes', async () => {
    const { sandbox, account, path } = await accounted();
    await booked(account, ({ contacts }) => contacts.length === 1);
    await received(path, 'customer.accounting_provider_created');
    const shown = await readCustomer(sandbox);
    const [contact] = (await account.books()).contacts;
    expect(shown.integration_customers).toMatchObject([{ type: 'xero', external_customer_id: contact?.ContactID }]);
    expect(contact).toMatchObject({ Name: 'Acme', EmailAddress: 'acme@example.com', version: 1 });
    await customer(sandbox, { name: 'Acme Ltd' });
    const changed = await booked(account, ({ contacts }) => contacts[0]?.version === 2);
    expect(changed.contacts).toMatchObject([{ Name: 'Acme Ltd' }]);
    await customer(sandbox, { name: 'Acme Ltd' });
    await settled(sandbox);
    expect((await account.books()).contacts).toMatchObject([{ version: 2 }]);
    expect(typesAt(path).filter((type) => type === 'customer.accounting_provider_created')).toHaveLength(1);
  });

  it('with an id of its own has no contact made, and partners have none', async () => {
    const { sandbox, account } = await accounted();
    await booked(account, ({ contacts }) => contacts.length === 1);
    const [{ ContactID: id } = { ContactID: '' }] = (await account.books()).contacts;
    const own = link({ external_customer_id: id, sync_with_provider: false });
    await customer(sandbox, { external_id: 'd', name: 'D', integration_customers: own });
    await customer(sandbox, { external_id: 'p', account_type: 'partner', integration_customers: link() });
    const sold = await sell(sandbox, { external_customer_id: 'd' });
    const { invoices, contacts } = await booked(account, (books) => books.invoices.length === 1);
    expect(invoices).toMatchObject([{ number: sold.number, contactId: id }]);
    expect(contacts).toHaveLength(1);
  });

  it('shows why its contact is refused, until that is corrected', async () => {
    const { sandbox, account, path } = await accounted();
    await booked(account, ({ contacts }) => contacts.length === 1);
    await customer(sandbox, { country: 'US', email: 'ümlaut@example.com' });
    await received(path, 'customer.accounting_provider_error');
    expect(bodiesAt(path, 'customer.accounting_provider_error')).toMatchObject([
      {
        object_type: 'accounting_provider_customer_error',
        accounting_provider_customer_error: {
          external_customer_id: 'c',
          accounting_provider: 'xero',
          accounting_provider_code: 'books',
          provider_error: { error_code: 'ValidationException' },
        },
      },
    ]);
    await waitFor('the error', async () => (await readCustomer(sandbox)).error_details.length === 1, longWait);
    await customer(sandbox, { email: 'right@example.com' });
    await waitFor('the correction', async () => (await readCustomer(sandbox)).error_details.length === 0, longWait);
    expect((await account.books()).contacts).toMatchObject([{ EmailAddress: 'right@example.com' }]);
  });
});

describe('an issued invoice', () => {
  it('is in the books once, with its coupon, its taxes and its payments', async () => {
    const { sandbox, account } = await accounted({
      mappings: [
        { item_type: 'add_on', item_code: 'seats', external_code: 'SEATS', account_code: '201' },
        { item_type: 'coupon', account_code: '202' },
        { item_type: 'tax', item_code: 't', external_code: 'OUTPUT2' },
        { item_type: 'payment', account_code: '090' },
      ],
    });
    const coupon = { name: 'C', code: 'c', coupon_type: 'percentage', percentage_rate: '10', frequency: 'once' };
    await sandbox.ok('POST', '/coupons', { coupon: { ...coupon, expiration: 'no_expiration' } });
    const plan = { name: 'P', code: 'p', interval: 'monthly', amount_cents: 10_000, amount_currency: 'EUR' };
    await sandbox.ok('POST', '/plans', { plan: { ...plan, pay_in_advance: true } });
    const sold = await sell(sandbox);
    await sandbox.ok('POST', '/payments', {
      payment: { invoice_id: sold.svc_id, amount_cents: 5_000, reference: 'wire 7' },
    });
    const { invoices, payments } = await booked(account, (books) => books.payments.length === 1);
    expect(invoices).toMatchObject([
      { number: sold.number, total: sold.total_amount_cents, tax: 3_000, due: 13_000, version: 1 },
    ]);
    expect(invoices[0]?.lines).toMatchObject([{ ItemCode: 'SEATS', AccountCode: '201', TaxType: 'OUTPUT2' }]);
    expect(payments).toMatchObject([{ amount: 5_000, account: '090', reference: expect.stringContaining('wire 7') }]);
    // The plan is not mapped, and there is no fallback.
    await sandbox.ok('POST', '/applied_coupons', { applied_coupon: { external_customer_id: 'c', coupon_code: 'c' } });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p' },
    });
    const refused = async () => (await syncs(sandbox, '?status=refused&document_type=invoice')).at(0);
    await waitFor('the refusal', async () => (await refused()) !== undefined, longWait);
    const id = (await refused())?.svc_document_id ?? '';
    expect((await read(sandbox, id)).error_details).toMatchObject([
      { error_code: 'accounting_error', details: { document_type: 'invoice', accounting_error: 'invalid_mapping' } },
    ]);
    const mappings = [
      { item_type: 'fallback_item', account_code: '200' },
      { item_type: 'tax', external_code: 'OUTPUT2' },
    ];
    await sandbox.ok('PUT', '/accounting_providers/books', { accounting_provider: { mappings } });
    const again = await booked(account, (books) => books.invoices.length === 2);
    expect(again.invoices[1]).toMatchObject({ total: 10_800, tax: 1_800 });
    expect(again.invoices[1]?.lines.map((line) => [line.LineAmount, line.TaxAmount])).toEqual([
      [100, 20],
      [-10, -2],
    ]);
    await waitFor('no error', async () => (await read(sandbox, id)).error_details.length === 0, longWait);
    expect(await account.refusals()).toEqual([]);
  });

  it.each([
    { kind: 'cut_after', method: 'PUT', path: '/Invoices' },
    { kind: 'status', status: 503 },
  ])('is in the books once after %j', async (fault) => {
    const { sandbox, account } = await accounted();
    await booked(account, ({ contacts }) => contacts.length === 1);
    await settled(sandbox);
    await account.fail({ ...fault, times: 1 });
    const sold = await sell(sandbox);
    const attempted = async () => {
      const { rows } = await database.query(
        `select from invoicing.accounting_syncs where document_id = $1 and attempts = 1 and status = 'pending'`,
        [sold.svc_id],
      );
      return rows.length === 1;
    };
    await waitFor('the attempt', attempted, longWait);
    expect(await syncs(sandbox, '?status=pending')).toMatchObject([{ document_type: 'invoice', external_id: null }]);
    await retry(sandbox);
    await settled(sandbox);
    expect((await account.books()).invoices).toMatchObject([{ number: sold.number, total: 18_000 }]);
  });

  it('waits as long as a busy Xero states, without an attempt, and the reconciler continues', async () => {
    const { sandbox, account } = await accounted();
    await booked(account, ({ contacts }) => contacts.length === 1);
    await settled(sandbox);
    await account.fail({ kind: 'status', status: 429, retry_after: 2, times: 1 });
    const sold = await sell(sandbox);
    await booked(account, ({ invoices }) => invoices.length === 1);
    const { rows } = await database.query(
      `select attempts, status from invoicing.accounting_syncs where document_id = $1`,
      [sold.svc_id],
    );
    expect(rows).toMatchObject([{ attempts: 0 }]);
    expect((await account.calls()).most_at_once).toBe(1);
  }, 200_000);

  it('whose job is lost is found in its table', async () => {
    const { sandbox, account } = await accounted();
    await booked(account, ({ contacts }) => contacts.length === 1);
    await settled(sandbox);
    // As if another process had died while it served the connection.
    await database.query(
      `update invoicing.accounting_providers set claimed_until = now() + interval '5 seconds' where organization_id = $1`,
      [sandbox.organizationId],
    );
    const sold = await sell(sandbox);
    const { invoices } = await booked(account, (books) => books.invoices.length === 1);
    expect(invoices).toMatchObject([{ number: sold.number }]);
  }, 200_000);

  it('is voided there, and keeps the error of a void that Xero refuses', async () => {
    const { sandbox, account, path } = await accounted();
    const [first, second] = [await sell(sandbox), await sell(sandbox)];
    await sandbox.ok('POST', '/payments', {
      payment: { invoice_id: second.svc_id, amount_cents: 100, reference: 'r' },
    });
    await booked(account, ({ invoices, payments }) => invoices.length === 2 && payments.length === 1);
    for (const { svc_id: id } of [first, second]) await sandbox.ok('POST', `/invoices/${id}/void`);
    await received(path, 'customer.accounting_provider_error');
    await settled(sandbox);
    const { invoices } = await account.books();
    expect(invoices.map(({ number, status }) => [number, status])).toEqual([
      [first.number, 'VOIDED'],
      [second.number, 'AUTHORISED'],
    ]);
    expect((await read(sandbox, second.svc_id)).error_details).toMatchObject([
      { error_code: 'accounting_error', details: { document_type: 'invoice_void' } },
    ]);
  });

  it('waits for its contact, and organizations do not wait for each other', async () => {
    const [one, other] = [await accounted(), await accounted()];
    await booked(one.account, ({ contacts }) => contacts.length === 1);
    await one.account.fail({ kind: 'hang' });
    await sell(one.sandbox);
    await sell(other.sandbox);
    await booked(other.account, ({ invoices }) => invoices.length === 1);
    expect((await one.account.books()).invoices).toEqual([]);
    await one.account.recover();
  });
});

describe('a credit note', () => {
  it('is in the books with its uses', async () => {
    const { sandbox, account } = await accounted();
    const sold = await sell(sandbox);
    const { fees } = await read(sandbox, sold.svc_id);
    await sandbox.ok('POST', '/payments', {
      payment: { invoice_id: sold.svc_id, amount_cents: 12_000, reference: 'r' },
    });
    const items = [{ fee_id: fees[0]?.svc_id, amount_cents: 5_000 }];
    const { credit_note: note } = await sandbox.ok<{ credit_note: { svc_id: string; number: string } }>(
      'POST',
      '/credit_notes',
      {
        credit_note: {
          invoice_id: sold.svc_id,
          credit_amount_cents: 2_000,
          refund_amount_cents: 1_000,
          offset_amount_cents: 3_000,
          items,
        },
      },
    );
    await booked(account, ({ allocations }) => allocations.length === 1);
    await sandbox.ok('PUT', `/credit_notes/${note.svc_id}`, { credit_note: { refund_status: 'succeeded' } });
    const books = await booked(account, ({ payments }) => payments.length === 3);
    expect(books.credit_notes).toMatchObject([{ number: note.number, subTotal: 5_000, tax: 1_000, left: 0 }]);
    expect(books.allocations).toMatchObject([{ amount: 3_000 }]);
    expect(books.payments.map(({ amount, account: code }) => [amount, code])).toEqual([
      [12_000, '090'],
      [2_000, '210'],
      [1_000, '090'],
    ]);
    expect(books.invoices).toMatchObject([{ due: 3_000 }]);
    expect(await account.refusals()).toEqual([]);
    // The credit pays the next invoice: a negative line takes it from the same account.
    const plan = { name: 'P', code: 'p', interval: 'monthly', amount_cents: 10_000, amount_currency: 'EUR' };
    await sandbox.ok('POST', '/plans', { plan: { ...plan, pay_in_advance: true } });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p' },
    });
    const { invoices } = await booked(account, (each) => each.invoices.length === 2);
    expect(invoices[1]).toMatchObject({ total: 10_000, tax: 2_000 });
    expect(invoices[1]?.lines[1]).toMatchObject({ LineAmount: -20, TaxAmount: 0, AccountCode: '210' });
  });

  it('and payments can be left out', async () => {
    const { sandbox, account } = await accounted({ sync_credit_notes: false, sync_payments: false });
    const sold = await sell(sandbox);
    const { fees } = await read(sandbox, sold.svc_id);
    await sandbox.ok('POST', '/payments', { payment: { invoice_id: sold.svc_id, amount_cents: 100, reference: 'r' } });
    const items = [{ fee_id: fees[0]?.svc_id, amount_cents: 5_000 }];
    await sandbox.ok('POST', '/credit_notes', {
      credit_note: { invoice_id: sold.svc_id, offset_amount_cents: 6_000, items },
    });
    await booked(account, ({ invoices }) => invoices.length === 1);
    await settled(sandbox);
    expect(await account.books()).toMatchObject({ credit_notes: [], payments: [] });
    expect((await syncs(sandbox)).map((sync) => sync.document_type).sort()).toEqual(['contact', 'invoice']);
  });
});

describe('a connection', () => {
  it('has a code of its own, checked keys, and no visible secret', async () => {
    const { sandbox, account } = await accounted();
    const taken = await sandbox.call('POST', '/accounting_providers', account.connection());
    expect([taken.status, taken.body['error_details']]).toEqual([422, { code: ['value_already_exist'] }]);
    const wrong = account.connection({ code: 'other', client_secret: 'revoked' });
    const refused = await sandbox.call('POST', '/accounting_providers', wrong);
    expect([refused.status, refused.body['error_details']]).toEqual([422, { client_secret: ['value_is_invalid'] }]);
    const listed = await sandbox.ok<{ accounting_providers: object[] }>('GET', '/accounting_providers');
    expect(listed.accounting_providers).toMatchObject([{ code: 'books', sync_invoices: true }]);
    expect(JSON.stringify(listed)).not.toContain(account.secret);
    const { rows } = await database.query<{ secret: string }>(
      'select secret from invoicing.accounting_providers where organization_id = $1',
      [sandbox.organizationId],
    );
    expect(rows[0]?.secret).not.toContain(account.secret);
    expect((await sandbox.call('GET', '/accounting_providers/none/syncs')).status).toBe(404);
    const stranger = await Sandbox.create();
    expect((await stranger.call('GET', '/accounting_providers/books')).status).toBe(404);
    expect((await call('GET', '/api/v1/accounting_providers', 'Bearer none')).status).toBe(401);
  });

  it('that Xero refuses is published once, and continues with new keys', async () => {
    const { sandbox, account, path } = await accounted();
    await booked(account, ({ contacts }) => contacts.length === 1);
    await settled(sandbox);
    await account.fail({ kind: 'status', status: 403 });
    const sold = await sell(sandbox);
    await received(path, 'integration.provider_error');
    expect(bodiesAt(path, 'integration.provider_error')).toMatchObject([
      { provider_error: { provider: 'xero', provider_code: 'books', provider_error: { error_code: 'HTTP_403' } } },
    ]);
    await account.recover();
    await sandbox.ok('PUT', '/accounting_providers/books', { accounting_provider: { client_secret: account.secret } });
    const { invoices } = await booked(account, (books) => books.invoices.length === 1);
    expect(invoices).toMatchObject([{ number: sold.number }]);
  });

  it('that is removed gets nothing more', async () => {
    const { sandbox, account } = await accounted();
    await booked(account, ({ contacts }) => contacts.length === 1);
    await settled(sandbox);
    await sandbox.ok('DELETE', '/accounting_providers/books');
    expect((await sandbox.call('DELETE', '/accounting_providers/books')).status).toBe(404);
    const { calls } = await account.calls();
    await sell(sandbox);
    await sandbox.awaitIdle();
    expect((await account.calls()).calls).toBe(calls);
    const { rows } = await database.query<{ secret: string; pending: string }>(
      `select secret, (select count(*) from invoicing.accounting_syncs sync
         where sync.organization_id = connection.organization_id and document_type = 'invoice') as pending
       from invoicing.accounting_providers connection where organization_id = $1`,
      [sandbox.organizationId],
    );
    expect(rows).toMatchObject([{ secret: '', pending: expect.anything() }]);
    expect(Number(rows[0]?.pending)).toBe(0);
  });
});

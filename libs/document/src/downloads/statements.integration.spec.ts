import { beforeAll, describe, expect, it } from '@jest/globals';
import { baseUrl, notFound, Sandbox, validationFailed } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  number: string;
  fees: { svc_id: string }[];
}
interface Statement {
  currency: string;
  from_date: string;
  to_date: string;
  opening_balance_cents: number;
  closing_balance_cents: number;
  available_credit_cents: number;
  entries: { type: string; number: string; amount_cents: number; balance_cents: number; reference: string | null }[];
  open_items: { number: string; due_amount_cents: number; days_overdue: number }[];
  ageing: Record<string, number>;
  file_url: string;
  web_url: string;
}

let sandbox: Sandbox;
let [first, second, third]: Invoice[] = [];

const sell = async () =>
  (
    await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', {
      invoice: { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'a' }] },
    })
  ).invoice;
const credit = (invoice: Invoice | undefined, parts: object) =>
  sandbox.ok('POST', '/credit_notes', {
    credit_note: {
      invoice_id: invoice?.svc_id,
      items: [{ fee_id: invoice?.fees[0]?.svc_id, amount_cents: 200 }],
      ...parts,
    },
  });
const statement = async (query = '', customer = 'c') =>
  (await sandbox.ok<{ customer_statement: Statement }>('GET', `/customers/${customer}/statement${query}`))
    .customer_statement;

const sum = (amounts: { amount_cents: number }[]) => amounts.reduce((total, one) => total + one.amount_cents, 0);

/** The amount due and the available credit of a customer, by the figures of its page. */
async function figuresOf(customer: string): Promise<{ due: number; available: number }> {
  const { customer_overview: overview } = await sandbox.ok<{
    customer_overview: {
      invoices: { open: { amount_cents: number }[] };
      credit_notes: { available: { amount_cents: number }[] };
    };
  }>('GET', `/customers/${customer}/overview`);
  return { due: sum(overview.invoices.open), available: sum(overview.credit_notes.available) };
}

/** Compares a statement up to now with the figures of the customer. */
async function expectAgreement(customer: string): Promise<Statement> {
  const now = await statement('?from_date=2024-01-01', customer);
  const { due, available } = await figuresOf(customer);
  expect(now).toMatchObject({ available_credit_cents: available, closing_balance_cents: due - available });
  expect(now.open_items.reduce((total, item) => total + item.due_amount_cents, 0)).toBe(due);
  expect(Object.values(now.ageing).reduce((total, cents) => total + cents, 0)).toBe(due);
  expect(now.opening_balance_cents + sum(now.entries)).toBe(now.closing_balance_cents);
  return now;
}

beforeAll(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
  await sandbox.ok('POST', '/customers', {
    customer: {
      external_id: 'c',
      currency: 'EUR',
      name: 'Acme',
      billing_configuration: { document_locale: 'de' },
    },
  });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 1000, amount_currency: 'EUR' },
  });
  first = await sell();
  await sandbox.ok('POST', '/payments', {
    payment: { invoice_id: first.svc_id, amount_cents: 600, reference: 'transfer 7' },
  });
  await credit(first, { credit_amount_cents: 100, refund_amount_cents: 60, offset_amount_cents: 40 });
  await sandbox.advanceClock('2024-02-20T00:00:00Z');
  second = await sell();
  third = await sell();
  await sandbox.ok('POST', `/invoices/${third.svc_id}/void`);
  await sandbox.awaitIdle();
});

describe('the statement of a customer', () => {
  it('has the entries of its days, and balances that continue', async () => {
    const january = await statement('?from_date=2024-01-01&to_date=2024-01-31');
    expect(january).toMatchObject({ currency: 'EUR', opening_balance_cents: 0, closing_balance_cents: 260 });
    expect(january.entries.map(({ type, amount_cents, balance_cents }) => [type, amount_cents, balance_cents])).toEqual(
      [
        ['invoice', 1000, 1000],
        ['credit_note', -200, 800],
        ['refund', 60, 860],
        ['payment', -600, 260],
      ],
    );
    expect(january.entries[3]).toMatchObject({ number: first?.number, reference: 'transfer 7' });
    const february = await statement();
    expect(february).toMatchObject({ from_date: '2024-02-01', to_date: '2024-02-20', opening_balance_cents: 260 });
    expect(february.entries.map(({ type, amount_cents }) => [type, amount_cents]).sort()).toEqual([
      ['invoice', 1000],
      ['invoice', 1000],
      ['invoice_void', -1000],
    ]);
  });

  it('agrees with what the customer has due and to its credit', async () => {
    const now = await expectAgreement('c');
    expect(now.open_items.find(({ number }) => number === first?.number)).toMatchObject({ days_overdue: 41 });
    expect(now.open_items.find(({ number }) => number === second?.number)).toMatchObject({ days_overdue: 0 });
  });

  it('refuses an unknown customer, and days that end before they begin', async () => {
    expect(await sandbox.call('GET', '/customers/nobody/statement')).toEqual(notFound('customer'));
    expect(await sandbox.call('GET', '/customers/c/statement?from_date=2024-02-02&to_date=2024-02-01')).toEqual(
      validationFailed({ from_date: ['value_is_invalid'] }),
    );
    const stranger = await Sandbox.create();
    expect(await stranger.call('GET', '/customers/c/statement')).toEqual(notFound('customer'));
  });

  it('has one file and one page for the same content, in the language of the customer', async () => {
    const filed = async () =>
      (
        await sandbox.ok<{ customer_statement: Statement }>(
          'POST',
          '/customers/c/statement/download?from_date=2024-01-01&to_date=2024-01-31',
        )
      ).customer_statement;
    const { billing_entities: issuers } = await sandbox.ok<{ billing_entities: { code: string }[] }>(
      'GET',
      '/billing_entities',
    );
    await sandbox.ok('PUT', `/billing_entities/${issuers[0]?.code}`, {
      billing_entity: {
        billing_configuration: { invoice_footer: 'Thanks', invoice_footer_translations: { de: 'Vielen Dank' } },
      },
    });
    const made = await filed();
    expect(made.closing_balance_cents).toBe(260);
    expect((await filed()).web_url).toBe(made.web_url);
    const fetched = (address: string) => {
      const { pathname, search } = new URL(address);
      return fetch(`${baseUrl}${pathname}${search}`);
    };
    const file = await fetched(made.file_url);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const page = (await (await fetched(made.web_url)).text()).replaceAll(/<[^>]+>/g, '');
    expect(page).toContain('Kontoauszug');
    expect(page).toContain('Vielen Dank');
    expect(page).toContain(`Zahlung zu Rechnung ${first?.number}`);
    expect(page).toContain('transfer 7');
    expect(page).toContain('2,60');
  });
});

describe('the account of a customer with a subscription', () => {
  it('agrees with its figures whatever happens to invoices and credit', async () => {
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'd', currency: 'EUR' } });
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: 'P',
        code: 'p',
        interval: 'monthly',
        amount_cents: 3100,
        amount_currency: 'EUR',
        pay_in_advance: true,
      },
    });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'd', external_id: 's', plan_code: 'p' },
    });
    await sandbox.awaitIdle();
    const invoices = async () =>
      (await sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices?external_customer_id=d')).invoices;
    const read = async (id: string | undefined) =>
      (await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${id}`)).invoice;
    const started = await read((await invoices())[0]?.svc_id);
    await credit(started, { credit_amount_cents: 200 });
    expect((await expectAgreement('d')).available_credit_cents).toBe(200);

    await sandbox.advanceClock('2024-03-02T00:00:00Z');
    const renewed = await read((await invoices())[0]?.svc_id);
    const used = await expectAgreement('d');
    expect(used).toMatchObject({ available_credit_cents: 0 });
    expect(used.entries.find(({ number }) => number === renewed.number)).toMatchObject({ amount_cents: 3100 });

    await sandbox.ok('POST', `/invoices/${renewed.svc_id}/void`);
    expect((await expectAgreement('d')).available_credit_cents).toBe(200);

    const { credit_notes: notes } = await sandbox.ok<{ credit_notes: { svc_id: string }[] }>(
      'GET',
      '/credit_notes?external_customer_id=d',
    );
    await sandbox.ok('PUT', `/credit_notes/${notes[0]?.svc_id}/void`);
    expect((await expectAgreement('d')).available_credit_cents).toBe(0);

    await sandbox.advanceClock('2024-04-02T00:00:00Z');
    const last = await read((await invoices())[0]?.svc_id);
    await sandbox.ok('POST', '/payments', {
      payment: { invoice_id: last.svc_id, amount_cents: 1000, reference: 'part' },
    });
    await expectAgreement('d');
    await sandbox.ok('PUT', `/invoices/${last.svc_id}`, { invoice: { payment_status: 'succeeded' } });
    expect((await expectAgreement('d')).entries.map(({ type }) => type)).toContain('settlement');
    await sandbox.ok('POST', `/invoices/${started.svc_id}/lose_dispute`);
    const ended = await expectAgreement('d');
    expect(ended.entries.map(({ type }) => type)).toContain('write_off');
    expect(ended.open_items).toEqual([]);
  });
});

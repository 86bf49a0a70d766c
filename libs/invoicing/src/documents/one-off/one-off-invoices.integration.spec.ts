import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  number: string;
  status: string;
  sequential_id: number | null;
  total_amount_cents: number;
  fees: { item: { invoice_display_name: string }; description: string | null; from_date: string; units: string }[];
}

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR', description: 'of all' },
  });
});

const sell = (fee: object = {}, more: object = {}) =>
  sandbox.call('POST', '/invoices', {
    invoice: { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'setup', ...fee }], ...more },
  });
const sold = async (fee: object = {}, more: object = {}): Promise<Invoice> => {
  const { status, body } = await sell(fee, more);
  expect(status).toBe(200);
  return (body as unknown as { invoice: Invoice }).invoice;
};
const listed = async () => (await sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices')).invoices;

describe('a one-off invoice', () => {
  it('has numbers without gaps, whatever the number of concurrent calls', async () => {
    const invoices = await Promise.all(Array.from({ length: 12 }, () => sold()));
    const ranks = invoices.map((invoice) => invoice.sequential_id ?? 0).sort((a, b) => a - b);
    expect(ranks).toEqual(Array.from({ length: 12 }, (_, place) => place + 1));
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(12);
  });

  it('takes absent fields from the add-on', async () => {
    const invoice = await sold();
    expect(invoice.fees).toMatchObject([
      {
        item: { invoice_display_name: 'Setup' },
        description: 'of all',
        units: '1.0',
        from_date: '2024-01-10T00:00:00Z',
      },
    ]);
    const customized = await sold({
      description: 'mine',
      invoice_display_name: 'Start',
      units: '2.5',
      unit_amount_cents: 3,
    });
    expect(customized).toMatchObject({ total_amount_cents: 8 });
    expect(customized.fees).toMatchObject([
      { item: { invoice_display_name: 'Start' }, description: 'mine', units: '2.5' },
    ]);
  });

  it('assigns its currency to a customer without one, and changes no other', async () => {
    await sold({}, { currency: 'USD' });
    await sold({}, { currency: 'GBP' });
    const { customer } = await sandbox.ok<{ customer: { currency: string } }>('GET', '/customers/c');
    expect(customer.currency).toBe('USD');
  });

  it.each([
    ['an unknown currency', {}, { currency: 'XXX' }, { currency: ['value_is_invalid'] }],
    ['units below zero', { units: -1 }, {}, { units: ['value_is_out_of_range'] }],
    ['units that are no number', { units: 'many' }, {}, { units: ['is not a number'] }],
    ['a price below zero', { unit_amount_cents: -1 }, {}, { unit_amount_cents: ['value_is_out_of_range'] }],
    [
      'more than an amount may be',
      { unit_amount_cents: 999_999_999_999_999, units: 1000 },
      {},
      { amount_cents: ['value_is_out_of_range'] },
    ],
    [
      'a period that ends before it starts',
      { from_datetime: '2024-02-01', to_datetime: '2024-01-01' },
      {},
      { boundaries: ['values_are_invalid'] },
    ],
    [
      'an unknown payment method',
      {},
      { payment_method: { payment_method_type: 'provider', payment_method_id: 'x' } },
      { payment_method: ['invalid_payment_method'] },
    ],
  ])('is refused with %s, and stores nothing', async (_, fee, more, details) => {
    const { status, body } = await sell(fee, more);
    expect([status, body['error_details']]).toEqual([422, details]);
    expect(await listed()).toEqual([]);
    expect((await sold()).sequential_id).toBe(1);
  });

  it('has no number and is hidden if nothing is to be paid and the settings request that', async () => {
    await sandbox.ok('POST', '/customers', {
      customer: { external_id: 'c', finalize_zero_amount_invoice: 'skip' },
    });
    const invoice = await sold({ units: 0 });
    expect(invoice).toMatchObject({ status: 'closed', sequential_id: null });
    expect((await sandbox.call('GET', `/invoices/${invoice.svc_id}`)).status).toBe(404);
    expect((await sold()).sequential_id).toBe(1);
  });
});

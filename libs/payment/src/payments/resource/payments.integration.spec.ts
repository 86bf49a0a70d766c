import { beforeEach, describe, expect, it } from '@jest/globals';
import { baseUrl, Sandbox } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  payment_status: string;
  total_amount_cents: number;
  total_paid_amount_cents: number;
  total_due_amount_cents: number;
  payment_overdue: boolean;
}
interface Payment {
  svc_id: string;
  amount_cents: number;
  created_at: string;
  invoice_numbers: string[];
}
interface Receipt {
  number: string;
  payment: Payment;
}

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
});

const sold = async (customer = 'c'): Promise<string> => {
  const invoice = { external_customer_id: customer, currency: 'EUR', fees: [{ add_on_code: 'setup' }] };
  return (await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', { invoice })).invoice.svc_id;
};
const pay = (invoice_id: unknown, amount_cents: unknown, more: object = {}) =>
  sandbox.call('POST', '/payments', { payment: { invoice_id, amount_cents, reference: 'r', ...more } });
const read = async (id: string) => (await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${id}`)).invoice;
const payments = async (query = '') => (await sandbox.ok<{ payments: Payment[] }>('GET', `/payments${query}`)).payments;
const receipts = async (query = '') =>
  (await sandbox.ok<{ payment_receipts: Receipt[] }>('GET', `/payment_receipts${query}`)).payment_receipts;

describe('a payment with a key', () => {
  it('is recorded once and returns the same answer, however often it is sent', async () => {
    const id = await sold();
    const post = async (key: string, amount = 300) => {
      const response = await fetch(`${baseUrl}/api/v1/payments`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${sandbox.apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ payment: { invoice_id: id, amount_cents: amount, reference: 'r' } }),
      });
      return { status: response.status, body: (await response.json()) as { payment: Payment; error_details: object } };
    };
    const send = async (key: string) => (await post(key)).body.payment.svc_id;
    const ids = [...(await Promise.all([send('a'), send('a')])), await send('a'), await send('b')];
    expect(new Set(ids).size).toBe(2);
    expect(await post('a', 400)).toMatchObject({
      status: 422,
      body: { error_details: { idempotency_key: ['value_already_exist'] } },
    });
    expect(await read(id)).toMatchObject({ total_paid_amount_cents: 600 });
  });
});

describe('payments of an invoice at once', () => {
  it('never exceed the due amount, and have receipts with consecutive numbers', async () => {
    const id = await sold();
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(id, 300)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(5);
    for (const { status, body } of refused)
      expect([status, body['error_details']]).toEqual([422, { amount_cents: ['value_is_out_of_range'] }]);
    expect(await read(id)).toMatchObject({
      payment_status: 'pending',
      total_paid_amount_cents: 900,
      total_due_amount_cents: 100,
    });
    await sandbox.awaitIdle();
    expect((await payments(`?invoice_id=${id}`)).map((payment) => payment.amount_cents)).toEqual([300, 300, 300]);
    const numbers = (await receipts(`?invoice_id=${id}`)).map(({ number }) => number.slice(-11));
    expect(numbers.sort()).toEqual(['RCPT-000001', 'RCPT-000002', 'RCPT-000003']);
    expect((await pay(id, 100)).status).toBe(200);
    expect(await read(id)).toMatchObject({ payment_status: 'succeeded', total_due_amount_cents: 0 });
    expect((await pay(id, 1)).status).toBe(422);
  });
});

describe('a payment', () => {
  it('has the date of its payment, and settles an overdue invoice', async () => {
    const id = await sold();
    await sandbox.advanceClock('2024-01-12T00:00:00Z');
    expect(await read(id)).toMatchObject({ payment_overdue: true });
    expect((await pay(id, 1000, { paid_at: '2024-01-11T08:00:00Z' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ payment_overdue: false, payment_status: 'succeeded' });
    expect(await payments()).toMatchObject([{ created_at: '2024-01-11T08:00:00Z', amount_cents: 1000 }]);
  });

  it('is refused in the order of the reference', async () => {
    const id = await sold();
    const unknownInvoiceId = '00000000-0000-4000-8000-000000000000';
    const wrong = { paid_at: 'someday', reference: '' };
    expect((await pay('', 0, wrong)).body['error_details']).toEqual({ invoice_id: ['value_is_mandatory'] });
    expect((await pay(unknownInvoiceId, '5', wrong)).body['error_details']).toEqual({
      amount_cents: ['invalid_value'],
    });
    expect((await pay(unknownInvoiceId, 5000, { reference: '' })).body['code']).toBe('invoice_not_found');
    expect((await pay(id, 5000, { paid_at: 'x', reference: '' })).body['error_details']).toEqual({
      paid_at: ['invalid_date'],
    });
    expect((await pay(id, 5000, { reference: '' })).body['error_details']).toEqual({
      reference: ['value_is_mandatory'],
    });
    expect((await pay(id, 5000, { reference: 'r'.repeat(41) })).body['error_details']).toEqual({
      reference: ['value_is_too_long'],
    });
    expect((await pay(id, 5000)).body['error_details']).toEqual({ amount_cents: ['value_is_out_of_range'] });
    await sandbox.ok('POST', `/invoices/${id}/void`);
    expect((await pay(id, 5000, { reference: '' })).body['code']).toBe('feature_unavailable');
    expect(await payments()).toEqual([]);
  });

  it('accepts ISO 8601 dates only', async () => {
    const id = await sold();
    for (const paid_at of ['invoice 7', 'April 3', '2024-02-30'])
      expect(await pay(id, 1, { paid_at })).toMatchObject({
        status: 422,
        body: { error_details: { paid_at: ['invalid_date'] } },
      });
    expect(await pay(id, 1, { paid_at: '2024-01-03' })).toMatchObject({
      body: { payment: { created_at: '2024-01-03T00:00:00Z' } },
    });
  });

  it('is found below its customer and by its invoice, and in no other organization', async () => {
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'd', currency: 'EUR' } });
    const [mine, other] = [await sold(), await sold('d')];
    await pay(mine, 100);
    await pay(other, 200);
    const amounts = async (path: string) =>
      (await sandbox.ok<{ payments: Payment[] }>('GET', path)).payments.map((payment) => payment.amount_cents);
    expect(await amounts('/payments')).toEqual([100, 200]);
    expect(await amounts('/customers/d/payments')).toEqual([200]);
    expect(await amounts(`/customers/d/payments?invoice_id=${mine}`)).toEqual([]);
    expect(await amounts('/payments?external_customer_id=nobody')).toEqual([]);
    expect((await sandbox.call('GET', '/payments?invoice_id=nope')).body['error_details']).toEqual({
      invoice_id: ['value_is_invalid'],
    });
    const elsewhere = await Sandbox.create('2024-01-10T00:00:00Z');
    const [payment] = await payments();
    expect((await elsewhere.call('GET', `/payments/${payment?.svc_id}`)).body['code']).toBe('payment_not_found');
    const stolen = { invoice_id: mine, amount_cents: 1, reference: 'r' };
    expect((await elsewhere.call('POST', '/payments', { payment: stolen })).body['code']).toBe('invoice_not_found');
  });

  it('of a partner has no receipt', async () => {
    await sandbox.ok('POST', '/customers', {
      customer: { external_id: 'p', currency: 'EUR', account_type: 'partner' },
    });
    await pay(await sold('p'), 100);
    await sandbox.awaitIdle();
    expect(await receipts()).toEqual([]);
    expect(await payments()).toHaveLength(1);
  });
});

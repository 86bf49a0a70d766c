import { beforeEach, describe, expect, it } from '@jest/globals';
import { call, Sandbox } from '@tollgate/testing';

interface Payment {
  svc_id: string;
  amount_cents: number;
  status: string;
  payment_status: string;
  payable_type: string;
  type: string;
  payment_provider_code: string | null;
  next_action: object;
}

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
  await sandbox.ok('POST', '/payment_providers', {
    payment_provider: { provider: 'sandbox', code: 'test', name: 'Test' },
  });
});

const link = (provider_method_id: string) =>
  sandbox.ok('PUT', '/customers/c/payment_provider', {
    payment_provider: { payment_provider_code: 'test', provider_method_id },
  });
const sell = async (more: object = {}): Promise<string> => {
  const invoice = { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'setup' }], ...more };
  const made = await sandbox.ok<{ invoice: { svc_id: string } }>('POST', '/invoices', { invoice });
  await sandbox.awaitIdle();
  return made.invoice.svc_id;
};
const read = async (id: string) => (await sandbox.ok<{ invoice: object }>('GET', `/invoices/${id}`)).invoice;
const payments = async () => (await sandbox.ok<{ payments: Payment[] }>('GET', '/payments')).payments;
const receipts = async () =>
  (await sandbox.ok<{ payment_receipts: object[] }>('GET', '/payment_receipts')).payment_receipts;
const paid = { payment_status: 'succeeded', total_paid_amount_cents: 1000, total_due_amount_cents: 0 };
const unpaid = { total_paid_amount_cents: 0, total_due_amount_cents: 1000 };

describe('an invoice of a customer with a provider', () => {
  it('is paid at once, with a receipt', async () => {
    await link('pm_succeeds');
    expect(await read(await sell())).toMatchObject(paid);
    expect(await payments()).toMatchObject([
      {
        amount_cents: 1000,
        type: 'provider',
        payment_status: 'succeeded',
        payable_type: 'Invoice',
        payment_provider_code: 'test',
      },
    ]);
    expect(await receipts()).toHaveLength(1);
  });

  it('is not charged when it states so or has no amount due', async () => {
    await link('pm_succeeds');
    await sell({ skip_psp: true });
    await sell({ payment_method: { payment_method_type: 'manual' } });
    await sell({ fees: [{ add_on_code: 'setup', unit_amount_cents: 0 }] });
    expect(await payments()).toEqual([]);
  });

  it('fails when the provider refuses it, and is paid when a retry uses another method', async () => {
    await link('pm_fails');
    const id = await sell();
    expect(await read(id)).toMatchObject({ payment_status: 'failed', ...unpaid });
    await link('pm_succeeds');
    expect((await sandbox.call('POST', `/invoices/${id}/retry_payment`)).status).toBe(200);
    await sandbox.awaitIdle();
    expect(await read(id)).toMatchObject(paid);
    expect((await payments()).map((payment) => payment.payment_status)).toEqual(['failed', 'succeeded']);
    expect((await sandbox.call('POST', `/invoices/${id}/retry_payment`)).body).toMatchObject({
      code: 'invalid_status',
    });
  });

  it.each([
    ['pm_late', paid, 'succeeded', 1],
    ['pm_requires_action', paid, 'succeeded', 1],
    ['pm_late_fails', { payment_status: 'failed', ...unpaid }, 'failed', 0],
  ])('waits for a late provider event, which arrives twice: %s', async (method, invoice, status, count) => {
    await link(method);
    const id = await sell();
    expect(await read(id)).toMatchObject({ payment_status: 'pending', ...unpaid });
    const [waiting] = await payments();
    expect(waiting).toMatchObject({ payment_status: 'processing' });
    expect(Object.keys(waiting?.next_action ?? {})).toHaveLength(method === 'pm_requires_action' ? 2 : 0);
    expect((await sandbox.call('POST', `/invoices/${id}/retry_payment`)).body).toMatchObject({
      code: 'payment_processor_is_currently_handling_payment',
    });
    await sandbox.advanceClock('2024-01-10T01:00:00Z');
    expect(await read(id)).toMatchObject(invoice);
    expect((await payments()).map((payment) => payment.payment_status)).toEqual([status]);
    expect(await receipts()).toHaveLength(count);
  });

  it('is charged once by concurrent requests', async () => {
    const id = await sell({ skip_psp: true });
    await sandbox.advanceClock('2024-01-12T00:00:00Z');
    await link('pm_late');
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => sandbox.call('POST', `/invoices/${id}/retry_payment`)),
      sandbox.call('POST', '/payment_requests', {
        payment_request: { external_customer_id: 'c', svc_invoice_ids: [id] },
      }),
    ]);
    await sandbox.awaitIdle();
    expect(answers.filter(({ status }) => status !== 200 && status !== 405)).toEqual([]);
    expect(await payments()).toMatchObject([{ payment_status: 'processing', amount_cents: 1000 }]);
  });

  it('refunds a payment that the provider reports too late', async () => {
    await link('pm_late');
    const id = await sell();
    await sandbox.ok('POST', '/payments', { payment: { invoice_id: id, amount_cents: 1000, reference: 'r' } });
    await sandbox.advanceClock('2024-01-10T01:00:00Z');
    expect(await read(id)).toMatchObject(paid);
    expect((await payments()).map(({ type, payment_status }) => `${type} ${payment_status}`).sort()).toEqual([
      'manual succeeded',
      'provider failed',
    ]);
  });

  it('is paid on a page, which stays the same for a day', async () => {
    await link('pm_fails');
    const id = await sell();
    const url = async () =>
      (await sandbox.ok<{ invoice_payment_details: { payment_url: string } }>('POST', `/invoices/${id}/payment_url`))
        .invoice_payment_details.payment_url;
    const page = await url();
    expect(await url()).toBe(page);
    const path = new URL(page).pathname.replace('/api/v1', '');
    expect(await sandbox.ok('GET', path)).toMatchObject({
      sandbox_checkout: { kind: 'payment', status: 'open', amount_cents: 1000, svc_invoice_id: id },
    });
    const complete = () =>
      sandbox.call('POST', `${path}/complete`, { sandbox_checkout: { provider_method_id: 'pm_succeeds' } });
    expect((await complete()).body).toMatchObject({ sandbox_checkout: { status: 'completed' } });
    expect((await complete()).status).toBe(405);
    await sandbox.awaitIdle();
    expect(await read(id)).toMatchObject(paid);
    expect((await sandbox.call('POST', `/invoices/${id}/payment_url`)).body).toMatchObject({
      error_details: { base: ['invalid_invoice_status_or_payment_status'] },
    });
  });
});

describe('the first charge of an organization with payment pages', () => {
  it('waits ten minutes, in which the customer may pay', async () => {
    await link('pm_succeeds');
    const first = await sell();
    await sandbox.awaitIdle();
    expect(await read(first)).toMatchObject(paid);
    await link('pm_fails');
    const second = await sell();
    await sandbox.awaitIdle();
    await sandbox.ok('POST', `/invoices/${second}/payment_url`);
    await link('pm_succeeds');
    // The new method charges invoices that wait for one; those below must not be among them.
    await sandbox.awaitIdle();
    const [byHand, tried, left] = [await sell(), await sell(), await sell()];
    await sandbox.ok('POST', '/payments', {
      payment: { invoice_id: byHand, amount_cents: 1000, reference: 'transfer' },
    });
    await sandbox.ok('POST', `/invoices/${tried}/retry_payment`);
    await sandbox.awaitIdle();
    expect(await read(tried)).toMatchObject(paid);
    expect(await read(left)).toMatchObject({ payment_status: 'pending', payment_overdue: false, ...unpaid });
    const known = (await payments()).length;
    await sandbox.advanceClock('2024-01-10T00:09:59Z');
    expect(await payments()).toHaveLength(known);
    await sandbox.advanceClock('2024-01-10T00:10:00Z');
    expect(await read(left)).toMatchObject(paid);
    expect(await payments()).toHaveLength(known + 1);
  });
});

describe('invoices that wait for their payment', () => {
  it('are charged when their customer gets a provider or another method; failed and manual ones are not', async () => {
    const waiting = [await sell(), await sell()];
    const byHand = await sell({ skip_psp: true });
    expect(await payments()).toEqual([]);
    await link('pm_fails');
    await sandbox.awaitIdle();
    for (const id of waiting) expect(await read(id)).toMatchObject({ payment_status: 'failed', ...unpaid });
    expect(await read(byHand)).toMatchObject({ payment_status: 'pending' });
    await link('pm_succeeds');
    await sandbox.awaitIdle();
    expect((await payments()).map((payment) => payment.payment_status)).toEqual(['failed', 'failed']);
    for (const id of waiting) await sandbox.ok('PUT', `/invoices/${id}`, { invoice: { payment_status: 'pending' } });
    const { payment_methods: methods } = await sandbox.ok<{
      payment_methods: { svc_id: string; provider_method_id: string }[];
    }>('GET', '/customers/c/payment_methods');
    const idOf = (name: string) => methods.find(({ provider_method_id }) => provider_method_id === name)?.svc_id;
    const choose = async (name: string) => {
      await sandbox.ok('PUT', `/customers/c/payment_methods/${idOf(name)}/set_as_default`);
      await sandbox.awaitIdle();
    };
    await choose('pm_succeeds');
    expect(await payments()).toHaveLength(2);
    await choose('pm_fails');
    for (const id of waiting) await sandbox.ok('PUT', `/invoices/${id}`, { invoice: { payment_status: 'pending' } });
    await choose('pm_succeeds');
    for (const id of waiting) expect(await read(id)).toMatchObject(paid);
    expect(await read(byHand)).toMatchObject({ payment_status: 'pending' });
  });

  it('are charged for prepaid credits too, except by a manual method', async () => {
    await link('pm_succeeds');
    const { wallet } = await sandbox.ok<{ wallet: { svc_id: string } }>('POST', '/wallets', {
      wallet: { external_customer_id: 'c', name: 'W', rate_amount: '1', currency: 'EUR' },
    });
    for (const more of [
      {},
      { invoice_requires_successful_payment: true },
      { payment_method: { payment_method_type: 'manual' } },
    ])
      await sandbox.ok('POST', '/wallet_transactions', {
        wallet_transaction: { wallet_id: wallet.svc_id, paid_credits: '10', ...more },
      });
    await sandbox.awaitIdle();
    expect(await payments()).toMatchObject([
      { amount_cents: 1000, payment_status: 'succeeded' },
      { amount_cents: 1000, payment_status: 'succeeded' },
    ]);
    expect(await sandbox.ok('GET', `/wallets/${wallet.svc_id}`)).toMatchObject({
      wallet: { balance_cents: 2000 },
    });
  });
});

describe('a payment request', () => {
  const overdue = async (): Promise<string[]> => {
    const ids = [await sell({ skip_psp: true }), await sell({ skip_psp: true })];
    await sandbox.advanceClock('2024-01-12T00:00:00Z');
    return ids;
  };
  const requestPayment = async (ids: string[]) => {
    const payment_request = { external_customer_id: 'c', svc_invoice_ids: ids };
    const made = await sandbox.ok<{ payment_request: { svc_id: string } }>('POST', '/payment_requests', {
      payment_request,
    });
    await sandbox.awaitIdle();
    return (await sandbox.ok<{ payment_request: object }>('GET', `/payment_requests/${made.payment_request.svc_id}`))
      .payment_request;
  };

  it('is paid with all its invoices by one payment', async () => {
    const ids = await overdue();
    await link('pm_succeeds');
    expect(await requestPayment(ids)).toMatchObject({ payment_status: 'succeeded', amount_cents: 2000 });
    for (const id of ids) expect(await read(id)).toMatchObject({ ...paid, payment_overdue: false });
    expect(await payments()).toMatchObject([
      { amount_cents: 2000, payable_type: 'PaymentRequest', payment_status: 'succeeded' },
    ]);
    expect(await receipts()).toHaveLength(1);
  });

  it('fails with all its invoices', async () => {
    const ids = await overdue();
    await link('pm_fails');
    expect(await requestPayment(ids)).toMatchObject({ payment_status: 'failed' });
    for (const id of ids) expect(await read(id)).toMatchObject({ payment_status: 'failed', ...unpaid });
  });

  it('is refused while a payment of its invoices is under way', async () => {
    const ids = await overdue();
    await link('pm_late');
    await requestPayment(ids);
    const again = await sandbox.call('POST', '/payment_requests', {
      payment_request: { external_customer_id: 'c', svc_invoice_ids: ids },
    });
    expect(again.body).toMatchObject({ code: 'invoices_not_ready_for_payment_processing' });
  });
});

describe('payment methods', () => {
  it('are listed, chosen and removed; the newest is the default', async () => {
    await link('pm_fails');
    await link('pm_succeeds');
    const list = async () =>
      (
        await sandbox.ok<{
          payment_methods: { svc_id: string; provider_method_id: string; is_default: boolean }[];
        }>('GET', '/customers/c/payment_methods')
      ).payment_methods;
    const [newest, oldest] = await list();
    expect(newest).toMatchObject({
      provider_method_id: 'pm_succeeds',
      is_default: true,
      payment_provider_code: 'test',
    });
    await sandbox.ok('PUT', `/customers/c/payment_methods/${oldest?.svc_id}/set_as_default`);
    expect((await list()).map((method) => method.is_default)).toEqual([false, true]);
    await sandbox.ok('DELETE', `/customers/c/payment_methods/${oldest?.svc_id}`);
    expect((await list()).map((method) => method.provider_method_id)).toEqual(['pm_succeeds']);
    await sandbox.ok('DELETE', '/payment_providers/test');
    expect(await list()).toEqual([]);
  });

  it('are entered on a page', async () => {
    await link('pm_fails');
    const { customer } = await sandbox.ok<{ customer: { checkout_url: string } }>('POST', '/customers/c/checkout_url');
    const path = new URL(customer.checkout_url).pathname.replace('/api/v1', '');
    await sandbox.ok('POST', `${path}/complete`, { sandbox_checkout: { provider_method_id: 'pm_succeeds' } });
    expect(await read(await sell())).toMatchObject(paid);
  });
});

it('the sandbox provider is refused in a live organization', async () => {
  const admin = `Bearer ${process.env['ADMIN_API_KEY']}`;
  const { body } = await call('POST', '/admin/organizations', admin, { organization: { name: 'Real' } });
  const key = (body as { api_key: { value: string } }).api_key.value;
  const answer = await call('POST', '/api/v1/payment_providers', `Bearer ${key}`, {
    payment_provider: { provider: 'sandbox', code: 'test', name: 'Test' },
  });
  expect(answer.body).toMatchObject({ status: 403, code: 'feature_unavailable' });
});

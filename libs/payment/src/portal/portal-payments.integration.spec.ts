import { beforeEach, describe, expect, it } from '@jest/globals';
import { PortalVisitor, Sandbox } from '@tollgate/testing';

interface Begun {
  payment: {
    status: string;
    url: string | null;
    amount_cents: number;
    svc_invoice_ids: string[];
    svc_payment_request_id: string | null;
    svc_payment_id: string | null;
  };
}
interface Method {
  svc_id: string;
  is_default: boolean;
}

let sandbox: Sandbox;
let me: PortalVisitor;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  for (const id of ['c', 'other'])
    await sandbox.ok('POST', '/customers', { customer: { external_id: id, currency: 'EUR', email: 'c@example.com' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
  await sandbox.ok('POST', '/payment_providers', {
    payment_provider: { provider: 'sandbox', code: 'test', name: 'Test' },
  });
  me = await PortalVisitor.of(sandbox, 'c');
});

const link = (provider_method_id: string, customer = 'c') =>
  sandbox.ok('PUT', `/customers/${customer}/payment_provider`, {
    payment_provider: { payment_provider_code: 'test', provider_method_id },
  });
/** An invoice that no provider charges by itself. */
const sell = async (customer = 'c', more: object = {}): Promise<string> => {
  const invoice = {
    external_customer_id: customer,
    currency: 'EUR',
    skip_psp: true,
    fees: [{ add_on_code: 'setup' }],
    ...more,
  };
  return (await sandbox.ok<{ invoice: { svc_id: string } }>('POST', '/invoices', { invoice })).invoice.svc_id;
};
const read = async (id: string) => (await sandbox.ok<{ invoice: object }>('GET', `/invoices/${id}`)).invoice;
const pay = (payment: object = {}) => me.call('POST', '/payments', { payment });
const payOk = async (payment: object = {}): Promise<Begun['payment']> =>
  (await me.ok<Begun>('POST', '/payments', { payment })).payment;
const methods = async () => (await me.ok<{ payment_methods: Method[] }>('GET', '/payment_methods')).payment_methods;
const completePage = (url: string | null, provider_method_id: string) =>
  sandbox.call('POST', `/sandbox_checkouts/${url?.split('/').at(-1) ?? ''}/complete`, {
    sandbox_checkout: { provider_method_id },
  });
const made = async () =>
  (await sandbox.ok<{ payments: { payment_status: string; amount_cents: number }[] }>('GET', '/payments')).payments;
const paid = { payment_status: 'succeeded', total_due_amount_cents: 0 };

describe('a payment in the portal (customers, section 3.2)', () => {
  it('of one invoice opens its page, the same one again, which pays it', async () => {
    await link('pm_fails');
    const id = await sell();
    const begun = await payOk({ svc_invoice_ids: [id], amount_cents: 1000 });
    expect(begun).toMatchObject({
      status: 'page_opened',
      amount_cents: 1000,
      svc_invoice_ids: [id],
      svc_payment_request_id: null,
    });
    expect(await payOk({ svc_invoice_ids: [id] })).toEqual(begun);
    expect((await completePage(begun.url, 'pm_succeeds')).status).toBe(200);
    await sandbox.awaitIdle();
    expect(await read(id)).toMatchObject(paid);
    expect((await pay({ svc_invoice_ids: [id] })).body).toMatchObject({
      error_details: { svc_invoice_ids: ['invoice_not_payable'] },
    });
  });

  it('of all overdue invoices opens one page for them, which pays each once', async () => {
    await link('pm_fails');
    const ids = [await sell(), await sell(), await sell()];
    await sell('other');
    await sandbox.advanceClock('2024-01-12T00:00:00Z');
    me = await PortalVisitor.of(sandbox, 'c');
    const begun = await payOk();
    expect(begun).toMatchObject({ status: 'page_opened', amount_cents: 3000 });
    expect([...begun.svc_invoice_ids].sort()).toEqual([...ids].sort());
    expect(await payOk({ svc_invoice_ids: [...ids].reverse() })).toMatchObject({
      url: begun.url,
      svc_payment_request_id: begun.svc_payment_request_id,
    });
    expect((await completePage(begun.url, 'pm_succeeds')).status).toBe(200);
    await sandbox.awaitIdle();
    for (const id of ids) expect(await read(id)).toMatchObject(paid);
    expect((await made()).filter((one) => one.payment_status === 'succeeded')).toMatchObject([{ amount_cents: 3000 }]);
    expect((await completePage(begun.url, 'pm_succeeds')).status).toBe(405);
    expect((await pay()).body).toMatchObject({ error_details: { base: ['nothing_to_pay'] } });
  });

  it('charges a chosen method, once among sixteen at once', async () => {
    await link('pm_succeeds');
    const [method] = await methods();
    const ids = [await sell(), await sell()];
    const payment = { svc_invoice_ids: ids, svc_payment_method_id: method?.svc_id };
    const answers = await Promise.all(Array.from({ length: 16 }, () => pay(payment)));
    await sandbox.awaitIdle();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const id of ids) expect(await read(id)).toMatchObject(paid);
    expect(await made()).toMatchObject([{ payment_status: 'succeeded', amount_cents: 2000 }]);
    expect(
      (await sandbox.ok<{ payment_requests: object[] }>('GET', '/payment_requests')).payment_requests,
    ).toHaveLength(1);
  });

  it('that a method declines leaves the invoice due for another one', async () => {
    await link('pm_fails');
    const id = await sell();
    const [method] = await methods();
    const begun = await payOk({ svc_invoice_ids: [id], svc_payment_method_id: method?.svc_id });
    expect(begun).toMatchObject({ status: 'pending', url: null, svc_payment_id: expect.any(String) });
    await sandbox.awaitIdle();
    expect(await read(id)).toMatchObject({ payment_status: 'failed', total_due_amount_cents: 1000 });
    const { payments } = await me.ok<{ payments: object[] }>('GET', '/payments');
    expect(payments).toEqual([
      {
        svc_id: begun.svc_payment_id,
        svc_invoice_ids: [id],
        invoice_numbers: [expect.any(String)],
        amount_cents: 1000,
        amount_currency: 'EUR',
        payment_status: 'failed',
        svc_payment_method_id: method?.svc_id,
        decline_reason: 'declined',
        action_url: null,
        created_at: '2024-01-10T00:00:00Z',
      },
    ]);
    const page = await payOk({ svc_invoice_ids: [id] });
    await completePage(page.url, 'pm_succeeds');
    await sandbox.awaitIdle();
    expect(await read(id)).toMatchObject(paid);
  });

  it('of several invoices that a method declines is tried once', async () => {
    await link('pm_fails');
    const ids = [await sell(), await sell()];
    const [method] = await methods();
    await payOk({ svc_invoice_ids: ids, svc_payment_method_id: method?.svc_id });
    await sandbox.awaitIdle();
    expect(await made()).toMatchObject([{ payment_status: 'failed', amount_cents: 2000 }]);
  });

  it('is listed in whatever state, to its customer alone', async () => {
    await link('pm_late');
    const ids = [await sell(), await sell()];
    const [method] = await methods();
    await payOk({ svc_invoice_ids: ids, svc_payment_method_id: method?.svc_id });
    await sell('other');
    await sandbox.awaitIdle();
    const listed = async (query = '') =>
      (await me.ok<{ payments: { svc_invoice_ids: string[] }[] }>('GET', `/payments${query}`)).payments;
    const [underWay] = await listed();
    expect(underWay).toMatchObject({ payment_status: 'processing', amount_cents: 2000, decline_reason: null });
    expect(underWay?.svc_invoice_ids.toSorted()).toEqual(ids.toSorted());
    await sandbox.advanceClock('2024-01-10T02:00:00Z');
    expect(await listed('?payment_status=succeeded')).toMatchObject([{ payment_status: 'succeeded' }]);
    expect(await listed('?payment_status=failed')).toEqual([]);
    expect(await me.call('GET', '/payments?payment_status=lost')).toMatchObject({ status: 422 });
    const other = await PortalVisitor.of(sandbox, 'other');
    expect(await other.ok('GET', '/payments')).toMatchObject({ payments: [] });
  });

  it('is refused next to one under way, and with an amount that is not due any more', async () => {
    await link('pm_late');
    const [method] = await methods();
    const id = await sell();
    await sandbox.ok('POST', '/payments', { payment: { invoice_id: id, amount_cents: 400, reference: 'r' } });
    expect((await pay({ svc_invoice_ids: [id], amount_cents: 1000 })).body).toMatchObject({
      error_details: { amount_cents: ['amount_has_changed'] },
    });
    expect(await payOk({ svc_invoice_ids: [id], svc_payment_method_id: method?.svc_id })).toMatchObject({
      amount_cents: 600,
    });
    expect(await pay({ svc_invoice_ids: [id] })).toMatchObject({
      status: 405,
      body: { code: 'payment_processor_is_currently_handling_payment' },
    });
  });

  it('never reaches the invoices or methods of others', async () => {
    await link('pm_succeeds');
    await link('pm_succeeds', 'other');
    const theirs = await sell('other');
    const them = await PortalVisitor.of(sandbox, 'other');
    const [foreign] = (await them.ok<{ payment_methods: Method[] }>('GET', '/payment_methods')).payment_methods;
    const mine = await sell();
    expect(await pay({ svc_invoice_ids: [mine, theirs] })).toMatchObject({
      status: 404,
      body: { code: 'invoice_not_found' },
    });
    expect(await pay({ svc_invoice_ids: [mine], svc_payment_method_id: foreign?.svc_id })).toMatchObject({
      status: 404,
      body: { code: 'payment_method_not_found' },
    });
    for (const [method, path] of [
      ['PUT', `/payment_methods/${foreign?.svc_id}/set_as_default`],
      ['DELETE', `/payment_methods/${foreign?.svc_id}`],
    ] as const)
      expect((await me.call(method, path)).status).toBe(404);
  });

  it('of several currencies, or without a provider, is refused', async () => {
    const id = await sell();
    expect((await pay({ svc_invoice_ids: [id] })).body).toMatchObject({
      error_details: { base: ['no_linked_payment_provider'] },
    });
    expect((await pay({ svc_invoice_ids: [] })).body).toMatchObject({ error_details: { base: ['nothing_to_pay'] } });
    expect((await pay({ svc_invoice_ids: ['x'] })).body).toMatchObject({ code: 'invoice_not_found' });
    expect((await pay({ svc_invoice_ids: Array.from({ length: 101 }, () => id) })).body).toMatchObject({
      error_details: { svc_invoice_ids: ['value_is_out_of_range'] },
    });
  });
});

describe('the page of the sandbox provider (webhooks, section 15)', () => {
  const post = (address: string) => fetch(address, { method: 'POST', redirect: 'manual' });
  const asHtml = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
  /** The address of the page to which the address of a checkout leads. */
  const pageOf = (url: string) => url.replace('/api/v1/', '/');
  const open = async (): Promise<string> => (await payOk({ svc_invoice_ids: [await sell()] })).url ?? '';

  it('is one for people, without a key, and JSON for programs', async () => {
    await link('pm_fails');
    const url = await open();
    const page = await fetch(url, asHtml);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toMatch(/style-src 'sha256-[^ ]+'.*frame-ancestors 'none'/);
    const html = await page.text();
    expect(html).toContain('10.00 EUR');
    for (const button of ['Pay', 'Decline', 'Cancel']) expect(html).toContain(`>${button}</button>`);
    expect(page.url).toBe(pageOf(url));
    expect(await sandbox.ok('GET', `/sandbox_checkouts/${url.split('/').at(-1)}`)).toMatchObject({
      sandbox_checkout: { kind: 'payment', status: 'open', amount_cents: 1000 },
    });
    for (const headers of [{ accept: 'application/json' }, { ...asHtml.headers, authorization: 'Bearer wrong' }])
      expect((await fetch(url, { headers, redirect: 'manual' })).status).toBe(401);
  });

  it('pays once, and leads back to the portal', async () => {
    await link('pm_fails');
    const url = pageOf(await open());
    const cancelled = await post(`${url}/cancel`);
    expect([cancelled.status, cancelled.headers.get('location')]).toEqual([303, expect.stringMatching(/\/portal$/)]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(`${url}/pay`)));
    const targets = answers.map(({ headers }) => headers.get('location') ?? '');
    expect(targets.filter((target) => target.endsWith('/portal'))).toHaveLength(1);
    expect(targets.filter((target) => target === url)).toHaveLength(3);
    await sandbox.awaitIdle();
    expect((await made()).filter((one) => one.payment_status === 'succeeded')).toMatchObject([{ amount_cents: 1000 }]);
    expect(await (await fetch(url, asHtml)).text()).toContain('You have completed this page.');
  });

  it('declines and enters a method, and does nothing else', async () => {
    await link('pm_succeeds');
    const url = pageOf(await open());
    expect((await post(`${url}/decline`)).status).toBe(303);
    await sandbox.awaitIdle();
    expect((await made()).map((one) => one.payment_status)).toEqual(['failed']);
    const entered = await me.ok<{ payment_method_page: { url: string } }>('POST', '/payment_methods');
    const page = pageOf(entered.payment_method_page.url);
    expect(await (await fetch(page, asHtml)).text()).toContain('Enter a test card');
    expect((await post(`${page}/pay`)).status).toBe(303);
    // The entered method is one that the customer has already.
    expect(await methods()).toHaveLength(2);
    for (const address of [
      `${page}/steal`,
      page.replace(/[^/]+$/, 'x/pay'),
      page.replace(/[^/]+$/, '018f0000-0000-7000-8000-000000000001/pay'),
    ])
      expect([address, (await post(address)).status]).toEqual([address, 404]);
  });
});

describe('payment methods in the portal (customers, section 3.2)', () => {
  it('are entered on a page, made the default, and removed', async () => {
    await link('pm_fails');
    const { payment_method_page: page } = await me.ok<{ payment_method_page: { url: string } }>(
      'POST',
      '/payment_methods',
    );
    await completePage(page.url, 'pm_succeeds');
    const [second, first] = await methods();
    expect([second, first]).toMatchObject([{ is_default: true }, { is_default: false }]);
    const changed = await me.ok<{ payment_method: Method }>('PUT', `/payment_methods/${first?.svc_id}/set_as_default`);
    expect(changed.payment_method).toMatchObject({ svc_id: first?.svc_id, is_default: true });
    await me.ok('DELETE', `/payment_methods/${second?.svc_id}`);
    expect(await methods()).toMatchObject([{ svc_id: first?.svc_id, is_default: true }]);
  });

  it('keep one among sixteen removals of two at once while an invoice is unpaid', async () => {
    await link('pm_fails');
    await link('pm_succeeds');
    await sell();
    const both = await methods();
    expect(both).toHaveLength(2);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, place) => me.call('DELETE', `/payment_methods/${both[place % 2]?.svc_id}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // The method that is gone, the last one, and calls beyond those that a customer has at once.
    expect(answers.filter(({ status }) => ![200, 404, 405, 429, 503].includes(status))).toEqual([]);
    expect(await methods()).toHaveLength(1);
  });

  it('stay while they are the last one and an invoice is unpaid', async () => {
    await link('pm_succeeds');
    const id = await sell();
    const [method] = await methods();
    expect(await me.call('DELETE', `/payment_methods/${method?.svc_id}`)).toMatchObject({
      status: 405,
      body: { code: 'last_method_with_unpaid_invoices' },
    });
    await payOk({ svc_invoice_ids: [id], svc_payment_method_id: method?.svc_id });
    await sandbox.awaitIdle();
    expect((await me.call('DELETE', `/payment_methods/${method?.svc_id}`)).status).toBe(200);
  });
});

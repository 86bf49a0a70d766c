import { beforeAll, describe, expect, it } from '@jest/globals';
import { aCustomer, aPlan, aSubscription, Sandbox } from '@tollgate/testing';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create('2026-01-01T00:00:00Z');
  await aPlan('p').monthly(1_000).with({ pay_in_advance: true }).createIn(sandbox);
  await aCustomer('c1').with({ name: 'Ada', timezone: 'America/New_York' }).createIn(sandbox);
  await aCustomer('c2').createIn(sandbox);
  for (let n = 1; n <= 12; n += 1) await aSubscription(`s${n}`, 'c1').createIn(sandbox);
  await aSubscription('ended', 'c1').createIn(sandbox);
  await sandbox.ok('DELETE', '/subscriptions/ended');
  await sandbox.advanceClock('2026-01-02T00:00:00Z');
}, 120_000);

const withRights = async (permissions: Record<string, string[]>) => {
  const { api_key: key } = await sandbox.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
    api_key: { name: 'lesser', permissions },
  });
  return Object.assign(Object.create(Sandbox.prototype) as Sandbox, { apiKey: key.value });
};

describe('expand', () => {
  it('adds the open subscriptions of customers, ten at most', async () => {
    type Customers = {
      customers: { external_id: string; subscriptions?: { external_id: string; status: string }[] }[];
    };
    const { customers } = await sandbox.ok<Customers>('GET', '/customers?expand[]=subscriptions&sort=external_id');
    expect(customers.map(({ external_id: code, subscriptions }) => [code, subscriptions?.length])).toEqual([
      ['c1', 10],
      ['c2', 0],
    ]);
    expect(customers[0]?.subscriptions?.every(({ status }) => status === 'active')).toBe(true);
    expect(customers[0]?.subscriptions?.[0]).toEqual({
      svc_id: expect.any(String),
      external_id: expect.stringMatching(/^s\d+$/),
      name: '',
      status: 'active',
      plan_code: 'p',
    });
    const plain = await sandbox.ok<Customers>('GET', '/customers');
    expect(plain.customers.every((customer) => !('subscriptions' in customer))).toBe(true);
  });

  it('adds customer and plan to subscriptions, one name or several', async () => {
    type Subscriptions = { subscriptions: Record<string, unknown>[] };
    const path = '/customers/c1/subscriptions?per_page=1';
    const { subscriptions } = await sandbox.ok<Subscriptions>('GET', `${path}&expand[]=customer&expand[]=plan`);
    expect(subscriptions[0]).toMatchObject({
      customer: { external_id: 'c1', name: 'Ada', applicable_timezone: 'America/New_York' },
      plan: { code: 'p', name: 'p', interval: 'monthly' },
    });
    const { subscriptions: ofOne } = await sandbox.ok<Subscriptions>('GET', '/subscriptions?per_page=1&expand=plan');
    expect(['customer' in (ofOne[0] ?? {}), 'plan' in (ofOne[0] ?? {})]).toEqual([false, true]);
  });

  it('adds the customer to records that are read one by one, to wallets, payments and receipts', async () => {
    const { wallet } = await sandbox.ok<{ wallet: { svc_id: string } }>('POST', '/wallets', {
      wallet: { external_customer_id: 'c1', rate_amount: '1', currency: 'EUR' },
    });
    const { invoices } = await sandbox.ok<{ invoices: { svc_id: string }[] }>('GET', '/invoices?per_page=1');
    const { payment } = await sandbox.ok<{ payment: { svc_id: string } }>('POST', '/payments', {
      payment: { invoice_id: invoices[0]?.svc_id, amount_cents: 100, reference: 'r' },
    });
    const customer = { external_id: 'c1', name: 'Ada', applicable_timezone: 'America/New_York' };
    for (const [path, name] of [
      ['/subscriptions/s1', 'subscription'],
      [`/wallets/${wallet.svc_id}`, 'wallet'],
      [`/payments/${payment.svc_id}`, 'payment'],
    ] as const) {
      const expanded = await sandbox.ok<Record<string, unknown>>('GET', `${path}?expand=customer`);
      expect(expanded[name]).toMatchObject({ customer });
      expect((await sandbox.ok<Record<string, object>>('GET', path))[name]).not.toHaveProperty('customer');
    }
    for (const [path, name] of [
      ['/wallets', 'wallets'],
      ['/customers/c1/wallets', 'wallets'],
      ['/payments', 'payments'],
      ['/customers/c1/payments', 'payments'],
    ] as const) {
      const expanded = await sandbox.ok<Record<string, object[]>>('GET', `${path}?expand[]=customer`);
      expect([path, expanded[name]?.[0]]).toMatchObject([path, { customer }]);
    }
  });

  it('adds periods and errors to invoices', async () => {
    type Invoices = {
      invoices: { billing_periods?: { external_subscription_id: string }[]; error_details?: unknown[] }[];
    };
    const path = '/invoices?per_page=5&expand[]=billing_periods&expand[]=error_details';
    const { invoices } = await sandbox.ok<Invoices>('GET', path);
    expect(invoices).toHaveLength(5);
    for (const { billing_periods: periods, error_details: errors } of invoices) {
      expect(periods?.[0]?.external_subscription_id).toMatch(/^(s\d+|ended)$/);
      expect(errors).toEqual([]);
    }
  });

  it('shows nothing that the caller may not read, and refuses unknown names', async () => {
    const [ofCustomers, ofSubscriptions] = [
      await withRights({ customer: ['read'] }),
      await withRights({ subscription: ['read'] }),
    ];
    const { customers } = await ofCustomers.ok<{ customers: object[] }>('GET', '/customers?expand=subscriptions');
    expect(customers.map((customer) => (customer as { subscriptions: unknown }).subscriptions)).toEqual([null, null]);
    const { subscriptions } = await ofSubscriptions.ok<{ subscriptions: object[] }>(
      'GET',
      '/subscriptions?per_page=1&expand[]=customer&expand[]=plan',
    );
    expect(subscriptions[0]).toMatchObject({ customer: null, plan: null });
    for (const path of ['/customers', '/subscriptions', '/invoices'])
      expect((await sandbox.call('GET', `${path}?expand[]=everything`)).status).toBe(422);
  });
});

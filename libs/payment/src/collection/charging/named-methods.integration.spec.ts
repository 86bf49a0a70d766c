import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Payment {
  svc_id: string;
  payment_method_id: string;
}

const unknown = '7b1c2f0e-1111-4222-8333-444455556666';
const invalid = { payment_method: ['invalid_payment_method'] };
const by = (id: string) => ({ payment_method: { payment_method_type: 'provider', payment_method_id: id } });
const byHand = { payment_method: { payment_method_type: 'manual' } };
const byDefault = { payment_method: { payment_method_type: 'provider' } };
const shown = (id: string | null, type = 'provider') => ({
  payment_method: { payment_method_type: type, payment_method_id: id },
});

let sandbox: Sandbox;
/** Methods of the customer `c`, the last one its default; and a method of another customer. */
let refused: string;
let late: string;
let good: string;
let foreign: string;

beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  await sandbox.ok('POST', '/payment_providers', {
    payment_provider: { provider: 'sandbox', code: 'test', name: 'Test' },
  });
  for (const external_id of ['c', 'other'])
    await sandbox.ok('POST', '/customers', { customer: { external_id, currency: 'EUR' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
  for (const pay_in_advance of [true, false])
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: 'Plan',
        code: pay_in_advance ? 'advance' : 'arrears',
        interval: 'monthly',
        amount_cents: 3100,
        amount_currency: 'EUR',
        pay_in_advance,
      },
    });
  refused = await link('pm_fails');
  late = await link('pm_late');
  good = await link('pm_succeeds');
  foreign = await link('pm_succeeds', 'other');
});

async function link(provider_method_id: string, customer = 'c'): Promise<string> {
  const { payment_method } = await sandbox.ok<{ payment_method: { svc_id: string } }>(
    'PUT',
    `/customers/${customer}/payment_provider`,
    { payment_provider: { payment_provider_code: 'test', provider_method_id } },
  );
  return payment_method.svc_id;
}

const remove = (id: string) => sandbox.ok('DELETE', `/customers/c/payment_methods/${id}`);
const sell = async (more: object = {}) => {
  const invoice = { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'setup' }], ...more };
  const made = await sandbox.ok<{ invoice: { svc_id: string } }>('POST', '/invoices', { invoice });
  await sandbox.awaitIdle();
  return made.invoice.svc_id;
};
const subscription = (more: object = {}) => ({
  subscription: { external_customer_id: 'c', plan_code: 'advance', external_id: 's', ...more },
});
const subscribe = async (more: object = {}) => {
  const made = await sandbox.ok('POST', '/subscriptions', subscription(more));
  await sandbox.awaitIdle();
  return made;
};
/** Reads the methods of the payments, oldest first. */
const paidBy = async () => {
  const { payments } = await sandbox.ok<{ payments: Payment[] }>('GET', '/payments');
  const ordered = [...payments].sort((one, other) => one.svc_id.localeCompare(other.svc_id));
  return ordered.map((payment) => payment.payment_method_id);
};
const invoices = async () =>
  (await sandbox.ok<{ invoices: { svc_id: string; payment_status: string }[] }>('GET', '/invoices')).invoices;
const retry = async (id: string, body: object = {}) => {
  const answer = await sandbox.call('POST', `/invoices/${id}/retry_payment`, body);
  await sandbox.awaitIdle();
  return answer;
};
const newWallet = async (more: object = {}) => {
  const { wallet } = await sandbox.ok<{ wallet: { svc_id: string; recurring_transaction_rules: object[] } }>(
    'POST',
    '/wallets',
    { wallet: { external_customer_id: 'c', name: 'W', rate_amount: '1', currency: 'EUR', ...more } },
  );
  await sandbox.awaitIdle();
  return wallet;
};
const buy = async (walletId: string, more: object = {}) => {
  const made = await sandbox.ok<{ wallet_transactions: object[] }>('POST', '/wallet_transactions', {
    wallet_transaction: { wallet_id: walletId, paid_credits: '5', ...more },
  });
  await sandbox.awaitIdle();
  return made.wallet_transactions[0];
};

describe('a payment method that a call names', () => {
  const unusable = [
    { payment_method: { payment_method_id: 'x' } },
    { payment_method: { payment_method_type: 'provider', payment_method_id: 'x' } },
    { payment_method: { payment_method_type: 'card' } },
    by(unknown),
  ];

  it('exists and belongs to a provider', async () => {
    const removed = late;
    await remove(removed);
    const wrong = [
      ...unusable,
      by(removed),
      { payment_method: { payment_method_id: good } },
      { payment_method: { payment_method_type: 'manual', payment_method_id: good } },
    ];
    const invoice = await sell({ skip_psp: true });
    const wallet = await newWallet();
    await subscribe();
    const rule = { trigger: 'interval', interval: 'weekly', paid_credits: '1' };
    for (const method of wrong) {
      const calls: [method: 'POST' | 'PUT', path: string, body: object, details: object][] = [
        ['POST', '/subscriptions', subscription({ external_id: 'new', ...method }), invalid],
        ['PUT', '/subscriptions/s', { subscription: method }, invalid],
        ['POST', '/wallets', { wallet: { external_customer_id: 'c', rate_amount: '1', ...method } }, invalid],
        ['PUT', `/wallets/${wallet.svc_id}`, { wallet: method }, invalid],
        [
          'PUT',
          `/wallets/${wallet.svc_id}`,
          { wallet: { recurring_transaction_rules: [{ ...rule, ...method }] } },
          { recurring_transaction_rules: ['invalid_recurring_rule'] },
        ],
        [
          'POST',
          '/wallet_transactions',
          { wallet_transaction: { wallet_id: wallet.svc_id, paid_credits: '1', ...method } },
          invalid,
        ],
        [
          'POST',
          '/invoices',
          { invoice: { external_customer_id: 'c', fees: [{ add_on_code: 'setup' }], ...method } },
          invalid,
        ],
        ['POST', `/invoices/${invoice}/retry_payment`, method, invalid],
      ];
      for (const [verb, path, body, details] of calls)
        expect([path, method, await sandbox.call(verb, path, body)]).toMatchObject([
          path,
          method,
          { status: 422, body: { code: 'validation_errors', error_details: details } },
        ]);
    }
    expect(await paidBy()).toEqual([good]);
  });

  it('may belong to another customer in a long-term agreement; then the own default pays', async () => {
    expect(await subscribe(by(foreign))).toMatchObject({ subscription: shown(foreign) });
    expect(await paidBy()).toEqual([good]);
    const bought = { external_customer_id: 'c', fees: [{ add_on_code: 'setup' }], ...by(foreign) };
    expect((await sandbox.call('POST', '/invoices', { invoice: bought })).body).toMatchObject({
      error_details: invalid,
    });
  });

  it('is accepted as soon as it exists, in upper or lower case', async () => {
    const fresh = await link('pm_refund_fails');
    expect(await subscribe(by(fresh.toUpperCase()))).toMatchObject({ subscription: shown(fresh) });
  });
});

describe('an invoice of a subscription', () => {
  it('is paid by the current method of the subscription at the time of the charge', async () => {
    expect(await subscribe(by(refused))).toMatchObject({ subscription: shown(refused) });
    expect(await sandbox.ok('GET', '/subscriptions/s')).toMatchObject({ subscription: shown(refused) });
    expect(await paidBy()).toEqual([refused]);
    const [first] = await invoices();
    await sandbox.ok('PUT', '/subscriptions/s', { subscription: byHand });
    await sandbox.advanceClock('2024-02-01T01:00:00Z');
    expect(await paidBy()).toEqual([refused]);
    expect((await retry(first?.svc_id ?? '')).status).toBe(200);
    expect(await paidBy()).toEqual([refused]);
    expect(await sandbox.ok('PUT', '/subscriptions/s', { subscription: by(late) })).toMatchObject({
      subscription: shown(late),
    });
    await retry(first?.svc_id ?? '');
    expect(await paidBy()).toEqual([refused, late]);
    await sandbox.ok('PUT', '/subscriptions/s', { subscription: byHand });
    expect((await retry(first?.svc_id ?? '')).body).toMatchObject({
      code: 'payment_processor_is_currently_handling_payment',
    });
    await sandbox.ok('PUT', '/subscriptions/s', { subscription: { payment_method: {} } });
    await sandbox.advanceClock('2024-03-01T01:00:00Z');
    expect(await paidBy()).toEqual([refused, late, good]);
  });

  it('is paid by the default method when its own is removed, and by none when the default is removed too', async () => {
    await subscribe(by(late));
    await remove(late);
    await sandbox.advanceClock('2024-02-01T01:00:00Z');
    expect(await paidBy()).toEqual([late, good]);
    expect(await sandbox.ok('GET', '/subscriptions/s')).toMatchObject({ subscription: shown(late) });
    await remove(good);
    await sandbox.advanceClock('2024-03-01T01:00:00Z');
    expect(await paidBy()).toEqual([late, good]);
  });

  it('is not paid by the method of the previous plan', async () => {
    await subscribe(by(late));
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: 'Big',
        code: 'big',
        interval: 'monthly',
        amount_cents: 6200,
        amount_currency: 'EUR',
        pay_in_advance: true,
      },
    });
    expect(await subscribe({ plan_code: 'big' })).toMatchObject({ subscription: shown(null) });
  });

  it('bills subscriptions together that end up with the same method', async () => {
    const methods = { s1: by(good), s2: byDefault, s3: by(foreign), s4: by(refused), s5: byHand };
    for (const [external_id, method] of Object.entries(methods))
      await subscribe({ external_id, plan_code: 'arrears', ...method });
    await sandbox.advanceClock('2024-02-01T01:00:00Z');
    const read = async ({ svc_id }: { svc_id: string }) =>
      (
        await sandbox.ok<{ invoice: { subscriptions: { external_id: string }[]; payment_status: string } }>(
          'GET',
          `/invoices/${svc_id}`,
        )
      ).invoice;
    const loaded = await Promise.all((await invoices()).map(read));
    const billed = loaded.map(({ subscriptions, payment_status }) => [
      subscriptions.map(({ external_id }) => external_id).sort(),
      payment_status,
    ]);
    expect(billed.sort()).toEqual([
      [['s1', 's2', 's3'], 'succeeded'],
      [['s4'], 'failed'],
      [['s5'], 'pending'],
    ]);
  });
});

describe('a one-off invoice', () => {
  it('is paid by the method that its request names, unless a retry names another', async () => {
    const id = await sell(by(refused));
    expect(await paidBy()).toEqual([refused]);
    await retry(id);
    expect(await paidBy()).toEqual([refused, refused]);
    await retry(id, byHand);
    expect(await paidBy()).toEqual([refused, refused]);
    await retry(id, byDefault);
    expect(await paidBy()).toEqual([refused, refused, good]);
  });

  it('is paid manually when its request states so, unless a retry names a method', async () => {
    const id = await sell(byHand);
    expect((await retry(id)).status).toBe(200);
    expect(await paidBy()).toEqual([]);
    await retry(id, by(late));
    expect(await paidBy()).toEqual([late]);
  });
});

describe('prepaid credits', () => {
  it('are paid by the method of their transaction, else of their wallet', async () => {
    const wallet = await newWallet({ paid_credits: '10', ...by(late) });
    expect(wallet).toMatchObject(shown(late));
    expect(await paidBy()).toEqual([late]);
    expect(await buy(wallet.svc_id)).toMatchObject(shown(null));
    expect(await buy(wallet.svc_id, by(refused))).toMatchObject(shown(refused));
    expect(await buy(wallet.svc_id, byDefault)).toMatchObject(shown(null));
    expect(await buy(wallet.svc_id, byHand)).toMatchObject(shown(null, 'manual'));
    expect(await paidBy()).toEqual([late, late, refused, good]);
    await sandbox.ok('PUT', `/wallets/${wallet.svc_id}`, { wallet: by(good) });
    expect(await sandbox.ok('GET', `/wallets/${wallet.svc_id}`)).toMatchObject({ wallet: shown(good) });
    await buy(wallet.svc_id);
    expect((await paidBy()).slice(4)).toEqual([good]);
  });

  it('are paid by the method of their rule, else of their wallet', async () => {
    const rule = { trigger: 'interval', interval: 'weekly', paid_credits: '10' };
    const wallet = await newWallet({ ...byHand, recurring_transaction_rules: [{ ...rule, ...by(late) }] });
    const [made] = wallet.recurring_transaction_rules as { svc_id: string }[];
    expect(made).toMatchObject(shown(late));
    await sandbox.advanceClock('2024-01-17T01:00:00Z');
    expect(await paidBy()).toEqual([late]);
    const change = async (method: object) => {
      const requestedRules = [{ ...rule, svc_id: made?.svc_id, ...method }];
      const { wallet: changed } = await sandbox.ok<{ wallet: typeof wallet }>('PUT', `/wallets/${wallet.svc_id}`, {
        wallet: { recurring_transaction_rules: requestedRules },
      });
      return changed.recurring_transaction_rules[0];
    };
    expect(await change({})).toMatchObject(shown(late));
    expect(await change(byDefault)).toMatchObject(shown(null));
    await sandbox.advanceClock('2024-01-24T01:00:00Z');
    expect(await paidBy()).toEqual([late]);
    expect(await change(byHand)).toMatchObject(shown(null, 'manual'));
    await sandbox.ok('PUT', `/wallets/${wallet.svc_id}`, { wallet: by(good) });
    await sandbox.advanceClock('2024-01-31T01:00:00Z');
    expect(await paidBy()).toEqual([late]);
    await change(byDefault);
    await sandbox.advanceClock('2024-02-07T01:00:00Z');
    expect(await paidBy()).toEqual([late, good]);
  });
});

describe('a payment request', () => {
  const requestPayment = async (id: string, more: object) => {
    const answer = await sandbox.call('POST', '/payment_requests', {
      payment_request: { external_customer_id: 'c', svc_invoice_ids: [id], ...more },
    });
    await sandbox.awaitIdle();
    return answer;
  };

  it('is paid by the method that it names, by none, or by the default one', async () => {
    const ids = [await sell({ skip_psp: true }), await sell({ skip_psp: true }), await sell({ skip_psp: true })];
    await sandbox.advanceClock('2024-01-12T00:00:00Z');
    expect((await requestPayment(ids[0] as string, by(foreign))).body).toMatchObject({ error_details: invalid });
    expect((await requestPayment(ids[0] as string, by(late))).status).toBe(200);
    expect(await paidBy()).toEqual([late]);
    expect((await requestPayment(ids[1] as string, byHand)).status).toBe(200);
    expect(await paidBy()).toEqual([late]);
    expect((await requestPayment(ids[2] as string, {})).status).toBe(200);
    expect(await paidBy()).toEqual([late, good]);
  });
});

describe('a start that is to wait for its payment', () => {
  const wait = async (more: object) =>
    (
      await sandbox.call('POST', '/subscriptions', {
        subscription: {
          external_customer_id: 'c',
          plan_code: 'advance',
          external_id: 'w',
          activation_rules: [{ type: 'payment' }],
          ...more,
        },
      })
    ).body;
  const refusal = (code: string) => ({ error_details: { customer: [code] } });

  it('needs a customer that a provider can charge', async () => {
    expect(await wait(by(unknown))).toMatchObject(refusal('payment_method_not_found'));
    expect(await wait(byHand)).toMatchObject(refusal('manual_payment_method_invalid_for_payment_activation_rules'));
    for (const [index, chargeable] of [{}, byDefault, by(late)].entries())
      expect(await wait({ ...chargeable, external_id: `w${index}` })).toMatchObject({
        subscription: { status: 'incomplete', activation_rules: [{ type: 'payment', status: 'pending' }] },
      });
    await sandbox.awaitIdle();
    await remove(good);
    for (const method of [{}, byDefault])
      expect(await wait(method)).toMatchObject(refusal('no_default_payment_method'));
    await sandbox.ok('DELETE', '/payment_providers/test');
    expect(await wait({})).toMatchObject(refusal('no_linked_payment_provider'));
    expect(await wait(byDefault)).toMatchObject(refusal('no_default_payment_method'));
  });
});

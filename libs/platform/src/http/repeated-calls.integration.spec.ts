import { describe, expect, it } from '@jest/globals';
import { allRoutes, type Route } from '@tollgate/contracts';
import { call, databaseUrl, Sandbox, type Answer } from '@tollgate/testing';
import pg from 'pg';

type Json = Record<string, unknown>;

/** How to make a call that takes a key, in an organization with what it needs. */
interface Keyed {
  path: string;
  body: Json;
  /** Changes of the body with which the call is refused. */
  refused: Json;
  /** The list that shows what the call creates. */
  list: string;
  /** The token of a calling customer, in place of the key. */
  token?: string;
}

const nowhere = '00000000-0000-4000-8000-000000000000';
/** Payment requests need an invoice that is overdue. */
const overdue = '2024-01-20T00:00:00Z';

async function organization(): Promise<Sandbox> {
  const own = await Sandbox.create('2024-01-10T00:00:00Z');
  await own.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await own.ok('POST', '/add_ons', { add_on: { name: 'A', code: 'a', amount_cents: 1000, amount_currency: 'EUR' } });
  return own;
}

const sale = { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'a' }] };
const sold = async (own: Sandbox) =>
  (await own.ok<{ invoice: { svc_id: string; fees: { svc_id: string }[] } }>('POST', '/invoices', { invoice: sale }))
    .invoice;
const wallet = { external_customer_id: 'c', rate_amount: '1', currency: 'EUR' };
const walletOf = async (own: Sandbox) =>
  (await own.ok<{ wallet: { svc_id: string } }>('POST', '/wallets', { wallet })).wallet.svc_id;
const portalToken = async (own: Sandbox): Promise<string> => {
  const { customer } = await own.ok<{ customer: { portal_url: string } }>('GET', '/customers/c/portal_url');
  return customer.portal_url.split('/').at(-1) ?? '';
};

const calls: Record<string, (own: Sandbox) => Promise<Keyed>> = {
  'POST /invoices': async () => ({
    path: '/invoices',
    body: sale,
    refused: { fees: [{ add_on_code: 'unknown' }] },
    list: '/invoices',
  }),
  'POST /credit_notes': async (own) => {
    const { svc_id: id, fees } = await sold(own);
    const items = [{ fee_id: fees[0]?.svc_id, amount_cents: 300 }];
    return {
      path: '/credit_notes',
      body: { invoice_id: id, items, offset_amount_cents: 300 },
      refused: { invoice_id: nowhere },
      list: '/credit_notes',
    };
  },
  'POST /wallets': async () => ({
    path: '/wallets',
    body: { ...wallet, granted_credits: '10', paid_credits: '5' },
    refused: { external_customer_id: 'nobody' },
    list: '/wallets',
  }),
  'POST /customers/:external_customer_id/wallets': async () => ({
    path: '/customers/c/wallets',
    body: { ...wallet, granted_credits: '10' },
    refused: { currency: 'XXL' },
    list: '/customers/c/wallets',
  }),
  'POST /wallet_transactions': async (own) => {
    const id = await walletOf(own);
    return {
      path: '/wallet_transactions',
      body: { wallet_id: id, granted_credits: '3' },
      refused: { wallet_id: nowhere },
      list: `/wallets/${id}/wallet_transactions`,
    };
  },
  'POST /portal/wallets/:svc_id/top_up': async (own) => {
    const id = await walletOf(own);
    return {
      path: `/portal/wallets/${id}/top_up`,
      body: { paid_credits: '7' },
      refused: { paid_credits: '0' },
      list: `/wallets/${id}/wallet_transactions`,
      token: await portalToken(own),
    };
  },
  'POST /portal/payments': async (own) => {
    await own.ok('POST', '/payment_providers', { payment_provider: { provider: 'sandbox', code: 's', name: 'S' } });
    await own.ok('PUT', '/customers/c/payment_provider', {
      payment_provider: { payment_provider_code: 's', provider_method_id: 'pm_late' },
    });
    const invoice = { ...sale, skip_psp: true };
    const { invoice: due } = await own.ok<{ invoice: { svc_id: string } }>('POST', '/invoices', { invoice });
    type Listed = { payment_methods: { svc_id: string }[] };
    const { payment_methods: methods } = await own.ok<Listed>('GET', '/customers/c/payment_methods');
    return {
      path: '/portal/payments',
      body: { svc_invoice_ids: [due.svc_id], svc_payment_method_id: methods[0]?.svc_id },
      refused: { svc_invoice_ids: [nowhere] },
      list: '/payments',
      token: await portalToken(own),
    };
  },
  'POST /payment_requests': async (own) => {
    const { svc_id: id } = await sold(own);
    await own.advanceClock(overdue);
    return {
      path: '/payment_requests',
      body: { external_customer_id: 'c', svc_invoice_ids: [id] },
      refused: { external_customer_id: 'nobody' },
      list: '/payment_requests',
    };
  },
  'POST /payments': async (own) => {
    const { svc_id: id } = await sold(own);
    return {
      path: '/payments',
      body: { invoice_id: id, amount_cents: 100, reference: 'r' },
      refused: { amount_cents: 5000 },
      list: '/payments',
    };
  },
  'POST /applied_coupons': async (own) => {
    const coupon = { coupon_type: 'fixed_amount', amount_cents: 100, amount_currency: 'EUR', frequency: 'forever' };
    await own.ok('POST', '/coupons', {
      coupon: { name: 'C', code: 'k', expiration: 'no_expiration', reusable: true, ...coupon },
    });
    return {
      path: '/applied_coupons',
      body: { external_customer_id: 'c', coupon_code: 'k' },
      refused: { coupon_code: 'unknown' },
      list: '/applied_coupons',
    };
  },
  'POST /bulk_acts': async (own) => {
    const { svc_id: id } = await sold(own);
    return {
      path: '/bulk_acts',
      body: { act: 'invoices.add_metadata', ids: [id], arguments: { metadata: [{ key: 'k', value: 'v' }] } },
      refused: { act: 'nothing' },
      list: '/bulk_acts',
    };
  },
  'POST /plans/:code/impact': async (own) => {
    const plan = { name: 'P', code: 'p', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR' };
    await own.ok('POST', '/plans', { plan: { ...plan, pay_in_advance: false } });
    return {
      path: '/plans/p/impact',
      body: { plan: { ...plan, amount_cents: 1, pay_in_advance: false } },
      refused: { plan: { ...plan, amount_currency: 'USD', pay_in_advance: false } },
      list: '/price_tests',
    };
  },
  'POST /plans/:code/migrations': async (own) => {
    const plan = { name: 'P', code: 'p', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR' };
    await own.ok('POST', '/plans', { plan: { ...plan, pay_in_advance: false } });
    return {
      path: '/plans/p/migrations',
      body: { applies_to: 'new', plan: { amount_cents: 1 } },
      refused: { version: 1 },
      list: '/plan_migrations',
    };
  },
  'POST /webhook_replays': async () => ({
    path: '/webhook_replays',
    body: { failed_since: '2024-01-01T00:00:00Z' },
    refused: { svc_webhook_endpoint_id: nowhere },
    list: '/webhook_replays',
  }),
  'POST /api_keys': async () => ({
    path: '/api_keys',
    body: { name: 'one' },
    refused: { permissions: { nothing: ['read'] } },
    list: '/api_keys',
  }),
  'POST /api_keys/:svc_id/rotate': async (own) => {
    const { api_key: key } = await own.ok<{ api_key: { svc_id: string } }>('POST', '/api_keys', {
      api_key: { name: 'old' },
    });
    return {
      path: `/api_keys/${key.svc_id}/rotate`,
      body: { name: 'new' },
      refused: { expires_at: 'someday' },
      list: '/api_keys',
    };
  },
  'POST /invites': async () => ({
    path: '/invites',
    body: { email: 'zoe@example.com', roles: ['finance'] },
    refused: { roles: ['unknown'] },
    list: '/invites',
  }),
};

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const taking = allRoutes.filter(({ repetition }) => repetition !== undefined);
const refusal = {
  status: 422,
  body: { code: 'validation_errors', error_details: { idempotency_key: ['value_already_exist'] } },
};

/** An organization in which a call can be made under a key. */
async function staged(route: Route) {
  const own = await organization();
  const keyed = await calls[nameOf(route)]?.(own);
  if (!keyed) throw new Error(`${nameOf(route)} takes a key: say here how to make it`);
  const send = (key: string, changes: Json = {}): Promise<Answer> =>
    call(
      'POST',
      `/api/v1${keyed.path}`,
      `Bearer ${keyed.token ?? own.apiKey}`,
      { [route.wrapper ?? '']: { ...keyed.body, ...changes } },
      { 'idempotency-key': key },
    );
  const count = async (): Promise<number> =>
    (await own.ok<{ meta: { total_count: number } }>('GET', keyed.list)).meta.total_count;
  return { own, keyed, send, count };
}

describe.each(taking.map((route): [string, Route] => [nameOf(route), route]))('%s under a key', (_, route) => {
  const isAnswered = route.repetition === 'answered';

  it('creates once, also for concurrent calls, and for the same body alone', async () => {
    const { send, count } = await staged(route);
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 4 }, () => send('k')));
    answers.push(await send('k'));
    const made = answers.filter(({ status }) => status === 200);
    expect([made.length, await count()]).toEqual([isAnswered ? 5 : 1, before + 1]);
    for (const answer of answers)
      expect(answer).toEqual(answer.status === 200 ? made[0] : expect.objectContaining({ status: 422 }));
    if (!isAnswered) expect(answers.at(-1)).toMatchObject(refusal);
    expect(await send('k', { unknown_field: 1 })).toMatchObject(refusal);
    expect(await count()).toBe(before + 1);
  });

  it('may be corrected after a refusal, and is another one in another organization', async () => {
    const [here, there] = await Promise.all([staged(route), staged(route)]);
    expect((await here.send('k', here.keyed.refused)).status).toBeGreaterThanOrEqual(400);
    const [mine, theirs] = [await here.send('k'), await there.send('k')];
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(theirs.body).not.toEqual(mine.body);
    expect(await here.send('k'.repeat(256))).toMatchObject({ status: 400 });
  });
});

it('a repeated refund of sold credits takes them off their wallet once', async () => {
  const own = await organization();
  const id = await walletOf(own);
  await own.ok('POST', '/wallet_transactions', { wallet_transaction: { wallet_id: id, paid_credits: '15' } });
  await own.awaitIdle();
  type Listed = { invoices: { svc_id: string }[] };
  const [purchase] = (await own.ok<Listed>('GET', '/invoices?invoice_type=credit')).invoices;
  const { invoice } = await own.ok<{ invoice: { fees: { svc_id: string }[] } }>('GET', `/invoices/${purchase?.svc_id}`);
  await own.ok('POST', '/payments', { payment: { invoice_id: purchase?.svc_id, amount_cents: 1500, reference: 'r' } });
  await own.awaitIdle();
  const items = [{ fee_id: invoice.fees[0]?.svc_id, amount_cents: 500 }];
  const credit_note = { invoice_id: purchase?.svc_id, items, refund_amount_cents: 500 };
  const refund = () => own.call('POST', '/credit_notes', { credit_note }, { 'idempotency-key': 'k' });
  const answers = await Promise.all([refund(), refund(), refund()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await refund()).toEqual(answers[0]);
  expect(await own.ok('GET', `/wallets/${id}`)).toMatchObject({ wallet: { balance_cents: 1000 } });
});

it('what shows a secret stores none of it', async () => {
  const client = new pg.Client(databaseUrl());
  await client.connect();
  try {
    for (const route of taking.filter(({ repetition }) => repetition === 'refused')) {
      const { own, send } = await staged(route);
      const { status, body } = await send('k');
      const shown = body[route.wrapper ?? ''] as { value?: string; token?: string };
      const { rows } = await client.query<{ text: string }>(
        'select answer::text as text from identity.command_answers where organization_id = $1',
        [own.organizationId],
      );
      expect([status, rows.length]).toEqual([200, 1]);
      expect(rows[0]?.text).not.toContain(shown.value ?? shown.token ?? '');
    }
  } finally {
    await client.end();
  }
});

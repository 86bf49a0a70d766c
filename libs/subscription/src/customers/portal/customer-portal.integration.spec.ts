import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes } from '@tollgate/contracts';
import {
  aCustomer,
  aMetric,
  aPlan,
  aSubscription,
  baseUrl,
  call,
  databaseUrl,
  PortalVisitor,
  Sandbox,
  sendEvent,
  WebhookInbox,
} from '@tollgate/testing';
import pg from 'pg';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface Shown {
  svc_id: string;
}

const unauthorized = { status: 401, body: { status: 401, error: 'Unauthorized' } };
const portalCalls = allRoutes.filter(({ access }) => access === 'portal');

async function sellTo(sandbox: Sandbox, externalId: string): Promise<string> {
  const { invoice } = await sandbox.ok<{ invoice: Shown }>('POST', '/invoices', {
    invoice: { external_customer_id: externalId, currency: 'EUR', fees: [{ add_on_code: 'setup' }] },
  });
  return invoice.svc_id;
}

async function newOrganization(): Promise<Sandbox> {
  const sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
  await aCustomer('mine').with({ currency: 'EUR', name: 'Mine', email: 'mine@example.com' }).createIn(sandbox);
  await aCustomer('theirs').with({ currency: 'EUR', name: 'Theirs' }).createIn(sandbox);
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
  return sandbox;
}

const walletOf = async (sandbox: Sandbox, externalId: string, more: Record<string, unknown> = {}): Promise<string> =>
  (
    await sandbox.ok<{ wallet: Shown }>('POST', '/wallets', {
      wallet: { external_customer_id: externalId, currency: 'EUR', rate_amount: '1', ...more },
    })
  ).wallet.svc_id;

let sandbox: Sandbox;
let other: Sandbox;
let me: PortalVisitor;
beforeAll(async () => {
  sandbox = await newOrganization();
  other = await newOrganization();
  me = await PortalVisitor.of(sandbox, 'mine');
});

describe('who may call the portal (customers, section 3)', () => {
  it.each(portalCalls.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s takes the token of a customer alone',
    async (_, { method, path }) => {
      const address = `/api/v1${path.replace(':svc_id', '00000000-0000-4000-8000-000000000000')}`;
      const body = method === 'GET' ? undefined : { customer: { name: 'x' } };
      const [head, claims, signature] = me.token.split('.');
      for (const credential of [
        undefined,
        `Bearer ${sandbox.apiKey}`,
        'Bearer tgs_unknown',
        'Bearer a.b.c',
        `Bearer ${head}.${claims}.${signature?.slice(1)}A`,
        `Bearer ${head}.${claims}`,
        `Bearer ${'x'.repeat(5_000)}`,
        `Basic ${me.token}`,
      ])
        expect([credential, await call(method as Method, address, credential, body)]).toEqual([
          credential,
          unauthorized,
        ]);
    },
  );

  it('makes no other call with the token', async () => {
    for (const path of ['/customers', '/customers/mine', '/invoices', '/wallets', '/organizations', '/users/me'])
      expect([path, (await call('GET', `/api/v1${path}`, `Bearer ${me.token}`)).status]).toEqual([path, 401]);
  });

  it('refuses a token of 1 MB before it is looked at', async () => {
    const sent = call('GET', '/api/v1/portal/customer', `Bearer ${'x'.repeat(1_000_000)}`).catch(() => null);
    expect([null, 431]).toContain((await sent)?.status ?? null);
  });

  it('ends twelve hours later by the clock of the organization, and with the customer', async () => {
    const own = await newOrganization();
    const visitor = await PortalVisitor.of(own, 'mine');
    const { access } = await visitor.ok<{ access: object }>('GET', '/customer');
    expect(access).toEqual({
      organization_name: 'Integration test',
      sandbox: true,
      expires_at: '2024-01-10T12:00:00Z',
      return_url: null,
      flow: null,
      sections: ['invoices', 'subscriptions', 'wallets', 'payment_methods', 'profile'],
      locale: null,
      person: null,
      may_change: true,
      manages_people: false,
    });
    await own.advanceClock('2024-01-10T11:59:59Z');
    expect((await visitor.call('GET', '/invoices')).status).toBe(200);
    await own.advanceClock('2024-01-10T12:00:00Z');
    for (const path of ['/customer', '/invoices', '/wallets', '/subscriptions', '/overdue_balance'])
      expect([path, await visitor.call('GET', path)]).toEqual([path, unauthorized]);

    const later = await PortalVisitor.of(own, 'mine');
    expect((await later.call('GET', '/customer')).status).toBe(200);
    await own.ok('DELETE', '/customers/mine');
    expect(await later.call('GET', '/customer')).toEqual(unauthorized);
    expect(await later.call('PUT', '/customer', { customer: { name: 'x' } })).toEqual(unauthorized);
    await aCustomer('mine').createIn(own);
    expect(await later.call('GET', '/wallets')).toEqual(unauthorized);
  });
});

describe('what a customer sees', () => {
  it('itself and its issuer, without what the organization notes', async () => {
    const { customer, issuer } = await me.ok<{ customer: object; issuer: object }>('GET', '/customer');
    expect(customer).toMatchObject({ external_id: 'mine', name: 'Mine', currency: 'EUR', document_locale: null });
    expect(Object.keys(customer)).not.toContain('metadata');
    expect(issuer).toMatchObject({ default_currency: 'EUR', document_locale: 'en', logo_url: null });
  });

  it('its issued invoices alone, with their files', async () => {
    const mine = await sellTo(sandbox, 'mine');
    const theirs = await sellTo(sandbox, 'theirs');
    const foreign = await sellTo(other, 'mine');
    const { invoices, meta } = await me.ok<{ invoices: Shown[]; meta: object }>('GET', '/invoices');
    expect(invoices.map(({ svc_id }) => svc_id)).toEqual([mine]);
    expect(meta).toMatchObject({ total_count: 1 });
    expect(Object.keys(invoices[0] ?? {})).not.toContain('customer');
    const { invoice } = await me.ok<{ invoice: { fees: object[] } }>('GET', `/invoices/${mine}`);
    expect(invoice.fees).toMatchObject([{ item: { code: 'setup' }, amount_cents: 1000 }]);
    const { invoice: filed } = await me.ok<{ invoice: { file_url: string } }>('POST', `/invoices/${mine}/download`);
    const { pathname, search } = new URL(filed.file_url);
    expect((await fetch(`${baseUrl}${pathname}${search}`)).headers.get('content-type')).toBe('application/pdf');

    const unknown = { status: 404, body: { status: 404, error: 'Not Found', code: 'invoice_not_found' } };
    for (const id of [theirs, foreign, 'x', '00000000-0000-4000-8000-000000000000']) {
      expect(await me.call('GET', `/invoices/${id}`)).toEqual(unknown);
      expect(await me.call('POST', `/invoices/${id}/download`)).toEqual(unknown);
    }
    for (const query of [`ids[]=${theirs}`, 'external_customer_id=theirs', 'search_term=theirs', 'status=draft'])
      expect([query, (await me.call('GET', `/invoices?${query}`)).body]).not.toEqual([
        query,
        expect.objectContaining({ invoices: expect.arrayContaining([expect.objectContaining({ svc_id: theirs })]) }),
      ]);

    await sandbox.ok('POST', `/invoices/${mine}/void`);
    const voided = await me.ok<{ invoices: object[] }>('GET', '/invoices?status=voided');
    expect(voided.invoices).toMatchObject([{ svc_id: mine, status: 'voided' }]);
    expect((await me.call('POST', `/invoices/${mine}/download`)).status).toBe(404);
  });

  it('no drafts', async () => {
    const own = await newOrganization();
    await aPlan().monthly(1000).createIn(own);
    await own.ok('POST', '/customers', {
      customer: { external_id: 'mine', billing_configuration: { invoice_grace_period: 3 } },
    });
    await aSubscription('s1', 'mine').createIn(own);
    await own.advanceClock('2024-02-01T01:00:00Z');
    const { invoices: drafts } = await own.ok<{ invoices: Shown[] }>('GET', '/customers/mine/invoices');
    expect(drafts).toMatchObject([{ status: 'draft' }]);
    const visitor = await PortalVisitor.of(own, 'mine');
    expect(await visitor.ok('GET', '/invoices')).toMatchObject({ invoices: [], meta: { total_count: 0 } });
    expect((await visitor.call('GET', `/invoices/${drafts[0]?.svc_id}`)).status).toBe(404);
  });

  it('what it owes, and what of it is overdue', async () => {
    const own = await newOrganization();
    await sellTo(own, 'mine');
    await sellTo(own, 'theirs');
    await own.advanceClock('2024-01-20T00:00:00Z');
    await sellTo(own, 'mine');
    const visitor = await PortalVisitor.of(own, 'mine');
    const { overdue_balance: balance } = await visitor.ok<{ overdue_balance: object }>('GET', '/overdue_balance');
    expect(balance).toEqual({
      open: [{ currency: 'EUR', amount_cents: 2000, invoices_count: 2 }],
      overdue: [{ currency: 'EUR', amount_cents: 1000, invoices_count: 1 }],
    });
  });

  it('its subscriptions and their usage without taxes', async () => {
    const metric = await aMetric('m').createIn(sandbox);
    await aPlan().charge(metric, '2').createIn(sandbox);
    await aSubscription('s1', 'mine').createIn(sandbox);
    await aSubscription('s2', 'theirs').createIn(sandbox);
    await sendEvent(sandbox, { id: 'e1', at: '2024-01-10T00:00:01Z', subscription: 's1' });
    const { subscriptions } = await me.ok<{ subscriptions: object[] }>('GET', '/subscriptions');
    expect(subscriptions).toMatchObject([{ external_id: 's1', status: 'active', plan: { code: 'p', name: 'p' } }]);
    expect(await me.ok('GET', '/subscriptions?plan_code=other')).toMatchObject({ subscriptions: [] });
    const { usage } = await me.ok<{ usage: object }>('GET', '/usage?external_subscription_id=s1');
    expect(usage).toMatchObject({ amount_cents: 200, currency: 'EUR', charges_usage: [{ units: '1.0' }] });
    expect(Object.keys(usage)).not.toContain('taxes_amount_cents');
    expect((await me.call('GET', '/usage?external_subscription_id=s2')).status).toBe(404);
    expect(await me.call('GET', '/usage')).toMatchObject({
      status: 422,
      body: { error_details: { external_subscription_id: ['value_is_mandatory'] } },
    });
  });

  it('its active wallets in the order of use', async () => {
    const second = await walletOf(sandbox, 'mine', { name: 'Second', priority: 2 });
    const first = await walletOf(sandbox, 'mine', { name: 'First', priority: 1 });
    const ended = await walletOf(sandbox, 'mine', { name: 'Ended' });
    await walletOf(sandbox, 'theirs');
    await sandbox.ok('DELETE', `/wallets/${ended}`);
    const { wallets } = await me.ok<{ wallets: Shown[] }>('GET', '/wallets');
    expect(wallets.map(({ svc_id }) => svc_id)).toEqual([first, second]);
    const { wallets: past } = await me.ok<{ wallets: Shown[] }>('GET', '/wallets?status=terminated');
    expect(past.map(({ svc_id }) => svc_id)).toEqual([ended]);
  });
});

describe('what a customer does', () => {
  const inbox = WebhookInbox.open();
  afterAll(async () => (await inbox).close());

  it('changes its own data, without a webhook', async () => {
    const own = await newOrganization();
    await (await inbox).register(own, '/changes');
    const visitor = await PortalVisitor.of(own, 'mine');
    const { customer } = await visitor.ok<{ customer: object }>('PUT', '/customer', {
      customer: {
        name: 'New name',
        country: 'fr',
        city: ' ',
        document_locale: 'fr',
        shipping_address: { city: 'Lyon' },
        external_id: 'theirs',
        currency: 'USD',
        net_payment_term: 90,
      },
    });
    const changed = { name: 'New name', country: 'FR', city: null, currency: 'EUR', external_id: 'mine' };
    expect(customer).toMatchObject({ ...changed, document_locale: 'fr', shipping_address: { city: 'Lyon' } });
    const { customer: stored } = await own.ok<{ customer: object }>('GET', '/customers/mine');
    expect(stored).toMatchObject({ ...changed, net_payment_term: null, email: 'mine@example.com' });
    await own.awaitIdle();
    expect((await inbox).ofType('customer.updated')).toEqual([]);
    const { activity_logs: logs } = await own.ok<{ activity_logs: object[] }>(
      'GET',
      '/activity_logs?activity_types[]=customer.updated',
    );
    expect(logs).toMatchObject([
      { activity_source: 'front', user_email: null, activity_object_changes: { name: ['Mine', 'New name'] } },
    ]);
  });

  it.each([
    ['no e-mail address', { email: 'nobody' }, { email: ['invalid_email_format'] }],
    ['no country', { country: 'XX' }, { country: ['not_a_valid_country_code'] }],
    ['no language', { document_locale: 'xx' }, { document_locale: ['not_a_valid_language_code'] }],
    ['no type', { customer_type: 'robot' }, { customer_type: ['value_is_invalid'] }],
    [
      'no country to ship to',
      { shipping_address: { country: 'XX' } },
      { shipping_country: ['not_a_valid_country_code'] },
    ],
    ['a long name', { name: 'x'.repeat(256) }, { name: ['value_is_too_long'] }],
  ])('is refused %s', async (_, customer, details) =>
    expect(await me.call('PUT', '/customer', { customer })).toMatchObject({
      status: 422,
      body: { code: 'validation_errors', error_details: details },
    }),
  );

  it('needs a field that it may change', async () => {
    for (const body of [{}, { customer: {} }, { customer: { currency: 'USD' } }])
      expect((await me.call('PUT', '/customer', body)).status).toBe(400);
  });

  it('makes several changes at once, and none is lost', async () => {
    const edits = [{ firstname: 'Ada' }, { lastname: 'Martin' }, { legal_name: 'Mine SA' }];
    await Promise.all(edits.map((customer) => me.ok('PUT', '/customer', { customer })));
    const { customer } = await me.ok<{ customer: object }>('GET', '/customer');
    expect(customer).toMatchObject(Object.assign({}, ...edits) as object);
  });

  it('gets the tax of the country where it moves', async () => {
    const own = await newOrganization();
    await own.ok('PUT', '/billing_entities/integration_test', { billing_entity: { eu_tax_management: true } });
    const visitor = await PortalVisitor.of(own, 'mine');
    const taxes = async () =>
      (await own.ok<{ customer: { taxes: { code: string }[] } }>('GET', '/customers/mine')).customer.taxes.map(
        ({ code }) => code,
      );
    await visitor.ok('PUT', '/customer', { customer: { name: 'No move' } });
    expect(await taxes()).toEqual([]);
    await visitor.ok('PUT', '/customer', { customer: { country: 'FR' } });
    expect(await taxes()).toEqual(['svc_eu_fr_standard']);
  });

  it('sees whether its tax number is one of the EU, where its issuer manages these taxes', async () => {
    const own = await newOrganization();
    const visitor = await PortalVisitor.of(own, 'mine');
    const checkOf = async (customer: object) =>
      (await visitor.ok<{ customer: { tax_number_check: string | null } }>('PUT', '/customer', { customer })).customer
        .tax_number_check;
    expect(await checkOf({ country: 'DE', tax_identification_number: 'DE12' })).toBeNull();
    await own.ok('PUT', '/billing_entities/integration_test', { billing_entity: { eu_tax_management: true } });
    expect(await checkOf({ name: 'Acme' })).toBe('malformed');
    expect(await checkOf({ country: 'US' })).toBeNull();
    expect(await checkOf({ country: 'DE', tax_identification_number: null })).toBeNull();
    expect(await checkOf({ tax_identification_number: 'DE 123456789' })).toBe('pending');
    const client = new pg.Client(databaseUrl());
    await client.connect();
    try {
      const { organizationId } = own;
      for (const valid of [true, false]) {
        await client.query('delete from subscription.vat_checks where organization_id = $1', [organizationId]);
        await client.query(
          `insert into subscription.vat_answers values ($1, 'DE123456789', $2, now())
           on conflict (organization_id, vat_number) do update set answer = $2`,
          [organizationId, { valid }],
        );
        const { customer } = await visitor.ok<{ customer: object }>('GET', '/customer');
        expect(customer).toMatchObject({ tax_number_check: valid ? 'valid' : 'invalid' });
      }
    } finally {
      await client.end();
    }
  });

  it('buys credits for its own wallet within the limits, once for each key', async () => {
    const own = await newOrganization();
    const wallet = await walletOf(own, 'mine', {
      paid_top_up_min_amount_cents: 500,
      paid_top_up_max_amount_cents: 2000,
    });
    const theirs = await walletOf(own, 'theirs');
    const visitor = await PortalVisitor.of(own, 'mine');
    const topUp = (id: string, paid_credits: unknown, more = {}) =>
      visitor.call('POST', `/wallets/${id}/top_up`, { wallet_transaction: { paid_credits, ...more } });
    expect(await topUp(wallet, '10', { granted_credits: '1000', ignore_paid_top_up_limits: true })).toMatchObject({
      status: 200,
      body: { wallet_transactions: [{ credit_amount: '10.0', status: 'pending', transaction_status: 'purchased' }] },
    });
    for (const [credits, code] of [
      ['1', 'amount_below_minimum'],
      ['21', 'amount_above_maximum'],
      ['0', 'invalid_paid_credits'],
      ['-1', 'invalid_paid_credits'],
      ['x', 'invalid_paid_credits'],
    ])
      expect([credits, await topUp(wallet, credits)]).toMatchObject([
        credits,
        { status: 422, body: { error_details: { paid_credits: expect.arrayContaining([code]) } } },
      ]);
    for (const id of [theirs, 'x'])
      expect(await topUp(id, '10')).toEqual({
        status: 404,
        body: { status: 404, error: 'Not Found', code: 'wallet_not_found' },
      });

    const sent = () =>
      fetch(`${baseUrl}/api/v1/portal/wallets/${wallet}/top_up`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${visitor.token}`,
          'content-type': 'application/json',
          'idempotency-key': 'once',
        },
        body: JSON.stringify({ wallet_transaction: { paid_credits: '7' } }),
      }).then((answer) => answer.json());
    const [one, again] = await Promise.all([sent(), sent()]);
    expect(again).toEqual(one);
    const { wallet_transactions: all } = await own.ok<{ wallet_transactions: object[] }>(
      'GET',
      `/wallets/${wallet}/wallet_transactions`,
    );
    expect(all).toHaveLength(2);
  });
});

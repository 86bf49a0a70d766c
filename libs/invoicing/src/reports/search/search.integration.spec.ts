import { beforeAll, describe, expect, it } from '@jest/globals';
import { aCustomer, aMetric, aPlan, aSubscription, call, Sandbox, waitFor } from '@tollgate/testing';

interface Result {
  type: string;
  svc_id: string;
  code: string;
  name: string | null;
  external_customer_id: string | null;
  exact: boolean;
}

let sandbox: Sandbox;
let other: Sandbox;
let invoice: { svc_id: string; number: string };
beforeAll(async () => {
  [sandbox, other] = await Promise.all([Sandbox.create('2026-01-01T00:00:00Z'), Sandbox.create()]);
  await aCustomer('globex').with({ name: 'Globex of others' }).createIn(other);
  await aMetric('globex_calls').createIn(sandbox);
  await aPlan('globex-plan').monthly(1_000).with({ pay_in_advance: true }).createIn(sandbox);
  await aCustomer('globex')
    .with({ name: 'Globex Corporation', currency: 'EUR', email: 'g@globex.example' })
    .createIn(sandbox);
  await aCustomer('initech').with({ name: 'Initech 100%', currency: 'EUR' }).createIn(sandbox);
  await aSubscription('globex-main', 'globex', 'globex-plan').createIn(sandbox);
  await sandbox.ok('POST', '/wallets', {
    wallet: { external_customer_id: 'initech', name: 'Globex gift', rate_amount: '1', currency: 'EUR' },
  });
  await sandbox.ok('POST', '/events', {
    event: { transaction_id: 'globex-1', external_subscription_id: 'globex-main', code: 'globex_calls' },
  });
  await sandbox.awaitIdle();
  const { invoices } = await sandbox.ok<{ invoices: { svc_id: string; number: string }[] }>('GET', '/invoices');
  [invoice] = invoices as [typeof invoice];
  await sandbox.ok('POST', '/payments', {
    payment: { invoice_id: invoice.svc_id, amount_cents: 400, reference: 'globex transfer 7' },
  });
  await sandbox.awaitIdle();
}, 60_000);

const searched = (q: string, of = sandbox) =>
  of.ok<{ results: Result[]; complete: boolean }>('GET', `/search?q=${encodeURIComponent(q)}`);
const found = async (q: string) => (await searched(q)).results.map(({ type, code, exact }) => [type, code, exact]);

describe('a search', () => {
  it('finds objects of every kind by a part of a text, regardless of case', async () => {
    expect(await found(' GLOBEX ')).toEqual([
      ['customer', 'globex', false],
      ['subscription', 'globex-main', false],
      ['payment', 'globex transfer 7', false],
      ['wallet', expect.anything(), false],
      ['plan', 'globex-plan', false],
      ['billable_metric', 'globex_calls', false],
    ]);
  });

  it('names an object by its identifier first', async () => {
    expect((await found('globex'))[0]).toEqual(['customer', 'globex', true]);
    expect(await found(invoice.number)).toEqual([['invoice', invoice.number, true]]);
    expect(await found(invoice.svc_id)).toEqual([['invoice', invoice.number, true]]);
    expect(await found(invoice.svc_id.toUpperCase())).toEqual([['invoice', invoice.number, true]]);
    await waitFor('the event', async () => (await found('globex-1')).length === 1);
    expect(await found('globex-1')).toEqual([['event', 'globex-1', true]]);
  });

  it('takes every character literally, and finds nothing of other organizations', async () => {
    expect(await found('100%')).toEqual([['customer', 'initech', false]]);
    expect(await found('globex_c')).toEqual([['billable_metric', 'globex_calls', false]]);
    expect(await found('of others')).toEqual([]);
    expect((await searched('globex', other)).results.map(({ name }) => name)).toEqual(['Globex of others']);
    expect(await found("'; drop table x; --")).toEqual([]);
  });

  it('has five of a kind at most', async () => {
    for (const place of [1, 2, 3, 4, 5, 6]) await aCustomer(`hooli-${place}`).createIn(sandbox);
    expect(await found('hooli')).toHaveLength(5);
  });

  it('requires a text', async () => {
    for (const [query, error] of [
      ['', 'value_is_mandatory'],
      ['q=', 'value_is_mandatory'],
      ['q=%20', 'value_is_mandatory'],
      ['q[]=a', 'value_is_invalid'],
      ['q=%00', 'value_is_invalid'],
      [`q=${'a'.repeat(256)}`, 'value_is_too_long'],
    ])
      expect(await sandbox.call('GET', `/search?${query}`)).toMatchObject({
        status: 422,
        body: { error_details: { q: expect.arrayContaining([error]) } },
      });
  });

  it('finds only what the key may read', async () => {
    const { api_key } = await sandbox.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
      api_key: { name: 'few', permissions: { customer: ['read'], plan: ['read'] } },
    });
    const { body } = await call('GET', '/api/v1/search?q=globex', `Bearer ${api_key.value}`);
    expect((body as unknown as { results: Result[] }).results.map(({ type }) => type)).toEqual(['customer', 'plan']);
    const { body: summaries } = await call(
      'GET',
      '/api/v1/customer_summaries?external_ids[]=globex',
      `Bearer ${api_key.value}`,
    );
    expect(summaries).toEqual({
      customer_summaries: [
        {
          svc_id: expect.anything(),
          external_id: 'globex',
          name: 'Globex Corporation',
          subscriptions: null,
          invoices: null,
          wallets: null,
        },
      ],
    });
    const { status } = await call('GET', '/api/v1/search?q=globex', 'Bearer unknown');
    expect(status).toBe(401);
  });
});

describe('customers are summed up', () => {
  it('with their subscriptions, amounts due and wallets', async () => {
    const { customer_summaries: summaries } = await sandbox.ok<{ customer_summaries: unknown[] }>(
      'GET',
      '/customer_summaries?external_ids[]=initech&external_ids[]=nobody&external_ids[]=globex&external_ids[]=initech',
    );
    expect(summaries).toEqual([
      expect.objectContaining({
        external_id: 'initech',
        subscriptions: { active_count: 0, mrr: [] },
        invoices: { open: [], overdue: [], last: null },
        wallets: { active_count: 1, balances: [{ currency: 'EUR', amount_cents: 0, credits: '0' }] },
      }),
      expect.objectContaining({
        external_id: 'globex',
        subscriptions: { active_count: 1, mrr: [{ currency: 'EUR', amount_cents: 1_000 }] },
        invoices: {
          open: [{ currency: 'EUR', amount_cents: 600, invoices_count: 1 }],
          overdue: [],
          last: expect.objectContaining({ svc_id: invoice.svc_id, total_amount_cents: 1_000 }),
        },
        wallets: { active_count: 0, balances: [] },
      }),
    ]);
    expect(await sandbox.ok('GET', '/customer_summaries')).toEqual({ customer_summaries: [] });
  });

  it('each in an overview', async () => {
    const { customer_overview: overview } = await sandbox.ok<{ customer_overview: unknown }>(
      'GET',
      '/customers/globex/overview',
    );
    expect(overview).toMatchObject({
      external_id: 'globex',
      subscriptions_by_status: { pending: 0, active: 1, terminated: 0, canceled: 0, incomplete: 0 },
      invoices_by_status: { draft: 0, finalized: 1, voided: 0, failed: 0, pending: 0 },
      credit_notes: { by_credit_status: { available: 0, consumed: 0, voided: 0 }, available: [] },
      recent_invoices: [{ svc_id: invoice.svc_id }],
    });
    expect((await sandbox.call('GET', '/customers/nobody/overview')).status).toBe(404);
    expect(
      (await other.ok<{ customer_overview: { name: string } }>('GET', '/customers/globex/overview')).customer_overview
        .name,
    ).toBe('Globex of others');
  });

  it('as overdue when their invoices are', async () => {
    await sandbox.advanceClock('2026-01-03T01:00:00Z');
    const { customer_summaries: summaries } = await sandbox.ok<{ customer_summaries: unknown[] }>(
      'GET',
      '/customer_summaries?external_ids[]=globex',
    );
    const due = [{ currency: 'EUR', amount_cents: 600, invoices_count: 1 }];
    expect(summaries).toMatchObject([{ invoices: { open: due, overdue: due } }]);
  });
});

describe('permissions', () => {
  it('are listed with their groups and roles', async () => {
    const { permissions } = await sandbox.ok<{ permissions: { name: string }[] }>('GET', '/permissions');
    expect(permissions).toContainEqual({
      name: 'organization:integrations:view',
      group: 'organization:integrations',
      action: 'view',
      predefined_roles: ['admin', 'finance'],
    });
    expect(new Set(permissions.map(({ name }) => name)).size).toBe(permissions.length);
  });
});

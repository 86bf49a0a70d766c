import { beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes, type Route } from '@tollgate/contracts';
import { call, PortalVisitor, Sandbox, type Answer } from '@tollgate/testing';

type Json = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Bodies with which the calling customer may make a call about what belongs to it. */
const bodies: Record<string, object> = {
  'POST /portal/wallets/:svc_id/top_up': { paid_credits: '1' },
  'POST /portal/subscriptions/:external_id/preview': { end: 'now' },
  'PUT /portal/subscriptions/:external_id/plan': { plan_code: 'large' },
  'PUT /portal/subscriptions/:external_id/end': { at: 'now' },
  'POST /portal/subscriptions/:external_id/alerts': { alert_type: 'current_usage_amount', value: 5 },
  'PUT /portal/subscriptions/:external_id/alerts/:code': { value: 9 },
  'PUT /portal/people/:svc_id': { role: 'admin' },
};

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const parameterOf = /:([a-z_]+)/g;
const ofPortal = allRoutes.filter(({ access }) => access === 'portal');
const named = ofPortal
  .filter(({ path }) => path.includes('/:'))
  .map((route): [string, Route] => [nameOf(route), route]);
/** Calls of organizations, their people and operators. Event sources have their own secrets, and some calls need none. */
const foreign = allRoutes.filter(
  ({ access, dialect }) => access !== 'portal' && access !== 'anyone' && access !== 'source' && !dialect,
);
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const idsIn = (value: unknown): string[] => [...new Set(JSON.stringify(value).match(uuid) ?? [])];

let own: Sandbox;
let mine: PortalVisitor;
/** The belongings of another customer, and the identifiers in them that the caller does not share. */
let theirs: Json;
let theirIds: string[];
let codes: string[];

/** A customer with a subscription, invoices, a note, a payment, a wallet, a method, a person and an alert. */
async function furnish(id: string): Promise<PortalVisitor> {
  const customer = { external_id: id, name: `Name of ${id}`, currency: 'EUR', email: `${id}@example.com` };
  await own.ok('POST', '/customers', { customer });
  await own.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: id, external_id: `${id}-sub`, plan_code: 'small' },
  });
  const event = { transaction_id: id, external_subscription_id: `${id}-sub`, code: 'calls' };
  await own.ok('POST', '/events', { event: { ...event, timestamp: Date.UTC(2024, 0, 10) / 1000 } });
  const invoice = { external_customer_id: id, currency: 'EUR', skip_psp: true, fees: [{ add_on_code: 'setup' }] };
  type Made = { invoice: { svc_id: string; fees: { svc_id: string }[] } };
  await own.ok<Made>('POST', '/invoices', { invoice });
  const { invoice: paid } = await own.ok<Made>('POST', '/invoices', { invoice });
  await own.ok('POST', '/payments', { payment: { invoice_id: paid.svc_id, amount_cents: 1000, reference: 'r' } });
  const items = [{ fee_id: paid.fees[0]?.svc_id, amount_cents: 300 }];
  await own.ok('POST', '/credit_notes', { credit_note: { invoice_id: paid.svc_id, items, credit_amount_cents: 300 } });
  const wallet = { external_customer_id: id, rate_amount: '1', currency: 'EUR', granted_credits: '10' };
  await own.ok('POST', '/wallets', { wallet });
  await own.ok('PUT', `/customers/${id}/payment_provider`, {
    payment_provider: { payment_provider_code: 'test', provider_method_id: 'pm_late' },
  });
  const portal_person = { email: `person@${id}.example`, role: 'viewer' };
  await own.ok('POST', `/customers/${id}/portal_people`, { portal_person });
  const visitor = await PortalVisitor.of(own, id);
  const alert = { alert_type: 'current_usage_amount', value: 1000 };
  await visitor.ok('POST', `/subscriptions/${id}-sub/alerts`, { alert });
  return visitor;
}

/** All that the organization sees of a customer. */
async function belongingsOf(id: string): Promise<Json> {
  const found: Json = {};
  for (const path of [
    `/customers/${id}`,
    `/customers/${id}/portal_people`,
    `/customers/${id}/payment_methods`,
    `/subscriptions/${id}-sub`,
    `/subscriptions/${id}-sub/alerts`,
    `/invoices?external_customer_id=${id}`,
    `/fees?external_customer_id=${id}`,
    `/credit_notes?external_customer_id=${id}`,
    `/payments?external_customer_id=${id}`,
    `/payment_receipts?external_customer_id=${id}`,
    `/wallets?external_customer_id=${id}`,
    `/events?external_subscription_id=${id}-sub`,
  ])
    found[path] = await own.ok('GET', path);
  const [wallet] = (found[`/wallets?external_customer_id=${id}`] as { wallets: { svc_id: string }[] }).wallets;
  found.transactions = await own.ok('GET', `/wallets/${wallet?.svc_id}/wallet_transactions`);
  return found;
}

beforeAll(async () => {
  own = await Sandbox.create('2024-01-10T00:00:00Z');
  await own.ok('POST', '/billable_metrics', {
    billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' },
  });
  const { billable_metrics: metrics } = await own.ok<{ billable_metrics: { svc_id: string }[] }>(
    'GET',
    '/billable_metrics',
  );
  for (const [code, amount_cents] of [
    ['small', 100],
    ['large', 900],
  ])
    await own.ok('POST', '/plans', {
      plan: {
        ...{ name: code, code, interval: 'monthly', amount_cents, amount_currency: 'EUR', pay_in_advance: true },
        charges: [{ billable_metric_id: metrics[0]?.svc_id, charge_model: 'standard', properties: { amount: '0.1' } }],
      },
    });
  await own.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
  await own.ok('POST', '/payment_providers', {
    payment_provider: { provider: 'sandbox', code: 'test', name: 'Test' },
  });
  const { billing_entities: entities } = await own.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/billing_entities',
  );
  await own.ok('PUT', `/billing_entities/${entities[0]?.code}`, {
    billing_entity: {
      portal_settings: {
        people: true,
        sign_in_by_mail: true,
        offered_plan_codes: ['small', 'large'],
        subscription_ends: ['now'],
      },
    },
  });
  mine = await furnish('mine');
  await furnish('theirs');
  await own.awaitIdle();
  const [my, their] = [await belongingsOf('mine'), await belongingsOf('theirs')];
  const shared = new Set(idsIn(my));
  theirs = their;
  theirIds = idsIn(their).filter((id) => !shared.has(id));
  const { alerts } = their['/subscriptions/theirs-sub/alerts'] as { alerts: { code: string }[] };
  codes = alerts.map(({ code }) => code);
});

/** The values of another customer that fit a parameter of a path. */
const valuesOf = (parameter: string): string[] =>
  ({ external_id: ['theirs-sub', 'theirs', ...theirIds], code: [...codes, ...theirIds.slice(0, 2)] })[parameter] ??
  theirIds;

/** The addresses of a call with each identifier of another customer; the other parameters are the caller's or its. */
const addressesOf = ({ path }: Route): string[] =>
  [...path.matchAll(parameterOf)].reduce(
    (found, [place = '', parameter = '']) =>
      found.flatMap((address) => valuesOf(parameter).map((value) => address.replace(place, value))),
    [path],
  );

function expectNothingOf(answer: Answer): void {
  const text = JSON.stringify(answer.body);
  for (const word of [...theirIds, ...codes, 'theirs']) expect(text).not.toContain(word);
}

describe('a customer in the portal, with the identifiers of another one,', () => {
  it('has the other one furnished', () => {
    expect(theirIds.length).toBeGreaterThan(12);
    expect(codes).toHaveLength(1);
  });

  it.each(named)('is refused: %s', async (name, { method, wrapper, body }) => {
    const route = named.find(([one]) => one === name)?.[1] as Route;
    if (body && !bodies[name]) throw new Error(`${name} takes a body: say here which one`);
    const sent = wrapper ? { [wrapper]: bodies[name] } : undefined;
    for (const address of addressesOf(route)) {
      const answer = await call(method as Method, `/api/v1${address}`, `Bearer ${mine.token}`, sent);
      expect([address, answer.status]).toEqual([address, 404]);
      expectNothingOf(answer);
    }
  });

  it('reads nothing of it in any list, whatever parameter names it', async () => {
    for (const { path } of ofPortal.filter(({ method, path }) => method === 'GET' && !path.includes('/:')))
      for (const [parameter, value] of [
        ['external_subscription_id', 'theirs-sub'],
        ['external_customer_id', 'theirs'],
        ['external_id', 'theirs-sub'],
        ['search_term', 'heirs'],
        ...theirIds
          .slice(0, 5)
          .flatMap((id) => ['svc_customer_id', 'svc_invoice_id', 'search_term'].map((name) => [name, id])),
      ] as const) {
        const answer = await call('GET', `/api/v1${path}?${parameter}=${value}`, `Bearer ${mine.token}`);
        expect([200, 400, 404, 422]).toContain(answer.status);
        expectNothingOf(answer);
      }
  });

  it('pays neither its invoices nor with its methods', async () => {
    const { invoices } = await mine.ok<{ invoices: { svc_id: string; total_due_amount_cents: number }[] }>(
      'GET',
      '/invoices',
    );
    const due = invoices.find(({ total_due_amount_cents: cents }) => cents > 0);
    for (const id of theirIds)
      for (const payment of [
        { svc_invoice_ids: [id] },
        { svc_invoice_ids: [due?.svc_id, id] },
        { svc_invoice_ids: [due?.svc_id], svc_payment_method_id: id },
      ]) {
        const answer = await mine.call('POST', '/payments', { payment });
        expect([id, [404, 422].includes(answer.status)]).toEqual([id, true]);
        expectNothingOf(answer);
      }
  });

  it('makes no call of the organization, a person or an operator', async () => {
    for (const route of foreign) {
      const address = route.path.replace(parameterOf, (_, parameter) => valuesOf(parameter)[0] ?? 'theirs');
      const path = route.path.startsWith('/admin') ? address : `/api/v1${address}`;
      const sent = route.method === 'GET' || route.method === 'DELETE' ? undefined : {};
      const answer = await call(route.method as Method, path, `Bearer ${mine.token}`, sent);
      expect([nameOf(route), answer.status]).toEqual([nameOf(route), 401]);
    }
  });

  it('has changed nothing of it', async () => {
    await own.awaitIdle();
    expect(await belongingsOf('theirs')).toEqual(theirs);
  });
});

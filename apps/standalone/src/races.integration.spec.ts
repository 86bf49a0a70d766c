import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Sandbox, type Answer } from '@tollgate/testing';

/** A resource that is made, changed and deleted by several callers at once. */
interface Raced {
  /** Its list, and the wrapper of its bodies. */
  list: string;
  wrapper: string;
  made: Record<string, unknown>;
  changed: Record<string, unknown>;
  /** How it is named in its address: by `code` unless it says so otherwise. */
  name?: string;
  /** Activities and webhooks of a deletion, each told once. */
  activity?: string;
  webhook?: string;
  /** Made again it is changed (customers, section 2.3). */
  isUpserted?: boolean;
  /** Deleted again it is answered once more, and nothing is told: it only ends, or goes later. */
  staysForAWhile?: boolean;
  /** What stands before it is made. */
  before?: [path: string, body: object][];
}

const atOnce = 6;
const customer: [string, object] = ['/customers', { customer: { external_id: 'c', currency: 'EUR' } }];
const plan: [string, object] = [
  '/plans',
  {
    plan: { code: 'p', name: 'P', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR', pay_in_advance: false },
  },
];
const metric: [string, object] = [
  '/billable_metrics',
  { billable_metric: { code: 'm', name: 'M', aggregation_type: 'count_agg' } },
];
const wallet: [string, object] = [
  '/wallets',
  { wallet: { external_customer_id: 'c', code: 'w', rate_amount: '1', currency: 'EUR' } },
];
const campaign = { days_between_attempts: 1, max_attempts: 1, thresholds: [{ currency: 'EUR', amount_cents: 1 }] };
const coupon = { coupon_type: 'percentage', percentage_rate: '10', frequency: 'once', expiration: 'no_expiration' };

const raced: Raced[] = [
  {
    list: '/billable_metrics',
    wrapper: 'billable_metric',
    made: { code: 'r', name: 'R', aggregation_type: 'count_agg' },
    changed: { name: 'S' },
    activity: 'billable_metric.deleted',
  },
  {
    list: '/add_ons',
    wrapper: 'add_on',
    made: { code: 'r', name: 'R', amount_cents: 1, amount_currency: 'EUR' },
    changed: { name: 'S' },
  },
  { list: '/taxes', wrapper: 'tax', made: { code: 'r', name: 'R', rate: '10' }, changed: { rate: '20' } },
  {
    list: '/coupons',
    wrapper: 'coupon',
    made: { code: 'r', name: 'R', ...coupon },
    changed: { name: 'S' },
    activity: 'coupon.deleted',
  },
  {
    list: '/features',
    wrapper: 'feature',
    made: { code: 'r', name: 'R' },
    changed: { name: 'S' },
    activity: 'feature.deleted',
    webhook: 'feature.deleted',
  },
  {
    list: '/plans',
    wrapper: 'plan',
    made: { ...(plan[1] as { plan: object }).plan, code: 'r' },
    changed: { name: 'S' },
    activity: 'plan.deleted',
    webhook: 'plan.deleted',
    staysForAWhile: true,
  },
  {
    list: '/customers',
    wrapper: 'customer',
    made: { external_id: 'r', currency: 'EUR' },
    changed: { external_id: 'r', name: 'S' },
    name: 'external_id',
    activity: 'customer.deleted',
    isUpserted: true,
  },
  {
    list: '/invoice_custom_sections',
    wrapper: 'invoice_custom_section',
    made: { code: 'r', name: 'R' },
    changed: { name: 'S' },
  },
  {
    list: '/dunning_campaigns',
    wrapper: 'dunning_campaign',
    made: { code: 'r', name: 'R', ...campaign },
    changed: { name: 'S' },
  },
  {
    list: '/roles',
    wrapper: 'role',
    made: { code: 'r', name: 'R', permissions: ['plans:view'] },
    changed: { name: 'S' },
  },
  {
    list: '/payment_providers',
    wrapper: 'payment_provider',
    made: { provider: 'sandbox', code: 'r', name: 'R' },
    changed: {},
  },
  {
    list: '/plans/p/charges',
    wrapper: 'charge',
    made: { code: 'r', charge_model: 'standard', properties: { amount: '1' } },
    changed: { charge_model: 'standard', properties: { amount: '2' } },
    before: [metric, plan],
  },
  {
    list: '/customers/c/wallets/w/alerts',
    wrapper: 'alert',
    made: { code: 'r', alert_type: 'wallet_balance_amount', thresholds: [{ value: 1 }] },
    changed: { name: 'S' },
    before: [customer, wallet],
  },
  {
    list: '/customers/c/wallets',
    wrapper: 'wallet',
    made: { code: 'r', rate_amount: '1', currency: 'EUR' },
    changed: { name: 'S' },
    webhook: 'wallet.terminated',
    staysForAWhile: true,
    before: [customer],
  },
];

const webhooks = new Map<string, string[]>();
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { webhook_type: type } = JSON.parse(Buffer.concat(chunks).toString()) as { webhook_type: string };
    const path = request.url ?? '';
    webhooks.set(path, [...(webhooks.get(path) ?? []), type]);
    response.writeHead(200).end();
  });
});

beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

const together = (call: () => Promise<Answer>): Promise<Answer[]> => Promise.all(Array.from({ length: atOnce }, call));
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort();
const oneAnd = (other: number): number[] => [200, ...Array.from({ length: atOnce - 1 }, () => other)].sort();
const all200 = Array.from({ length: atOnce }, () => 200);

/** An organization that tells its webhooks to this test, with what a resource needs. */
async function prepared({ before = [], list }: Raced): Promise<{ sandbox: Sandbox; path: string }> {
  const sandbox = await Sandbox.create();
  const path = `/${list.replaceAll('/', '-')}`;
  const { port } = receiver.address() as AddressInfo;
  const webhook_url = `http://127.0.0.1:${port}${path}`;
  await sandbox.ok('POST', '/webhook_endpoints', { webhook_endpoint: { webhook_url } });
  for (const [to, body] of before) await sandbox.ok('POST', to, body);
  return { sandbox, path };
}

/** Charges name their metric by its id. */
async function bodyOf(sandbox: Sandbox, { list, made }: Raced): Promise<Record<string, unknown>> {
  if (!list.endsWith('/charges')) return made;
  const found = await sandbox.ok<{ billable_metric: { svc_id: string } }>('GET', '/billable_metrics/m');
  return { ...made, billable_metric_id: found.billable_metric.svc_id };
}

describe.each(raced.map((resource) => [resource.list, resource] as const))('%s', (_, resource) => {
  it('is made once, changed without a fault and deleted once, by whomever at once', async () => {
    const { list, wrapper, changed, name = 'code', activity, webhook, isUpserted, staysForAWhile } = resource;
    const { sandbox, path } = await prepared(resource);
    const made = await bodyOf(sandbox, resource);
    const created = await together(() => sandbox.call('POST', list, { [wrapper]: made }));
    expect(statusesOf(created)).toEqual(isUpserted ? all200 : oneAnd(422));
    const address = `${list}/${made[name] as string}`;
    const [method, to] = isUpserted ? (['POST', list] as const) : (['PUT', address] as const);
    if (Object.keys(changed).length > 0)
      expect(statusesOf(await together(() => sandbox.call(method, to, { [wrapper]: changed })))).toEqual(all200);
    const deleted = await together(() => sandbox.call('DELETE', address));
    if (staysForAWhile) expect(deleted.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    else expect(statusesOf(deleted)).toEqual(oneAnd(404));
    await sandbox.awaitIdle();
    if (activity) {
      const { activity_logs: logs } = await sandbox.ok<{ activity_logs: object[] }>(
        'GET',
        `/activity_logs?activity_types[]=${activity}`,
      );
      expect(logs).toHaveLength(1);
    }
    if (webhook) expect((webhooks.get(path) ?? []).filter((type) => type === webhook)).toHaveLength(1);
  });
});

describe('what is ended', () => {
  it('is ended once: a subscription, a coupon that a customer has, and an endpoint', async () => {
    const sandbox = await Sandbox.create();
    for (const [to, body] of [customer, plan]) await sandbox.ok('POST', to, body);
    const subscription = { external_customer_id: 'c', external_id: 's', plan_code: 'p' };
    await sandbox.ok('POST', '/subscriptions', { subscription });
    expect(statusesOf(await together(() => sandbox.call('DELETE', '/subscriptions/s')))).toEqual(oneAnd(404));
    await sandbox.ok('POST', '/coupons', { coupon: { code: 'k', name: 'K', ...coupon } });
    const { applied_coupon: applied } = await sandbox.ok<{ applied_coupon: { svc_id: string } }>(
      'POST',
      '/applied_coupons',
      { applied_coupon: { external_customer_id: 'c', coupon_code: 'k' } },
    );
    const taken = await together(() => sandbox.call('DELETE', `/customers/c/applied_coupons/${applied.svc_id}`));
    expect(statusesOf(taken)).toEqual(all200);
    const webhook_url = 'https://hooks.example.com/';
    const endpoints = await together(() =>
      sandbox.call('POST', '/webhook_endpoints', { webhook_endpoint: { webhook_url } }),
    );
    expect(statusesOf(endpoints)).toEqual(oneAnd(422));
    const first = endpoints.find(({ status }) => status === 200)?.body as { webhook_endpoint: { svc_id: string } };
    const gone = await together(() => sandbox.call('DELETE', `/webhook_endpoints/${first.webhook_endpoint.svc_id}`));
    expect(statusesOf(gone)).toEqual(oneAnd(404));
    await sandbox.awaitIdle();
    for (const type of ['subscription.terminated', 'applied_coupon.deleted']) {
      const { activity_logs: logs } = await sandbox.ok<{ activity_logs: object[] }>(
        'GET',
        `/activity_logs?activity_types[]=${type}`,
      );
      expect([type, logs.length]).toEqual([type, 1]);
    }
  });
});

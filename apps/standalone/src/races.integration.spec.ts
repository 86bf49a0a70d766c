import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  activities,
  all200,
  receiveWebhooks,
  listen,
  oneAnd,
  Sandbox,
  statusesOf,
  stopListening,
  concurrently,
  webhooksOf,
} from '@tollgate/testing';
import { coupon, customer, plan, raced, type Raced } from './races.fixture.js';

beforeAll(listen);
afterAll(stopListening);

/** An organization with webhooks to this test, and with the resource's prerequisites. */
async function prepared({ before = [], list }: Raced): Promise<{ sandbox: Sandbox; path: string }> {
  const sandbox = await Sandbox.create();
  const path = `/${list.replaceAll('/', '-')}`;
  await receiveWebhooks(sandbox, path);
  for (const [to, body] of before) await sandbox.ok('POST', to, await withMetric(sandbox, to, body));
  return { sandbox, path };
}

type Body = Record<string, unknown>;
const idOf = async (sandbox: Sandbox, [path, wrapper]: [string, string]): Promise<string> =>
  ((await sandbox.ok<Record<string, { svc_id: string }>>('GET', path))[wrapper] as { svc_id: string }).svc_id;

/** Charges name their metric by its id. */
async function withMetric(sandbox: Sandbox, path: string, body: object): Promise<object> {
  if (!path.endsWith('/charges')) return body;
  const { charge } = body as { charge: Body };
  const billable_metric_id = await idOf(sandbox, ['/billable_metrics/m', 'billable_metric']);
  return { charge: { ...charge, billable_metric_id } };
}

/** Several concurrent calls create it. @returns its name in its address */
async function make(
  sandbox: Sandbox,
  { list, wrapper, made = {}, name = 'code', ids = {}, ...how }: Raced,
): Promise<string> {
  if (how.existing !== undefined) return how.existing;
  const body: Body = { ...made };
  for (const [field, from] of Object.entries(ids)) body[field] = await idOf(sandbox, from);
  const created = await concurrently(() => sandbox.call('POST', list, { [wrapper]: body }));
  expect(statusesOf(created)).toEqual(how.isUpserted || how.isRepeatable ? all200 : oneAnd(422));
  const { body: winner = {} } = created.find(({ status }) => status === 200) ?? {};
  return String((how.isBare ? winner : (winner[wrapper] as Body))[name]);
}

describe.each(raced.map((resource) => [resource.list, resource] as const))('%s', (_, resource) => {
  it('is created once, changed without an error and deleted once by concurrent callers', async () => {
    const { list, wrapper, changed, isUpserted, staysForAWhile, stays } = resource;
    const { sandbox, path } = await prepared(resource);
    const address = `${list}/${await make(sandbox, resource)}`;
    const [method, to] = isUpserted ? (['POST', list] as const) : (['PUT', address] as const);
    if (changed)
      expect(statusesOf(await concurrently(() => sandbox.call(method, to, { [wrapper]: changed })))).toEqual(all200);
    const deleted = stays ? [] : await concurrently(() => sandbox.call('DELETE', address));
    if (staysForAWhile) expect(deleted.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    else if (!stays) expect(statusesOf(deleted)).toEqual(oneAnd(404));
    await sandbox.awaitIdle();
    for (const type of [resource.activity, resource.madeActivity])
      if (type) expect([type, await activities(sandbox, type)]).toEqual([type, 1]);
    for (const type of [resource.webhook, resource.madeWebhook])
      if (type) expect(webhooksOf(path, type)).toEqual([type]);
  });
});

describe('with concurrent callers', () => {
  it('a subscription, an applied coupon and an endpoint end once', async () => {
    const sandbox = await Sandbox.create();
    for (const [to, body] of [customer, plan]) await sandbox.ok('POST', to, body);
    const subscription = { external_customer_id: 'c', external_id: 's', plan_code: 'p' };
    await sandbox.ok('POST', '/subscriptions', { subscription });
    expect(statusesOf(await concurrently(() => sandbox.call('DELETE', '/subscriptions/s')))).toEqual(oneAnd(404));
    await sandbox.ok('POST', '/coupons', { coupon: { code: 'k', name: 'K', ...coupon } });
    const { applied_coupon: applied } = await sandbox.ok<{ applied_coupon: { svc_id: string } }>(
      'POST',
      '/applied_coupons',
      { applied_coupon: { external_customer_id: 'c', coupon_code: 'k' } },
    );
    const taken = await concurrently(() => sandbox.call('DELETE', `/customers/c/applied_coupons/${applied.svc_id}`));
    expect(statusesOf(taken)).toEqual(all200);
    const webhook_url = 'https://hooks.example.com/';
    const endpoints = await concurrently(() =>
      sandbox.call('POST', '/webhook_endpoints', { webhook_endpoint: { webhook_url } }),
    );
    expect(statusesOf(endpoints)).toEqual(oneAnd(422));
    const first = endpoints.find(({ status }) => status === 200)?.body as { webhook_endpoint: { svc_id: string } };
    const gone = await concurrently(() =>
      sandbox.call('DELETE', `/webhook_endpoints/${first.webhook_endpoint.svc_id}`),
    );
    expect(statusesOf(gone)).toEqual(oneAnd(404));
    await sandbox.awaitIdle();
    for (const type of ['subscription.terminated', 'applied_coupon.deleted'])
      expect([type, await activities(sandbox, type)]).toEqual([type, 1]);
  });

  it('a payment method becomes the only default, and is removed once', async () => {
    const sandbox = await Sandbox.create();
    await sandbox.ok(...(['POST', ...customer] as const));
    const payment_provider = { provider: 'sandbox', code: 'test', name: 'Test' };
    await sandbox.ok('POST', '/payment_providers', { payment_provider });
    const link = (provider_method_id: string) =>
      sandbox.call('PUT', '/customers/c/payment_provider', {
        payment_provider: { payment_provider_code: 'test', provider_method_id },
      });
    const linked = [...(await concurrently(() => link('pm_succeeds'))), ...(await concurrently(() => link('pm_late')))];
    expect(linked.filter(({ status }) => status !== 200)).toEqual([]);
    const methods = async () =>
      (
        await sandbox.ok<{ payment_methods: { svc_id: string; is_default: boolean }[] }>(
          'GET',
          '/customers/c/payment_methods',
        )
      ).payment_methods;
    const ids = (await methods()).map(({ svc_id: id }) => id);
    expect(ids).toHaveLength(2);
    const chosen = await Promise.all(
      [...ids, ...ids, ...ids].map((id) => sandbox.call('PUT', `/customers/c/payment_methods/${id}/set_as_default`)),
    );
    expect(statusesOf(chosen)).toEqual(all200);
    expect((await methods()).filter(({ is_default: isDefault }) => isDefault)).toHaveLength(1);
    const gone = await concurrently(() => sandbox.call('DELETE', `/customers/c/payment_methods/${ids[0]}`));
    expect(statusesOf(gone)).toEqual(oneAnd(404));
  });
});

import { beforeEach, expect, it } from '@jest/globals';
import { PortalVisitor, Sandbox } from '@tollgate/testing';

let sandbox: Sandbox;
let me: PortalVisitor;

const metric = async (code: string): Promise<string> => {
  const { billable_metric: made } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    { billable_metric: { name: code, code, aggregation_type: 'sum_agg', field_name: 'units' } },
  );
  return made.svc_id;
};
const subscribe = (external_customer_id: string) =>
  sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id, external_id: 's', plan_code: 'p', billing_time: 'calendar' },
  });
const use = (code: string, timestamp: string, units: number) =>
  sandbox.ok('POST', '/events', {
    event: {
      transaction_id: `${code} ${timestamp}`,
      external_subscription_id: 's',
      code,
      timestamp: Date.parse(timestamp) / 1000,
      properties: { units, region: 'eu', secret: 'x' },
    },
  });
const series = (query: string) => me.call('GET', `/usage_series?external_subscription_id=s&${query}`);

beforeEach(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  const tokens = await metric('tokens');
  await metric('unpriced');
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'p',
      code: 'p',
      interval: 'monthly',
      amount_cents: 0,
      pay_in_advance: false,
      amount_currency: 'EUR',
      charges: [
        {
          billable_metric_id: tokens,
          charge_model: 'standard',
          properties: { amount: '1', pricing_group_keys: ['region'] },
        },
      ],
    },
  });
  for (const id of ['c', 'before']) await sandbox.ok('POST', '/customers', { customer: { external_id: id } });
  await subscribe('before');
  await use('tokens', '2024-03-02T10:00:00Z', 100);
  await sandbox.advanceClock('2024-03-05T00:00:00Z');
  await sandbox.ok('DELETE', '/subscriptions/s');
  await sandbox.advanceClock('2024-03-06T00:00:00Z');
  await subscribe('c');
  await use('tokens', '2024-03-06T10:00:00Z', 2);
  await use('tokens', '2024-03-07T10:00:00Z', 3);
  await use('unpriced', '2024-03-07T10:00:00Z', 5);
  await sandbox.advanceClock('2024-03-08T00:00:00Z');
  me = await PortalVisitor.of(sandbox, 'c');
});

it('customers see their own usage by day, and nothing of who had the id before (customers, section 3.6)', async () => {
  expect((await series('billable_metric_code=tokens')).body).toEqual({
    usage_series: [
      { from_datetime: '2024-03-06T00:00:00Z', group: null, events_count: 1, units: '2' },
      { from_datetime: '2024-03-07T00:00:00Z', group: null, events_count: 1, units: '3' },
    ],
    groups_left_out: 0,
  });
  expect((await series('billable_metric_code=tokens&group_by=region')).body).toMatchObject({
    usage_series: [{ group: 'eu' }, { group: 'eu' }],
  });
});

it('refuses other properties, metrics and subscriptions', async () => {
  expect(await series('billable_metric_code=tokens&group_by=secret')).toMatchObject({
    status: 422,
    body: { error_details: { group_by: ['value_is_invalid'] } },
  });
  for (const code of ['unpriced', 'none'])
    expect(await series(`billable_metric_code=${code}`)).toMatchObject({
      status: 404,
      body: { code: 'billable_metric_not_found' },
    });
  expect(await series('')).toMatchObject({ status: 422 });
  const former = await PortalVisitor.of(sandbox, 'before');
  expect(
    await former.call('GET', '/usage_series?external_subscription_id=s&billable_metric_code=tokens'),
  ).toMatchObject({ status: 404, body: { code: 'subscription_not_found' } });
});

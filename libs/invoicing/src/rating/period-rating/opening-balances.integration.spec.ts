import { expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

const at = (iso: string): number => Date.parse(iso) / 1000;

it('a level is that of the last bill, even of a period of one millisecond (metering, section 4.3)', async () => {
  const sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    {
      billable_metric: {
        ...{ name: 'Storage', code: 'storage', aggregation_type: 'weighted_sum_agg', field_name: 'gigabytes' },
        ...{ weighted_interval: 'seconds', recurring: true },
      },
    },
  );
  const charge = { billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '1' } };
  for (const [code, amount_cents, charges] of [
    ['small', 0, []],
    ['large', 100, [charge]],
  ])
    await sandbox.ok('POST', '/plans', {
      plan: {
        ...{ name: code, code, interval: 'monthly', pay_in_advance: true, amount_cents, amount_currency: 'EUR' },
        charges,
      },
    });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  const subscribe = (plan_code: string) =>
    sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c', external_id: 's', plan_code },
    });
  const send = (transaction_id: string, timestamp: number, gigabytes: number) =>
    sandbox.ok('POST', '/events', {
      event: { transaction_id, external_subscription_id: 's', code: 'storage', timestamp, properties: { gigabytes } },
    });
  await subscribe('small');
  await send('first', at('2024-01-10T00:00:00Z'), 100);
  await sandbox.advanceClock('2024-01-31T23:59:59.999Z');
  await subscribe('large');
  await sandbox.advanceClock('2024-02-02T00:00:00Z');
  // It is late: a bill has the level of its time already.
  await send('late', at('2024-01-11T00:00:00Z'), 50);
  await sandbox.advanceClock('2024-03-01T00:00:01Z');
  const { fees } = await sandbox.ok<{ fees: { units: string; from_date: string }[] }>('GET', '/fees?fee_type=charge');
  const february = fees.filter(({ from_date: from }) => from.startsWith('2024-02-01'));
  expect(february.map(({ units }) => Number(units))).toEqual([100]);
});

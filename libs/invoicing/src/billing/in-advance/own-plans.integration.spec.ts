import { expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

/** The usage of the running period in cents, with the flat amount of the part that has no events. */
async function usageOf(own: Sandbox): Promise<number> {
  const { customer_usage: usage } = await own.ok<{ customer_usage: { amount_cents: number } }>(
    'GET',
    '/customers/c/current_usage?external_subscription_id=s',
  );
  return usage.amount_cents;
}

/** A subscription whose events are charged in advance by ranges: those of a region at prices of their own. */
async function subscribed(metric: object): Promise<Sandbox> {
  const own = await Sandbox.create('2024-06-01T00:00:00Z');
  const { billable_metric: created } = await own.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    { billable_metric: { name: 'm', code: 'm', filters: [{ key: 'region', values: ['eu', 'us'] }], ...metric } },
  );
  const graduated_ranges = [
    { from_value: 0, to_value: 10, per_unit_amount: '1', flat_amount: '7' },
    { from_value: 11, to_value: null, per_unit_amount: '0.5', flat_amount: '3' },
  ];
  const charge = {
    billable_metric_id: created.svc_id,
    charge_model: 'graduated',
    properties: { graduated_ranges },
    filters: [{ values: { region: ['eu'] }, properties: { graduated_ranges } }],
    pay_in_advance: true,
    invoiceable: false,
  };
  const plan = { name: 'p', code: 'p', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR' };
  await own.ok('POST', '/plans', { plan: { ...plan, pay_in_advance: false, charges: [charge] } });
  await own.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c', plan_code: 'p', external_id: 's' },
  });
  await own.advanceClock('2024-06-02T00:00:00Z');
  return own;
}

/** Sends an event. @returns the amounts of all fees so far, in cents, oldest first */
async function charged(own: Sandbox, transaction_id: string, properties: object): Promise<number[]> {
  await own.ok('POST', '/events', {
    event: { transaction_id, external_subscription_id: 's', code: 'm', properties },
  });
  await own.awaitIdle();
  const { fees } = await own.ok<{ fees: { amount_cents: number }[] }>('GET', '/fees?per_page=100');
  return fees.map(({ amount_cents: cents }) => cents);
}

const giveOwnPlan = (own: Sandbox) =>
  own.ok('PUT', '/subscriptions/s', { subscription: { plan_overrides: { amount_cents: 5 } } });

it.each([
  ['events without a filter', {}],
  ['events of a filter', { region: 'eu' }],
])('%s are not charged again after their subscription gets a plan of its own', async (_, region) => {
  const own = await subscribed({ aggregation_type: 'sum_agg', field_name: 'v' });
  await charged(own, 'a', { v: 10, ...region });
  expect(await charged(own, 'b', { v: -5, ...region })).toEqual([1700, 0]);
  expect(await usageOf(own)).toBe(1700 + 700);
  await giveOwnPlan(own);
  expect(await charged(own, 'c', { v: 5, ...region })).toEqual([1700, 0, 0]);
  expect(await charged(own, 'd', { v: 1, ...region })).toEqual([1700, 0, 0, 350]);
  expect(await usageOf(own)).toBe(2050 + 700);
});

it('unique values are not charged again after their subscription gets a plan of its own', async () => {
  const own = await subscribed({ aggregation_type: 'unique_count_agg', field_name: 'v' });
  await charged(own, 'a', { v: 'x' });
  await charged(own, 'b', { v: 'y' });
  expect(await charged(own, 'c', { v: 'y', operation_type: 'remove' })).toEqual([800, 100, 0]);
  await giveOwnPlan(own);
  expect(await charged(own, 'd', { v: 'z' })).toEqual([800, 100, 0, 0]);
  expect(await charged(own, 'e', { v: 'w' })).toEqual([800, 100, 0, 0, 100]);
});

import { describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Fee {
  item: { type: string };
  amount_cents: number;
  units: string;
}

/** A subscription to a monthly plan of 31.00 with usage at 1.00 a unit, of a customer in UTC. */
async function subscribed(at: string, payInAdvance: boolean, plan: object = {}): Promise<Sandbox> {
  const sandbox = await Sandbox.create(at);
  const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    {
      billable_metric: { name: 'm', code: 'm', aggregation_type: 'sum_agg', field_name: 'units' },
    },
  );
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'p',
      code: 'p',
      interval: 'monthly',
      amount_cents: 3_100,
      amount_currency: 'EUR',
      pay_in_advance: payInAdvance,
      charges: [{ billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '1' } }],
      ...plan,
    },
  });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', timezone: 'UTC' } });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p' },
  });
  return sandbox;
}

const move = async (sandbox: Sandbox, at: string, timezone: string) => {
  await sandbox.advanceClock(at);
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', timezone } });
};
const use = (sandbox: Sandbox, at: string, units: number) =>
  sandbox.ok('POST', '/events', {
    event: {
      transaction_id: at,
      external_subscription_id: 's',
      code: 'm',
      timestamp: Date.parse(at) / 1000,
      properties: { units },
    },
  });
/** Amounts of all fees of a kind, smallest first. */
async function billed(sandbox: Sandbox, type: string): Promise<number[]> {
  const { fees } = await sandbox.ok<{ fees: Fee[] }>('GET', `/fees?fee_type=${type}&per_page=100`);
  return fees.map((fee) => fee.amount_cents).sort((a, b) => a - b);
}

describe('a customer who moves to another time zone', () => {
  it('pays the plan once if it moves west across the end of a period and ends within the paid days', async () => {
    const sandbox = await subscribed('2024-02-01T00:00:00Z', false);
    await move(sandbox, '2024-03-01T02:00:00Z', 'America/Los_Angeles');
    await use(sandbox, '2024-03-01T01:00:00Z', 7);
    await sandbox.advanceClock('2024-03-01T05:00:00Z');
    await sandbox.ok('DELETE', '/subscriptions/s');
    await sandbox.awaitIdle();
    expect([await billed(sandbox, 'subscription'), await billed(sandbox, 'charge')]).toEqual([[3_100], [700]]);
  });

  it('pays all of its usage if it moves before the first invoice', async () => {
    const sandbox = await subscribed('2024-03-01T00:30:00Z', false);
    await use(sandbox, '2024-03-01T00:40:00Z', 5);
    await move(sandbox, '2024-03-01T01:00:00Z', 'America/Los_Angeles');
    await sandbox.advanceClock('2024-04-01T08:00:00Z');
    expect([await billed(sandbox, 'subscription'), await billed(sandbox, 'charge')]).toEqual([[3_100], [500]]);
  });

  it('pays all of its usage if it moves back within a year that is paid in advance and billed monthly', async () => {
    const sandbox = await subscribed('2024-01-10T12:00:00Z', true, { interval: 'yearly', bill_charges_monthly: true });
    await move(sandbox, '2024-01-11T00:00:00Z', 'America/New_York');
    await move(sandbox, '2024-02-10T00:00:00Z', 'America/Santiago');
    await move(sandbox, '2024-03-10T00:00:00Z', 'America/New_York');
    await use(sandbox, '2024-03-01T04:00:00Z', 9);
    await sandbox.advanceClock('2024-04-01T08:00:00Z');
    expect(await billed(sandbox, 'charge')).toEqual([900]);
  });

  it('pays in advance for the month of its start in the new zone', async () => {
    const sandbox = await subscribed('2024-02-29T20:00:00Z', true);
    await move(sandbox, '2024-02-29T21:00:00Z', 'Asia/Tokyo');
    await sandbox.advanceClock('2024-04-01T08:00:00Z');
    expect(await billed(sandbox, 'subscription')).toEqual([107, 3_100, 3_100]);
  });
});

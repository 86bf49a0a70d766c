import { beforeEach, describe, expect, it } from '@jest/globals';
import { aCustomer, aMetric, aPlan, aSubscription, Sandbox, sendEvent, storedDays } from '@tollgate/testing';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  const calls = await aMetric('calls').createIn(sandbox);
  const seats = await aMetric('seats').sumOf('n').with({ recurring: true }).createIn(sandbox);
  await aPlan().charge(calls, '2').charge(seats, '2').createIn(sandbox);
  for (const [external_id, more] of [
    ['c', { customer_type: 'company', country: 'FR' }],
    ['far', { timezone: 'Asia/Tokyo', customer_type: 'individual' }],
    ['partner', { account_type: 'partner' }],
  ] as const) {
    await aCustomer(external_id)
      .with({ currency: 'EUR', ...more })
      .createIn(sandbox);
    await aSubscription(`s-${external_id}`, external_id).createIn(sandbox);
  }
});

let events = 0;
const use = (subscription: string, code: string, at: string, n = 1) =>
  sendEvent(sandbox, { id: `t${++events}`, subscription, metric: code, at, properties: { n } });
let now: string;
async function advanceClock(to: string): Promise<void> {
  await sandbox.advanceClock(to);
  now = to;
}
/** Waits until all ended days are stored. */
const answer = async (query = '') => (await storedDays(sandbox, now, query)).usages;
const read = async (query = ''): Promise<string[]> =>
  (await answer(query)).map(
    (usage) =>
      `${usage.start_of_period_dt} ${usage.end_of_period_dt} ${usage.billable_metric_code} ${usage.units} ${usage.amount_cents}`,
  );

describe('usage by days', () => {
  it('appears when a day has ended for the customer, and contains the usage that the day added', async () => {
    await use('s-c', 'calls', '2024-01-10T08:00:00Z');
    await use('s-far', 'calls', '2024-01-10T08:00:00Z');
    await use('s-partner', 'calls', '2024-01-10T08:00:00Z');
    await advanceClock('2024-01-10T16:00:00Z');
    expect(await read()).toEqual(['2024-01-10 2024-01-10 calls 1.0 200']);
    expect(await read('?external_customer_id=c')).toEqual([]);
    await use('s-far', 'calls', '2024-01-10T16:00:00Z');
    await advanceClock('2024-01-11T09:00:00Z');
    expect(await read()).toEqual(['2024-01-10 2024-01-10 calls 2.0 400']);
    for (let call = 0; call < 3; call += 1) await use('s-c', 'calls', '2024-01-11T09:00:00Z');
    await advanceClock('2024-01-16T00:00:00Z');
    expect(await read()).toEqual(['2024-01-10 2024-01-10 calls 2.0 400', '2024-01-11 2024-01-11 calls 4.0 800']);
    expect(await read('?time_granularity=weekly')).toEqual(['2024-01-08 2024-01-14 calls 6.0 1200']);
    expect(await read('?time_granularity=monthly&customer_type=company')).toEqual([
      '2024-01-01 2024-01-31 calls 4.0 800',
    ]);
    expect(await read('?from_date=2024-01-11&customer_country=fr&currency=eur&plan_code=p')).toEqual([
      '2024-01-11 2024-01-11 calls 3.0 600',
    ]);
    expect(await read('?external_subscription_id=s-far&to_date=2024-01-10')).toEqual([
      '2024-01-10 2024-01-10 calls 1.0 200',
    ]);
  });

  it('counts continuing levels once in each period, and amounts of an ended subscription', async () => {
    await use('s-c', 'seats', '2024-01-10T08:00:00Z', 5);
    await use('s-c', 'calls', '2024-01-10T08:00:00Z');
    await advanceClock('2024-02-03T00:00:00Z');
    expect(await read('?is_billable_metric_recurring=true')).toEqual([
      '2024-01-10 2024-01-10 seats 5.0 1000',
      '2024-02-01 2024-02-01 seats 5.0 1000',
    ]);
    expect(await read('?is_billable_metric_recurring=false')).toEqual(['2024-01-10 2024-01-10 calls 1.0 200']);
    await use('s-c', 'calls', '2024-02-03T00:00:00Z');
    await sandbox.ok('DELETE', '/subscriptions/s-c');
    await advanceClock('2024-02-05T00:00:00Z');
    expect(await read('?from_date=2024-02-02')).toEqual(['2024-02-03 2024-02-03 calls 1.0 200']);
    await sandbox.ok('DELETE', '/billable_metrics/calls');
    expect(await answer('?billable_metric_code=calls')).toMatchObject([
      { organization_id: sandbox.organizationId, amount_currency: 'EUR', is_billable_metric_deleted: true },
      { is_billable_metric_deleted: true },
    ]);
  });
});

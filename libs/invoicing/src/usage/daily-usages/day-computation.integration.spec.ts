import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { requestDays, databaseUrl, isComplete, storedDays, Sandbox, waitFor } from '@tollgate/testing';

const DAY = 86_400_000;
const dayOf = (start: string, days: number) => new Date(Date.parse(start) + days * DAY).toISOString().slice(0, 10);

/** A sandbox with subscriptions to one charge of 2 cents a unit. */
async function subscribed(start: string, subscriptions: number, price = '0.02'): Promise<Sandbox> {
  const sandbox = await Sandbox.create(`${start}T00:00:00Z`);
  const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    { billable_metric: { name: 'calls', code: 'calls', aggregation_type: 'sum_agg', field_name: 'n' } },
  );
  const charge = { billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: price } };
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'P',
      code: 'p',
      interval: 'monthly',
      pay_in_advance: false,
      amount_cents: 0,
      amount_currency: 'EUR',
      charges: [charge],
    },
  });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  for (let index = 0; index < subscriptions; index++) {
    const subscription = { external_customer_id: 'c', external_id: `s${index}`, plan_code: 'p' };
    await sandbox.ok('POST', '/subscriptions', { subscription });
  }
  return sandbox;
}

let sent = 0;
/** Sends an event at noon of each of some days. */
async function use(sandbox: Sandbox, subscription: string, days: string[], n = 1): Promise<void> {
  const events = days.map((day) => ({
    transaction_id: `t${++sent}`,
    external_subscription_id: subscription,
    code: 'calls',
    timestamp: Date.parse(`${day}T12:00:00Z`) / 1000,
    properties: { n },
  }));
  for (let start = 0; start < events.length; start += 100)
    await sandbox.ok('POST', '/events/batch', { events: events.slice(start, start + 100) });
}

/** Returns the days once all of them up to an instant are stored. */
const complete = async (sandbox: Sandbox, until: string, query = ''): Promise<string[]> =>
  (await storedDays(sandbox, until, query)).usages.map(
    ({ start_of_period_dt: day, units, amount_cents: cents }) => `${day} ${units} ${cents}`,
  );

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
});
afterAll(() => client.end());

describe('ended days', () => {
  it('are computed by jobs after a clock moves by a year, while calls answer with the stored ones', async () => {
    const sandbox = await subscribed('2024-01-10', 3);
    const days = Array.from({ length: 360 }, (_, index) => dayOf('2024-01-10', index));
    for (const subscription of ['s0', 's1', 's2']) await use(sandbox, subscription, days);
    const innocent = await subscribed('2024-01-10', 1);
    await use(innocent, 's0', ['2024-01-10']);
    await sandbox.advanceClock('2025-01-10T00:00:00Z');
    await innocent.advanceClock('2024-01-12T00:00:00Z');
    const answers = await Promise.all(Array.from({ length: 32 }, () => requestDays(sandbox)));
    for (const answer of answers) expect(answer.usages.length).toBeLessThanOrEqual(360);
    expect(await complete(innocent, '2024-01-12T00:00:00Z')).toEqual(['2024-01-10 1.0 2']);
    const whole = await complete(sandbox, '2025-01-10T00:00:00Z', '?from_date=2024-01-10');
    expect(whole).toEqual(days.map((day) => `${day} 3.0 6`));
  }, 240_000);

  it('are stored without a request once there was one', async () => {
    const sandbox = await subscribed('2024-01-10', 1);
    await complete(sandbox, '2024-01-10T00:00:00Z');
    await use(sandbox, 's0', ['2024-01-10', '2024-01-11']);
    await sandbox.advanceClock('2024-01-13T12:00:00Z');
    const storedDayRows = () =>
      client.query<{ day: string }>(
        'select usage_date::text as day from invoicing.daily_usages where organization_id = $1 order by 1',
        [sandbox.organizationId],
      );
    await waitFor('two days', async () => (await storedDayRows()).rowCount === 2);
    expect((await storedDayRows()).rows).toEqual([{ day: '2024-01-10' }, { day: '2024-01-11' }]);
  });

  it('are computed again after an interruption', async () => {
    const sandbox = await subscribed('2024-01-10', 2);
    const organization = [sandbox.organizationId];
    for (const subscription of ['s0', 's1']) await use(sandbox, subscription, ['2024-01-10', '2024-01-11']);
    await sandbox.advanceClock('2024-01-13T12:00:00Z');
    const whole = ['2024-01-10 2.0 4', '2024-01-11 2.0 4'];
    expect(await complete(sandbox, '2024-01-13T12:00:00Z')).toEqual(whole);
    // The computation after the clock's move is done.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    // The state after an interruption: the days of one subscription are stale and not stored, and their job is lost.
    await client.query(
      `with gone as (
         delete from invoicing.usage_snapshots where subscription_id =
           (select min(subscription_id::text)::uuid from invoicing.usage_snapshots where organization_id = $1)
         returning subscription_id
       ), marked as (
         insert into invoicing.owed_days (organization_id, subscription_id, from_date)
         select $1, subscription_id, date '2024-01-10' from gone
       ), waiting as (
         insert into invoicing.queued_work (organization_id, queue, id, key, series, payload, asked_by, queued_at)
         values ($1, 'usage-days', 'days', 'days', 'days', '{}', gen_random_uuid(), now() - interval '2 minutes')
         on conflict (organization_id, queue, id) do update set queued_at = excluded.queued_at
       )
       delete from invoicing.daily_usages where subscription_id in (select subscription_id from gone)`,
      organization,
    );
    const stale = () => client.query('select from invoicing.owed_days where organization_id = $1', organization);
    expect((await stale()).rowCount).toBe(1);
    await waitFor('nothing is stale', async () => (await stale()).rowCount === 0, 100_000);
    expect(await complete(sandbox, '2024-01-13T12:00:00Z')).toEqual(whole);
  }, 150_000);

  it('are the same after two concurrent computations', async () => {
    const sandbox = await subscribed('2024-01-10', 4);
    for (const subscription of ['s0', 's1', 's2', 's3']) await use(sandbox, subscription, ['2024-01-10']);
    await sandbox.advanceClock('2024-01-12T00:00:00Z');
    await Promise.all([1, 2].map(() => complete(sandbox, '2024-01-12T00:00:00Z')));
    expect(await complete(sandbox, '2024-01-12T00:00:00Z')).toEqual(['2024-01-10 4.0 8']);
  });
});

describe('late events', () => {
  it('count on their own days, in this period and in an ended one, unless they are voided', async () => {
    const sandbox = await subscribed('2024-01-10', 1);
    await use(sandbox, 's0', ['2024-01-12', '2024-02-03'], 10);
    await sandbox.advanceClock('2024-02-05T00:00:00Z');
    const until = '2024-02-05T00:00:00Z';
    expect(await complete(sandbox, until)).toEqual(['2024-01-12 10.0 20', '2024-02-03 10.0 20']);
    await use(sandbox, 's0', ['2024-01-11', '2024-01-12', '2024-02-02'], 5);
    const late = ['2024-01-11 5.0 10', '2024-01-12 15.0 30', '2024-02-02 5.0 10', '2024-02-03 10.0 20'];
    expect(await complete(sandbox, until)).toEqual(late);
    expect(await complete(sandbox, until)).toEqual(late);
    await use(sandbox, 's0', ['2024-01-20']);
    expect(await complete(sandbox, until)).toEqual([...late.slice(0, 2), '2024-01-20 1.0 2', ...late.slice(2)]);
    await sandbox.ok('DELETE', `/events/t${sent}?external_subscription_id=s0`);
    await waitFor('the voided event is out', async () => (await complete(sandbox, until)).length === 4);
    expect(await complete(sandbox, until)).toEqual(late);
  });

  it('retain the days of a metric without a charge', async () => {
    const sandbox = await subscribed('2024-01-10', 1);
    await use(sandbox, 's0', ['2024-01-12']);
    await sandbox.advanceClock('2024-01-15T00:00:00Z');
    const recorded = ['2024-01-12 1.0 2'];
    expect(await complete(sandbox, '2024-01-15T00:00:00Z')).toEqual(recorded);
    await sandbox.ok('DELETE', '/billable_metrics/calls');
    await use(sandbox, 's0', ['2024-01-11']);
    expect(await complete(sandbox, '2024-01-15T00:00:00Z')).toEqual(recorded);
  });
});

describe('a subscription with uncountable usage', () => {
  it('leaves its days stale, as the answer shows, and blocks no other', async () => {
    const sandbox = await subscribed('2024-01-10', 2, '1000000000');
    await use(sandbox, 's0', ['2024-01-10'], 1);
    await use(sandbox, 's1', ['2024-01-11'], 1_000_000_000);
    await sandbox.advanceClock('2024-01-13T12:00:00Z');
    const answer = await waitFor('one is kept and one stale', async () => {
      const { rowCount } = await client.query(
        'select from invoicing.owed_days where organization_id = $1 and attempts > 0',
        [sandbox.organizationId],
      );
      const usage = await requestDays(sandbox);
      return rowCount === 1 && usage.usages.length === 1 && usage;
    });
    expect(answer.usages).toMatchObject([{ start_of_period_dt: '2024-01-10', units: '1.0' }]);
    expect(isComplete(answer, '2024-01-11T12:00:00Z')).toBe(false);
  });
});

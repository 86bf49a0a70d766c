import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Forecast } from '@tollgate/contracts';
import { Sandbox, storedDays, validationFailed, waitFor } from '@tollgate/testing';

const day = 86_400_000;
const [start, now] = ['2024-01-01T00:00:00Z', '2024-03-11T00:00:00Z'];
let sandbox: Sandbox;

const metric = async (body: object) =>
  (await sandbox.ok<{ billable_metric: { svc_id: string } }>('POST', '/billable_metrics', { billable_metric: body }))
    .billable_metric.svc_id;
const forecast = async (externalId: string) =>
  (await sandbox.ok<{ forecast: Forecast }>('GET', `/subscriptions/${externalId}/forecast`)).forecast;
const subscribe = async (external_id: string, plan_code: string) =>
  sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c', external_id, plan_code, billing_time: 'calendar' },
  });
const terms = { interval: 'monthly', amount_currency: 'EUR', pay_in_advance: false };

/** Four calls on each weekday and one on other days; a quarter of the tokens is from the US. */
function* eventsOfDays() {
  let sent = 0;
  for (let at = Date.parse(start); at < Date.parse(now); at += day) {
    const isWeekday = ![0, 6].includes(new Date(at).getUTCDay());
    const event = (code: string, properties: object) => ({
      transaction_id: `t${sent++}`,
      external_subscription_id: 's',
      code,
      timestamp: at / 1000 + 3600,
      properties,
    });
    for (let call = 0; call < (isWeekday ? 4 : 1); call++) yield event('calls', {});
    yield event('tokens', { n: 30, region: 'eu' });
    yield event('tokens', { n: 10, region: 'us' });
  }
}

beforeAll(async () => {
  sandbox = await Sandbox.create(start);
  const calls = await metric({ name: 'Calls', code: 'calls', aggregation_type: 'count_agg' });
  const tokens = await metric({
    name: 'Tokens',
    code: 'tokens',
    aggregation_type: 'sum_agg',
    field_name: 'n',
    filters: [{ key: 'region', values: ['eu', 'us'] }],
  });
  const seats = await metric({
    name: 'Seats',
    code: 'seats',
    aggregation_type: 'sum_agg',
    field_name: 'n',
    recurring: true,
  });
  const charge = (billable_metric_id: string, code: string, amount: string, more: object = {}) => ({
    billable_metric_id,
    code,
    charge_model: 'standard',
    properties: { amount },
    ...more,
  });
  const us = { values: { region: ['us'] }, properties: { amount: '2' } };
  await sandbox.ok('POST', '/plans', {
    plan: {
      ...terms,
      name: 'P',
      code: 'p',
      amount_cents: 3000,
      charges: [
        charge(calls, 'calls', '1'),
        charge(tokens, 'tokens', '0.1', { filters: [us] }),
        charge(seats, 'seats', '10'),
      ],
    },
  });
  await sandbox.ok('POST', '/plans', {
    plan: {
      ...terms,
      name: 'Q',
      code: 'q',
      amount_cents: 0,
      charges: [charge(calls, 'calls', '1')],
      minimum_commitment: { amount_cents: 5000 },
    },
  });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await subscribe('s', 'p');
  await subscribe('quiet', 'q');
  const seat = {
    transaction_id: 'seats',
    external_subscription_id: 's',
    code: 'seats',
    timestamp: Date.parse(start) / 1000 + 7200,
    properties: { n: 5 },
  };
  const events = [seat, ...eventsOfDays()];
  for (let from = 0; from < events.length; from += 100)
    await sandbox.ok('POST', '/events/batch', { events: events.slice(from, from + 100) });
  await sandbox.advanceClock(now);
  await storedDays(sandbox, now);
});

describe('a forecast', () => {
  it('has the running period with what came and what its weekdays expect, and the next two', async () => {
    const { periods, ...rest } = await forecast('s');
    expect(rest).toMatchObject({
      as_of: now,
      external_customer_id: 'c',
      amount_currency: 'EUR',
      method: 'seasonal_naive',
      history_days: 70,
      limits: ['shares'],
    });
    expect(periods.map(({ kind, from_datetime: from, to_datetime: to }) => [kind, from, to])).toEqual([
      ['running', '2024-03-01T00:00:00Z', '2024-03-31T23:59:59Z'],
      ['next', '2024-04-01T00:00:00Z', '2024-04-30T23:59:59Z'],
      ['next', '2024-05-01T00:00:00Z', '2024-05-31T23:59:59Z'],
    ]);
    const units = periods.map(({ charges }) =>
      charges.map(({ units: { low, expected, high } }) => [low, expected, high]),
    );
    const exact = (value: string) => [value, value, value];
    expect(units).toEqual([
      [exact('94.0'), exact('1240.0'), exact('5.0')],
      [exact('96.0'), exact('1200.0'), exact('5.0')],
      [exact('100.0'), exact('1240.0'), exact('5.0')],
    ]);
    // 94 calls, 930 tokens at 0.1 and 310 at 2, five seats.
    const amounts = periods[0]?.charges.map(({ amount_cents: amount }) => amount.expected);
    expect(amounts).toEqual([9400, 9300 + 62_000, 5000]);
    expect(periods[0]).toMatchObject({
      subscription_amount_cents: 3000,
      total_amount_cents: { low: 88_700, expected: 88_700, high: 88_700 },
    });
  });

  it('is compared with what came', async () => {
    const { accuracy } = await forecast('s');
    expect(accuracy).toEqual({
      periods: [
        {
          from_datetime: '2024-02-01T00:00:00Z',
          to_datetime: '2024-02-29T23:59:59Z',
          expected_amount_cents: 9200 + 29 * (300 + 2000) + 5000,
          actual_amount_cents: 9200 + 29 * (300 + 2000) + 5000,
          error_percent: '0.0',
        },
      ],
      weighted_error_percent: '0.0',
    });
  });

  it('of a subscription without usage has its commitment', async () => {
    const { periods, accuracy } = await forecast('quiet');
    expect(periods[2]).toMatchObject({
      charges: [{ units: { expected: '0.0' }, amount_cents: { expected: 0 } }],
      commitment_amount_cents: { low: 5000, expected: 5000, high: 5000 },
      total_amount_cents: { expected: 5000 },
    });
    expect(accuracy.weighted_error_percent).toBeNull();
  });

  it('triggers an alert once when the expected amount reaches a threshold', async () => {
    const alert = { alert_type: 'projected_amount', code: 'much', thresholds: [{ value: 80_000 }, { value: 90_000 }] };
    await sandbox.ok('POST', '/subscriptions/s/alerts', { alert });
    const evaluated = async () =>
      (await sandbox.ok<{ alert: { previous_value: string } }>('GET', '/subscriptions/s/alerts/much')).alert
        .previous_value;
    await waitFor('the forecast', async () => (await evaluated()) === '88700.0');
    const event = { transaction_id: 'more', external_subscription_id: 's', code: 'tokens', properties: { n: 5000 } };
    await sandbox.ok('POST', '/events', { event: { ...event, timestamp: Date.parse(now) / 1000 } });
    await waitFor('the next forecast', async () => Number(await evaluated()) > 90_000);
    const inMonth = await forecast('s');
    expect(await evaluated()).toBe(`${inMonth.periods[0]?.total_amount_cents.expected}.0`);
  });

  it('of usual use triggers an alert when an hour or a day has more', async () => {
    const alert = { alert_type: 'usage_anomaly', code: 'unusual', thresholds: [{ value: 100 }] };
    expect(await sandbox.call('POST', '/subscriptions/s/alerts', { alert })).toEqual(
      validationFailed({ billable_metric: ['value_is_mandatory'] }),
    );
    await sandbox.ok('POST', '/subscriptions/s/alerts', { alert: { ...alert, billable_metric_code: 'calls' } });
    const evaluated = async () =>
      (await sandbox.ok<{ alert: { previous_value: string } }>('GET', '/subscriptions/s/alerts/unusual')).alert
        .previous_value;
    // Mondays have four calls; twenty are twice those of ten events, the least that is usual.
    const events = Array.from({ length: 20 }, (_, call) => ({
      transaction_id: `unusual ${call}`,
      external_subscription_id: 's',
      code: 'calls',
      timestamp: Date.parse(now) / 1000,
    }));
    await sandbox.ok('POST', '/events/batch', { events });
    await waitFor('the deviation', async () => (await evaluated()) === '100.0');
  });

  it('is of active subscriptions alone', async () => {
    expect(await sandbox.call('GET', '/subscriptions/nobody/forecast')).toMatchObject({
      status: 404,
      body: { code: 'subscription_not_found' },
    });
  });
});

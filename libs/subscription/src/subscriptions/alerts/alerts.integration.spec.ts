import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  aCustomer,
  aMetric,
  aPlan,
  aSubscription,
  Sandbox,
  usageEvent,
  waitFor,
  WebhookInbox,
} from '@tollgate/testing';

interface Triggered {
  alert_code: string;
  previous_value: string;
  current_value: string;
  crossed_thresholds: { value: string; recurring: boolean }[];
}

let inbox: WebhookInbox;
beforeAll(async () => {
  inbox = await WebhookInbox.open();
});
afterAll(() => inbox.close());
const triggeredAlerts = () =>
  inbox.ofType<{ triggered_alert: Triggered }>('alert.triggered').map(({ triggered_alert: alert }) => alert);

let sandbox: Sandbox;
/** A subscription with units at 1.00 each, and the recorded webhooks of its alerts. */
beforeEach(async () => {
  inbox.clear();
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  await inbox.register(sandbox, '/hooks', { signature_algo: 'hmac' });
  const metric = await aMetric().sumOf('units').createIn(sandbox);
  await aPlan().charge(metric, '1').createIn(sandbox);
  await aCustomer().createIn(sandbox);
  await aSubscription().createIn(sandbox);
});

const alertOn = (alert: Record<string, unknown>) => sandbox.ok('POST', '/subscriptions/s1/alerts', { alert });
const event = (id: string, units: number, at = '2024-03-02T00:00:00Z') => usageEvent({ id, at, properties: { units } });
const use = (transactionId: string, units: number, at?: string) =>
  sandbox.ok('POST', '/events', { event: event(transactionId, units, at) });
const previousValue = async (code: string) =>
  (await sandbox.ok<{ alert: { previous_value: string } }>('GET', `/subscriptions/s1/alerts/${code}`)).alert
    .previous_value;

describe('an alert on usage', () => {
  it('reports each threshold once under concurrent events', async () => {
    const thresholds = Array.from({ length: 20 }, (_, i) => ({ value: (i + 1) * 300 }));
    await alertOn({ alert_type: 'current_usage_amount', code: 'a', thresholds });
    await Promise.all(
      Array.from({ length: 10 }, (_, batch) =>
        sandbox.ok('POST', '/events/batch', {
          events: Array.from({ length: 6 }, (__, i) => event(`${batch}/${i}`, 1)),
        }),
      ),
    );
    await sandbox.awaitIdle();
    await waitFor('the last threshold', async () =>
      triggeredAlerts().some(({ crossed_thresholds: crossed }) => crossed.some(({ value }) => value === '6000.0')),
    );
    const values = triggeredAlerts().flatMap(({ crossed_thresholds: crossed }) =>
      crossed.map(({ value }) => Number(value)),
    );
    expect(values.sort((one, other) => one - other)).toEqual(thresholds.map(({ value }) => value));
    expect(await previousValue('a')).toBe('6000.0');
  });

  it('ignores an event without a charge, and evaluates late events like others', async () => {
    await alertOn({
      alert_type: 'billable_metric_lifetime_usage_units',
      billable_metric_code: 'm',
      code: 'a',
      thresholds: [{ value: 4 }, { value: 2, recurring: true }],
    });
    await use('before', 50, '2024-02-01T00:00:00Z');
    await use('e1', 3);
    await sandbox.awaitIdle();
    expect(await previousValue('a')).toBe('3.0');
    await sandbox.advanceClock('2024-04-02T00:00:00Z');
    await use('late', 1, '2024-03-03T00:00:00Z');
    await sandbox.awaitIdle();
    await use('e2', 4, '2024-04-01T12:00:00Z');
    await sandbox.awaitIdle();
    await waitFor('two crossings', async () => triggeredAlerts().length === 2);
    expect(triggeredAlerts().map(({ crossed_thresholds: crossed }) => crossed.map(({ value }) => value))).toEqual([
      ['4.0'],
      ['6.0', '8.0'],
    ]);
  });

  it('retains its value through a change, and is evaluated again', async () => {
    await alertOn({ alert_type: 'current_usage_amount', code: 'a', thresholds: [{ value: 5000 }] });
    await use('e1', 20);
    await sandbox.awaitIdle();
    await sandbox.ok('PUT', '/subscriptions/s1/alerts/a', {
      alert: { thresholds: [{ value: 1000 }, { value: 2500 }] },
    });
    await sandbox.awaitIdle();
    expect(triggeredAlerts()).toEqual([]);
    await use('e2', 10);
    await sandbox.awaitIdle();
    await waitFor('the threshold', async () => triggeredAlerts().length === 1);
    expect(triggeredAlerts()).toMatchObject([
      { previous_value: '2000.0', current_value: '3000.0', crossed_thresholds: [{ value: '2500.0' }] },
    ]);
  });

  it('is rejected if its code or type is taken, by concurrent calls too', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        sandbox.call('POST', '/subscriptions/s1/alerts', {
          alert: { alert_type: 'lifetime_usage_amount', code: `c${i}`, thresholds: [{ value: '10.50' }] },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 422)]);
    const second = await sandbox.call('POST', '/subscriptions/s1/alerts', {
      alert: {
        alert_type: 'current_usage_amount',
        code: 'x',
        thresholds: [
          { value: 1, recurring: true },
          { value: 2, recurring: true },
        ],
      },
    });
    expect(second.body).toMatchObject({ error_details: { base: ['alert_already_exists'] } });
  });
});

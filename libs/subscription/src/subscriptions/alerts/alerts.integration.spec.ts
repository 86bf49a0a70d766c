import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox, waitFor } from '@tollgate/testing';

interface Triggered {
  alert_code: string;
  previous_value: string;
  current_value: string;
  crossed_thresholds: { value: string; recurring: boolean }[];
}

const triggeredAlerts: Triggered[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (data: Buffer) => (body += data.toString()));
  request.on('end', () => {
    const message = JSON.parse(body) as { webhook_type: string; triggered_alert: Triggered };
    if (message.webhook_type === 'alert.triggered') triggeredAlerts.push(message.triggered_alert);
    response.end();
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

let sandbox: Sandbox;
/** A subscription with units at 1.00 each, and the recorded webhooks of its alerts. */
beforeEach(async () => {
  triggeredAlerts.length = 0;
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  await sandbox.ok('POST', '/webhook_endpoints', {
    webhook_endpoint: {
      webhook_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
      signature_algo: 'hmac',
    },
  });
  const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    { billable_metric: { name: 'm', code: 'm', aggregation_type: 'sum_agg', field_name: 'units' } },
  );
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'p',
      code: 'p',
      interval: 'monthly',
      amount_cents: 0,
      amount_currency: 'EUR',
      pay_in_advance: false,
      charges: [{ billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '1' } }],
    },
  });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1' } });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c1', external_id: 's1', plan_code: 'p' },
  });
});

const alertOn = (alert: Record<string, unknown>) => sandbox.ok('POST', '/subscriptions/s1/alerts', { alert });
const event = (transactionId: string, units: number, at = '2024-03-02T00:00:00Z') => ({
  transaction_id: transactionId,
  external_subscription_id: 's1',
  code: 'm',
  timestamp: Date.parse(at) / 1000,
  properties: { units },
});
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
      triggeredAlerts.some(({ crossed_thresholds: crossed }) => crossed.some(({ value }) => value === '6000.0')),
    );
    const values = triggeredAlerts.flatMap(({ crossed_thresholds: crossed }) =>
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
    await waitFor('two crossings', async () => triggeredAlerts.length === 2);
    expect(triggeredAlerts.map(({ crossed_thresholds: crossed }) => crossed.map(({ value }) => value))).toEqual([
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
    expect(triggeredAlerts).toEqual([]);
    await use('e2', 10);
    await sandbox.awaitIdle();
    await waitFor('the threshold', async () => triggeredAlerts.length === 1);
    expect(triggeredAlerts).toMatchObject([
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

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  aCustomer,
  aMetric,
  aPlan,
  aSubscription,
  PortalVisitor,
  Sandbox,
  usageEvent,
  waitFor,
  WebhookInbox,
} from '@tollgate/testing';

interface Alert {
  code: string;
  value: string;
  previous_value: string;
}

interface Mail {
  status: string;
  recipients: { email: string }[];
}

let inbox: WebhookInbox;
let sandbox: Sandbox;
let me: PortalVisitor;
let entity: string;
beforeAll(async () => {
  inbox = await WebhookInbox.open();
});
afterAll(() => inbox.close());

/** A subscription with units at 1.00 each; its customer and its issuer have addresses. */
beforeEach(async () => {
  inbox.clear();
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  await inbox.register(sandbox, '/hooks', { signature_algo: 'hmac' });
  const { billing_entities } = await sandbox.ok<{ billing_entities: { code: string }[] }>('GET', '/billing_entities');
  entity = billing_entities[0]?.code ?? '';
  await sandbox.ok('PUT', `/billing_entities/${entity}`, { billing_entity: { email: 'billing@acme.example' } });
  const metric = await aMetric().sumOf('units').createIn(sandbox);
  await sandbox.ok('POST', '/billable_metrics', {
    billable_metric: { name: 'Unpriced', code: 'unpriced', aggregation_type: 'count_agg' },
  });
  await aPlan().charge(metric, '1').createIn(sandbox);
  await aCustomer().with({ email: 'ada@example.com', currency: 'EUR' }).createIn(sandbox);
  await aCustomer('other').with({ currency: 'EUR' }).createIn(sandbox);
  await aSubscription().createIn(sandbox);
  me = await PortalVisitor.of(sandbox, 'c1');
}, 60_000);

const path = '/subscriptions/s1/alerts';
const post = (alert: object, visitor = me) => visitor.call('POST', path, { alert });
const set = async (alert: object): Promise<Alert> => (await me.ok<{ alert: Alert }>('POST', path, { alert })).alert;
const listed = async () => (await me.ok<{ alerts: Alert[] }>('GET', path)).alerts;
const use = async (id: string, units: number, at = '2024-03-02T00:00:00Z') => {
  await sandbox.ok('POST', '/events', { event: usageEvent({ id, at, properties: { units } }) });
  await sandbox.awaitIdle();
};
const mails = async () => (await sandbox.ok<{ emails: Mail[] }>('GET', '/emails?email_type=usage_alert')).emails;
const allUsage = { alert_type: 'current_usage_amount', value: 1_000 };
const ofMetric = { alert_type: 'billable_metric_current_usage_units', billable_metric_code: 'm', value: '20' };

describe('an alert of a customer', () => {
  it('sends one mail in each period, and no webhook', async () => {
    const alert = await set(allUsage);
    expect(alert).toMatchObject({ value: '1000.0', previous_value: '0.0' });
    await use('e1', 5);
    expect(await mails()).toEqual([]);
    await use('e2', 6);
    await use('e3', 7);
    await waitFor('the mail', async () => (await mails()).some(({ status }) => status === 'sent'));
    expect((await mails()).map(({ recipients }) => recipients.map(({ email }) => email))).toEqual([
      ['ada@example.com'],
    ]);
    expect((await listed())[0]?.previous_value).toBe('1800.0');
    await sandbox.advanceClock('2024-04-02T00:00:00Z');
    await use('next', 12, '2024-04-01T12:00:00Z');
    await waitFor('the mail of the next period', async () => (await mails()).length === 2);
    expect(inbox.ofType('alert.triggered')).toEqual([]);
  }, 90_000);

  it('sends no mail where the customer has no address', async () => {
    await aCustomer().with({ email: null }).createIn(sandbox);
    await set(allUsage);
    await use('e1', 11);
    await waitFor('the evaluation', async () => (await listed())[0]?.previous_value === '1100.0');
    await sandbox.awaitIdle();
    expect(await mails()).toEqual([]);
  }, 60_000);

  it('watches a metric of the plan, changes its value, and is removed once', async () => {
    const { code } = await set(ofMetric);
    const changed = await me.ok<{ alert: Alert }>('PUT', `${path}/${code}`, { alert: { value: 30 } });
    expect(changed.alert).toMatchObject({ code, value: '30.0', billable_metric: { code: 'm' } });
    const removals = await Promise.all(Array.from({ length: 16 }, () => me.call('DELETE', `${path}/${code}`)));
    expect(removals.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 15 }, () => 404)]);
    expect(await listed()).toEqual([]);
  }, 60_000);

  it('is refused with the code of each rule', async () => {
    const refused = async (alert: object, details: object) =>
      expect(await post(alert)).toMatchObject({ status: 422, body: { error_details: details } });
    await refused({ value: 1 }, { alert_type: ['value_is_invalid'] });
    await refused({ ...allUsage, alert_type: 'usage_anomaly' }, { alert_type: ['value_is_invalid'] });
    await refused({ ...allUsage, value: 0 }, { value: ['value_is_out_of_range'] });
    await refused({ ...allUsage, value: '' }, { value: ['value_is_mandatory'] });
    await refused({ ...allUsage, billable_metric_code: 'm' }, { billable_metric_code: ['value_must_be_blank'] });
    await refused({ alert_type: ofMetric.alert_type, value: 1 }, { billable_metric_code: ['value_is_mandatory'] });
    for (const code of ['unpriced', 'unknown'])
      expect(await post({ ...ofMetric, billable_metric_code: code })).toMatchObject({
        status: 404,
        body: { code: 'billable_metric_not_found' },
      });
  }, 60_000);

  it('exists once for a value under 16 calls at once, and 20 times at most', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => post(allUsage)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 15 }, () => 422)]);
    for (let value = 1; value < 20; value += 1) await set({ ...ofMetric, value });
    expect(await post({ ...ofMetric, value: 99 })).toMatchObject({
      status: 422,
      body: { error_details: { base: ['too_many_alerts'] } },
    });
    expect(await listed()).toHaveLength(20);
  }, 60_000);
});

describe('alerts of customers and of organizations', () => {
  it('are apart: each sees and changes its own, and the organization deletes both', async () => {
    await sandbox.ok('POST', path, {
      alert: { alert_type: 'current_usage_amount', code: 'ours', thresholds: [{ value: 500 }] },
    });
    const { code } = await set(allUsage);
    expect((await listed()).map((alert) => alert.code)).toEqual([code]);
    expect(await me.call('DELETE', `${path}/ours`)).toMatchObject({ status: 404, body: { code: 'alert_not_found' } });
    const { alerts } = await sandbox.ok<{ alerts: { code: string; created_by_customer: boolean }[] }>('GET', path);
    expect(alerts.map((alert) => [alert.code, alert.created_by_customer]).sort()).toEqual(
      [
        ['ours', false],
        [code, true],
      ].sort(),
    );
    expect(await sandbox.call('PUT', `${path}/${code}`, { alert: { thresholds: [{ value: 1 }] } })).toMatchObject({
      status: 405,
      body: { code: 'alert_of_customer' },
    });
    await sandbox.ok('DELETE', path);
    expect(await listed()).toHaveLength(1);
    await sandbox.ok('DELETE', `${path}/${code}`);
    expect(await listed()).toEqual([]);
  }, 60_000);

  it('do not reach the next customer of an external id', async () => {
    await set(allUsage);
    const stranger = await PortalVisitor.of(sandbox, 'other');
    expect(await stranger.call('GET', path)).toMatchObject({ status: 404, body: { code: 'subscription_not_found' } });
    expect(await post(allUsage, stranger)).toMatchObject({ status: 404 });
    await sandbox.ok('DELETE', '/subscriptions/s1');
    await sandbox.awaitIdle();
    await aSubscription().with({ external_customer_id: 'other' }).createIn(sandbox);
    await sandbox.ok('POST', path, {
      alert: { alert_type: 'current_usage_amount', code: 'ours', thresholds: [{ value: 500 }] },
    });
    await use('e1', 20);
    await waitFor('the alert of the organization', async () => inbox.ofType('alert.triggered').length === 1);
    await sandbox.awaitIdle();
    expect(await mails()).toEqual([]);
    expect(await stranger.ok('GET', path)).toEqual({ alerts: [] });
  }, 60_000);
});

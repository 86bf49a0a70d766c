import { beforeAll, describe, expect, it } from '@jest/globals';
import { ActivityLog } from '@tollgate/contracts';
import { Sandbox } from '@tollgate/testing';

type Json = Record<string, unknown>;
const at = '2024-03-01T10:00:00Z';

describe('the log of activities', () => {
  let sandbox: Sandbox;
  const logs = async (query = '') => {
    await sandbox.awaitIdle();
    return (await sandbox.ok<{ activity_logs: Json[] }>('GET', `/activity_logs?${query}`)).activity_logs;
  };
  const types = async (query = '') => (await logs(query)).map((log) => log['activity_type']).sort();

  beforeAll(async () => {
    sandbox = await Sandbox.create(at);
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1', name: 'Old', currency: 'EUR' } });
    // An entry has the object as the log reads it, a moment after the call.
    await sandbox.awaitIdle();
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1', name: 'New' } });
    const coupon = { coupon_type: 'fixed_amount', amount_cents: 100, amount_currency: 'EUR', frequency: 'once' };
    await sandbox.ok('POST', '/coupons', {
      coupon: { name: 'Ten', code: 'ten', expiration: 'no_expiration', ...coupon },
    });
    await sandbox.ok('PUT', '/coupons/ten', { coupon: { name: 'Eleven' } });
    const { applied_coupon: applied } = await sandbox.ok<{ applied_coupon: { svc_id: string } }>(
      'POST',
      '/applied_coupons',
      { applied_coupon: { external_customer_id: 'c1', coupon_code: 'ten' } },
    );
    await sandbox.ok('DELETE', `/customers/c1/applied_coupons/${applied.svc_id}`);
    await sandbox.ok('DELETE', '/coupons/ten');
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: 'P',
        code: 'p',
        interval: 'monthly',
        amount_cents: 500,
        amount_currency: 'EUR',
        pay_in_advance: true,
      },
    });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c1', external_id: 's1', plan_code: 'p' },
    });
    await sandbox.ok('POST', '/wallets', {
      wallet: { external_customer_id: 'c1', rate_amount: '1', currency: 'EUR', granted_credits: '10' },
    });
    await sandbox.ok('PUT', '/billing_entities/' + String(await firstEntity()), {
      billing_entity: { name: 'Renamed' },
    });
  });
  const firstEntity = async () =>
    (await sandbox.ok<{ billing_entities: Json[] }>('GET', '/billing_entities')).billing_entities[0]?.['code'];

  it('shows the state before and after', async () => {
    const [changed] = await logs('activity_types[]=customer.updated');
    expect(changed).toMatchObject({
      activity_source: 'api',
      activity_object: { external_id: 'c1', name: 'New' },
      activity_object_changes: { name: ['Old', 'New'] },
      user_email: null,
      resource_type: 'Customer',
      external_customer_id: 'c1',
      external_subscription_id: null,
      organization_id: sandbox.organizationId,
      logged_at: at,
    });
    expect(Object.keys(changed?.['activity_object_changes'] as Json)).toEqual(['name']);
    expect(Object.keys(changed ?? {}).sort()).toEqual(Object.keys(ActivityLog.shape).sort());
    const [created] = await logs('activity_types[]=customer.created');
    expect(created).toMatchObject({ activity_object: { name: 'Old' }, activity_object_changes: {} });
    expect(
      (await sandbox.ok<Json>('GET', `/activity_logs/${String(changed?.['activity_id'])}`))['activity_log'],
    ).toEqual(changed);
  });

  it('covers coupons and applied coupons', async () => {
    expect(await types('resource_types[]=Coupon')).toEqual([
      'applied_coupon.created',
      'applied_coupon.deleted',
      'coupon.created',
      'coupon.deleted',
      'coupon.updated',
    ]);
    const [applied] = await logs('activity_types[]=applied_coupon.created');
    expect(applied).toMatchObject({ external_customer_id: 'c1' });
    const [coupon] = await logs('activity_types[]=coupon.updated');
    expect(coupon).toMatchObject({ external_customer_id: null, activity_object_changes: { name: ['Ten', 'Eleven'] } });
    expect(coupon?.['resource_id']).toBe(applied?.['resource_id']);
  });

  it('shows subscriptions, wallets and invoices with their customer, and activities of the system', async () => {
    const [started] = await logs('external_subscription_id=s1');
    expect(started).toMatchObject({ activity_type: 'subscription.started', external_customer_id: 'c1' });
    expect(await types('resource_types[]=Wallet')).toEqual(
      expect.arrayContaining(['wallet.created', 'wallet_transaction.created']),
    );
    const [invoice] = await logs('activity_types[]=invoice.created');
    expect(invoice).toMatchObject({ activity_source: 'system', resource_type: 'Invoice', external_customer_id: 'c1' });
    expect(await types('activity_sources[]=system&resource_types[]=Customer')).toEqual([]);
    expect(await types('resource_types[]=BillingEntity')).toEqual(['billing_entities.updated']);
    expect((await logs('external_customer_id=c1')).every((log) => log['external_customer_id'] === 'c1')).toBe(true);
  });

  it('shows a subscription that was cancelled before its start', async () => {
    await sandbox.ok('POST', '/subscriptions', {
      subscription: {
        external_customer_id: 'c1',
        external_id: 's2',
        plan_code: 'p',
        subscription_at: '2024-05-01T00:00:00Z',
      },
    });
    await sandbox.ok('DELETE', '/subscriptions/s2?status=pending');
    const [canceled] = await logs('activity_types[]=subscription.canceled');
    expect(canceled).toMatchObject({
      activity_source: 'api',
      activity_object: { external_id: 's2', status: 'canceled' },
      resource_type: 'Subscription',
      external_customer_id: 'c1',
      external_subscription_id: 's2',
    });
  });

  it('shows a failed invoice', async () => {
    const failing = await Sandbox.create(at);
    const { billable_metric: metric } = await failing.ok<{ billable_metric: Json }>('POST', '/billable_metrics', {
      billable_metric: { name: 'M', code: 'm', aggregation_type: 'sum_agg', field_name: 'units' },
    });
    await failing.ok('POST', '/plans', {
      plan: {
        name: 'P',
        code: 'p',
        interval: 'monthly',
        amount_cents: 0,
        amount_currency: 'EUR',
        pay_in_advance: false,
        charges: [
          { billable_metric_id: metric['svc_id'], charge_model: 'standard', properties: { amount: '999999999' } },
        ],
      },
    });
    await failing.ok('POST', '/customers', { customer: { external_id: 'c1' } });
    await failing.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c1', external_id: 's1', plan_code: 'p' },
    });
    await failing.ok('POST', '/events', {
      event: { transaction_id: 't', external_subscription_id: 's1', code: 'm', properties: { units: '999999999' } },
    });
    await failing.advanceClock('2024-04-01T01:00:00Z');
    const { activity_logs: logged } = await failing.ok<{ activity_logs: Json[] }>(
      'GET',
      '/activity_logs?activity_types[]=invoice.failed',
    );
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({
      activity_source: 'system',
      activity_object: { status: 'failed' },
      resource_type: 'Invoice',
      external_customer_id: 'c1',
    });
  });

  it('filters by dates, and refuses invalid ones', async () => {
    expect(await logs('to_date=2024-02-29')).toEqual([]);
    expect((await logs('from_date=2024-03-01&to_date=2024-03-01')).length).toBe((await logs()).length);
    expect(await sandbox.call('GET', '/activity_logs?from_date=x')).toMatchObject({ status: 422 });
    expect(await sandbox.call('GET', '/activity_logs/none')).toMatchObject({
      status: 404,
      body: { code: 'activity_log_not_found' },
    });
  });
});

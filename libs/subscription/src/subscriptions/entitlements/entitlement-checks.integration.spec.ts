import { beforeAll, describe, expect, it } from '@jest/globals';
import { notFound, Sandbox, validationFailed, waitFor } from '@tollgate/testing';

interface Check {
  entitlement_check: Record<string, unknown> & { allowed: boolean; usage: { units: string } | null };
}

let sandbox: Sandbox;
/** A plan with 10 seats, a limit of 3 calls, and a feature outside the plan. */
beforeAll(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  await sandbox.ok('POST', '/billable_metrics', {
    billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'sum_agg', field_name: 'units' },
  });
  await sandbox.ok('POST', '/features', {
    feature: {
      code: 'api',
      privileges: [
        { code: 'seats', value_type: 'integer' },
        { code: 'calls', value_type: 'integer', config: { billable_metric_code: 'calls' } },
        { code: 'sso', value_type: 'boolean' },
        { code: 'note' },
      ],
    },
  });
  await sandbox.ok('POST', '/features', { feature: { code: 'other' } });
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'p',
      code: 'p',
      interval: 'monthly',
      amount_cents: 0,
      amount_currency: 'EUR',
      pay_in_advance: false,
    },
  });
  await sandbox.ok('POST', '/plans/p/entitlements', { entitlements: { api: { seats: 10, calls: 3, sso: false } } });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1' } });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c1', external_id: 's1', plan_code: 'p' },
  });
  await sandbox.awaitIdle();
});

const path = (feature: string, query = '') => `/subscriptions/s1/entitlements/${feature}/check${query}`;
const check = async (feature: string, query = '') =>
  (await sandbox.ok<Check>('GET', path(feature, query))).entitlement_check;
const answer = (more: object) => ({
  external_subscription_id: 's1',
  feature_code: 'api',
  privilege_code: null,
  allowed: true,
  value: null,
  usage: null,
  ...more,
});

describe('the check of an entitlement', () => {
  it('distinguishes granted features and privileges from missing ones', async () => {
    expect(await check('api')).toEqual(answer({}));
    expect(await check('other')).toEqual(answer({ feature_code: 'other', allowed: false }));
    expect(await check('api', '?privilege=seats')).toEqual(answer({ privilege_code: 'seats', value: 10 }));
    expect(await check('api', '?privilege=sso')).toEqual(
      answer({ privilege_code: 'sso', value: false, allowed: false }),
    );
    expect(await check('api', '?privilege=note')).toEqual(answer({ privilege_code: 'note', allowed: false }));
  });

  it('answers unknown resources with 404', async () => {
    expect(await sandbox.call('GET', '/subscriptions/none/entitlements/api/check')).toEqual(notFound('subscription'));
    expect(await sandbox.call('GET', path('api', '?status=terminated'))).toEqual(notFound('subscription'));
    expect(await sandbox.call('GET', path('none'))).toEqual(notFound('feature'));
    expect(await sandbox.call('GET', path('api', '?privilege=none'))).toEqual(notFound('privilege'));
    const stranger = await Sandbox.create('2024-03-01T00:00:00Z');
    expect(await stranger.call('GET', path('api'))).toEqual(notFound('subscription'));
  });

  it('reflects writes to the subscription at once, and writes to the plan within a second', async () => {
    await sandbox.ok('PATCH', '/subscriptions/s1/entitlements', { entitlements: { api: { sso: true } } });
    expect(await check('api', '?privilege=sso')).toMatchObject({ allowed: true, value: true });
    await sandbox.ok('PATCH', '/plans/p/entitlements', { entitlements: { api: { seats: 11 } } });
    await waitFor(
      'check of the entitlement',
      async () => (await check('api', '?privilege=seats'))['value'] === 11 || undefined,
    );
  });

  it('compares usage of the current period with a limit', async () => {
    const limit = '?privilege=calls';
    expect(await check('api', limit)).toEqual(
      answer({
        privilege_code: 'calls',
        value: 3,
        usage: {
          billable_metric_code: 'calls',
          units: '0',
          remaining: '3',
          from_datetime: '2024-03-01T00:00:00Z',
          to_datetime: '2024-03-31T23:59:59Z',
        },
      }),
    );
    await sandbox.ok('POST', '/events', {
      event: { transaction_id: 't1', external_subscription_id: 's1', code: 'calls', properties: { units: '3.5' } },
    });
    const used = await waitFor('check of the entitlement', async () => {
      const answered = await check('api', limit);
      return answered.usage?.units === '3.5' ? answered : undefined;
    });
    expect(used).toMatchObject({ allowed: false, value: 3, usage: { remaining: '0' } });
  });

  it('accepts an existing metric for integers only', async () => {
    const update = (privilege: object) =>
      sandbox.call('PUT', '/features/api', { feature: { privileges: [privilege] } });
    const wrong = (code: string) => validationFailed({ 'privilege.config': [code] });
    expect(await update({ code: 'seats', config: { billable_metric_code: 'none' } })).toEqual(
      wrong('value_is_invalid'),
    );
    expect(await update({ code: 'note', config: { billable_metric_code: 'calls' } })).toEqual(wrong('invalid_format'));
    expect(await update({ code: 'calls', config: { billable_metric_code: 7 } })).toEqual(wrong('invalid_format'));
    await sandbox.ok('PUT', '/features/api', { feature: { privileges: [{ code: 'calls', name: 'Calls' }] } });
    expect(await check('api', '?privilege=calls')).toMatchObject({ usage: { billable_metric_code: 'calls' } });
    await sandbox.ok('PUT', '/features/api', {
      feature: { privileges: [{ code: 'calls', config: { billable_metric_code: null } }] },
    });
    const freed = await waitFor('check of the entitlement', async () => {
      const answered = await check('api', '?privilege=calls');
      return answered.usage === null ? answered : undefined;
    });
    expect(freed).toMatchObject({ allowed: true, value: 3 });
  });
});

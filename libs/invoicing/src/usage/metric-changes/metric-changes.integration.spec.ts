import { describe, expect, it } from '@jest/globals';
import type { MetricChangeEffects } from '@tollgate/contracts';
import { aMetric, aPlan, aSubscription, call, Sandbox, sendEvent } from '@tollgate/testing';

const start = '2024-03-01T00:00:00Z';
const filters = [
  { key: 'region', values: ['eu', 'us'] },
  { key: 'size', values: ['m', 's'] },
];

const effectsOf = async (sandbox: Sandbox, billable_metric: object): Promise<MetricChangeEffects> =>
  (
    await sandbox.ok<{ change_effects: MetricChangeEffects }>('POST', '/billable_metrics/tokens/change_effects', {
      billable_metric,
    })
  ).change_effects;

describe('the effects of a change of a metric (metering, section 1.5)', () => {
  it('of a metric in no plan concern no running period', async () => {
    const sandbox = await Sandbox.create(start);
    await aMetric('tokens').sumOf('count').createIn(sandbox);
    expect(await effectsOf(sandbox, { aggregation_type: 'max_agg', field_name: 'other', name: 'M' })).toEqual({
      effect: 'not_charged',
      changed_fields: expect.arrayContaining(['aggregation_type', 'field_name', 'name']),
      ignored_fields: [],
      plans_count: 0,
      active_subscriptions_count: 0,
      draft_invoices_count: 0,
      trimmed_filters_count: 0,
      removed_filters_count: 0,
    });
    expect(await effectsOf(sandbox, { name: 'Other', field_name: 'count', expression: '', recurring: null })).toEqual(
      expect.objectContaining({ effect: 'none', changed_fields: ['name'] }),
    );
  });

  it('of a metric in a plan are those of its filters alone, and count what follows', async () => {
    const sandbox = await Sandbox.create(start);
    await sandbox.ok('PUT', '/organizations', {
      organization: { billing_configuration: { invoice_grace_period: 5 } },
    });
    const metric = await aMetric('tokens').sumOf('count').with({ filters }).createIn(sandbox);
    const properties = { amount: '2' };
    const chargeFilters = [
      { values: { region: ['eu'] }, properties },
      { values: { region: ['us'], size: ['s'] }, properties },
      { values: { size: ['m'] }, properties },
    ];
    await aPlan('p').charge(metric, '1', { filters: chargeFilters }).createIn(sandbox);
    await aPlan('q').createIn(sandbox);
    await aSubscription('s1', 'c1', 'p').createIn(sandbox);
    await aSubscription('s2', 'c2', 'p')
      .with({ plan_overrides: { amount_cents: 5 } })
      .createIn(sandbox);
    await aSubscription('s3', 'c3', 'q').createIn(sandbox);
    await sendEvent(sandbox, { id: 'e', metric: 'tokens', at: start, properties: { count: 1, region: 'eu' } });
    await sandbox.advanceClock('2024-04-02T00:00:00Z');
    const used = { plans_count: 1, active_subscriptions_count: 2, draft_invoices_count: 2 };
    expect(
      await effectsOf(sandbox, { filters: [{ key: 'size', values: ['s'] }], field_name: 'other', recurring: false }),
    ).toEqual({
      effect: 'running_periods',
      changed_fields: ['filters'],
      ignored_fields: ['field_name'],
      ...used,
      // Those of the plan and of its copy.
      trimmed_filters_count: 2,
      removed_filters_count: 4,
    });
    expect(await effectsOf(sandbox, { filters: filters.toReversed(), name: 'N' })).toMatchObject({
      effect: 'none',
      changed_fields: ['name'],
      ...used,
    });
    const { billable_metric: unchanged } = await sandbox.ok<{ billable_metric: object }>(
      'GET',
      '/billable_metrics/tokens',
    );
    expect(unchanged).toMatchObject({ name: 'tokens', filters });
  });

  it('are refused as the change, and to a lesser key', async () => {
    const sandbox = await Sandbox.create(start);
    const path = '/billable_metrics/tokens/change_effects';
    expect(await sandbox.call('POST', path, { billable_metric: { name: 'a' } })).toMatchObject({ status: 404 });
    await aMetric('tokens').sumOf('count').createIn(sandbox);
    await aMetric('other').createIn(sandbox);
    expect(await sandbox.call('POST', path, { billable_metric: { code: 'other', expression: '(' } })).toMatchObject({
      status: 422,
      body: { error_details: { code: ['value_already_exist'], expression: ['invalid_expression'] } },
    });
    expect(await sandbox.call('POST', path, {})).toMatchObject({ status: 400 });
    const { api_key: lesser } = await sandbox.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
      api_key: { name: 'lesser', permissions: { billable_metric: ['read'] } },
    });
    const body = { billable_metric: { name: 'a' } };
    expect(await call('POST', `/api/v1${path}`, `Bearer ${lesser.value}`, body)).toMatchObject({ status: 403 });
    expect(await call('POST', `/api/v1${path}`, 'Bearer none', body)).toMatchObject({ status: 401 });
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { MetricPreview, MetricValue } from '@tollgate/contracts';
import { aMetric, aPlan, aSubscription, call, Sandbox, sendEvent } from '@tollgate/testing';

const day = '2024-03-10T00:00:00Z';
const [from, to] = ['2024-03-08', '2024-03-12'];
/** Names and values that would break out of a statement, a path or an object. */
const hostile = [`it's "a.b"`, 'a.b[0]', 'toString', 'constructor', '{field:String}', '名前 🙂', '\\', '?#&=%'];

interface Values {
  billable_metric_values: MetricValue[];
  examined_count: number;
  truncated: boolean;
}

const valuesOf = (sandbox: Sandbox, field: string, more = '', code = 'tokens') =>
  sandbox.ok<Values>('GET', `/billable_metrics/${code}/values?field=${encodeURIComponent(field)}${more}`);

const draft = { name: 'Tokens', code: 'tokens', aggregation_type: 'sum_agg', field_name: 'count' };
const previewBody = (metric: object, more: object = {}) => ({
  billable_metric: { ...draft, ...metric },
  from,
  to,
  ...more,
});
const preview = async (sandbox: Sandbox, metric: object = {}, more: object = {}): Promise<MetricPreview> =>
  (
    await sandbox.ok<{ billable_metric_preview: MetricPreview }>(
      'POST',
      '/billable_metrics/preview',
      previewBody(metric, more),
    )
  ).billable_metric_preview;

const send = async (sandbox: Sandbox, all: Record<string, unknown>[], at = day) => {
  for (const [place, properties] of all.entries())
    await sendEvent(sandbox, { id: `${at} ${place}`, metric: 'tokens', at, properties });
};

describe('values of a property (metering, section 1.3)', () => {
  let sandbox: Sandbox;
  let other: Sandbox;
  beforeAll(async () => {
    [sandbox, other] = await Promise.all([Sandbox.create(day), Sandbox.create(day)]);
    for (const one of [sandbox, other]) await aMetric('tokens').sumOf('count').createIn(one);
    await send(sandbox, [
      { region: 'eu', ...Object.fromEntries(hostile.map((name) => [name, name])) },
      { region: 'eu', size: 1 },
      { region: 'us', size: '1' },
      { region: 'x'.repeat(60_000) },
      { region: null },
    ]);
    await send(sandbox, [{ region: 'old' }], '2024-01-01T00:00:00Z');
    await send(sandbox, [{ region: 'late' }], '2024-02-20T00:00:00Z');
    await send(sandbox, [{ region: 'future' }], '2024-03-20T00:00:00Z');
    await sendEvent(sandbox, { id: 'elsewhere', metric: 'seats', at: day, properties: { region: 'seats' } });
    await send(other, [{ region: 'theirs' }]);
    for (const one of [sandbox, other]) await one.awaitIdle();
  }, 60_000);

  it('are those of the last 30 days, the most frequent first, without longer ones than a filter can have', async () => {
    expect(await valuesOf(sandbox, 'region')).toEqual({
      billable_metric_values: [
        { value: 'eu', events_count: 2 },
        { value: 'late', events_count: 1 },
        { value: 'us', events_count: 1 },
      ],
      examined_count: 6,
      truncated: true,
    });
    expect(await valuesOf(sandbox, 'size')).toEqual({
      billable_metric_values: [{ value: '1', events_count: 2 }],
      examined_count: 6,
      truncated: false,
    });
    expect(await valuesOf(other, 'region')).toMatchObject({
      billable_metric_values: [{ value: 'theirs', events_count: 1 }],
    });
  });

  it('are those of another span, with future events', async () => {
    const { billable_metric_values: values } = await valuesOf(sandbox, 'region', '&from=2024-03-15&to=2024-03-31');
    expect(values).toEqual([{ value: 'future', events_count: 1 }]);
  });

  it.each(hostile)('are those of a property called %s', async (name) => {
    expect(await valuesOf(sandbox, name)).toMatchObject({
      billable_metric_values: [{ value: name, events_count: 1 }],
      truncated: false,
    });
  });

  it('need a field, a metric and a span of at most 31 days', async () => {
    const refused = async (path: string) => {
      const { status, body } = await sandbox.call('GET', `/billable_metrics/${path}`);
      return { status, ...(body as object) };
    };
    expect(await refused('none/values?field=region')).toMatchObject({ status: 404, code: 'billable_metric_not_found' });
    for (const query of ['', '?field=', '?field[]=region'])
      expect(await refused(`tokens/values${query}`)).toMatchObject({
        status: 422,
        error_details: { field: ['value_is_mandatory'] },
      });
    expect(await refused(`tokens/values?field=${'x'.repeat(256)}`)).toMatchObject({
      error_details: { field: ['value_is_too_long'] },
    });
    expect(await refused('tokens/values?field=a&from=soon')).toMatchObject({
      error_details: { from: ['invalid_date'] },
    });
    expect(await refused('tokens/values?field=a&from=2024-01-01&to=2024-02-02')).toMatchObject({
      error_details: { from: ['value_is_out_of_range'] },
    });
    expect(await refused('tokens/values?field=a&from=2024-02-02&to=2024-02-01')).toMatchObject({
      error_details: { to: ['value_is_out_of_range'] },
    });
  });

  it('of a deleted metric are not found, and an organization without events has none', async () => {
    const empty = await Sandbox.create(day);
    await aMetric('tokens').createIn(empty);
    expect(await valuesOf(empty, 'region')).toEqual({
      billable_metric_values: [],
      examined_count: 0,
      truncated: false,
    });
    expect(await preview(empty)).toEqual({
      events_count: 0,
      examined_count: 0,
      counted_count: 0,
      refusals: [],
      warnings: [],
      samples: [],
      properties: [],
    });
    await empty.ok('DELETE', '/billable_metrics/tokens');
    expect(await empty.call('GET', '/billable_metrics/tokens/values?field=region')).toMatchObject({ status: 404 });
  });

  it('need a key that may view metrics; a preview also one that may view events', async () => {
    const keyWith = async (permissions: object) =>
      (
        await sandbox.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
          api_key: { name: 'lesser', permissions },
        })
      ).api_key.value;
    const [metrics, events] = [
      await keyWith({ billable_metric: ['read', 'write'] }),
      await keyWith({ event: ['read', 'write'] }),
    ];
    const path = '/api/v1/billable_metrics';
    const values = (key: string) => call('GET', `${path}/tokens/values?field=region`, `Bearer ${key}`);
    const previewed = (key: string) => call('POST', `${path}/preview`, `Bearer ${key}`, previewBody({}));
    expect(await values(metrics)).toMatchObject({ status: 200 });
    expect(await values(events)).toMatchObject({ status: 403 });
    expect(await values('none')).toMatchObject({ status: 401 });
    expect(await previewed(metrics)).toMatchObject({
      status: 403,
      body: { code: 'write_action_not_allowed_for_event' },
    });
    expect(await previewed(events)).toMatchObject({ status: 403 });
    expect(await previewed('none')).toMatchObject({ status: 401 });
  });
});

describe('a preview of a metric (metering, section 1.4)', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await Sandbox.create(day);
    await send(sandbox, [
      { count: 5, region: 'eu' },
      { count: '2.5', region: 'us' },
      { count: '1e3', region: 'eu' },
      { region: 'asia' },
      { count: 1, region: 'moon' },
    ]);
    await sandbox.ok('POST', '/events', {
      event: { transaction_id: 'later', code: 'tokens', timestamp: Date.parse('2024-03-11T00:00:00Z') / 1000 },
    });
    await send(sandbox, [{ count: 7 }], '2024-03-13T00:00:00Z');
    await sandbox.awaitIdle();
  }, 60_000);

  it('counts events as the stored metric would, and names the faults of the others', async () => {
    const filters = [{ key: 'region', values: ['eu', 'us'] }];
    const before = await preview(sandbox, { filters });
    expect(before).toMatchObject({ events_count: 6, examined_count: 6, counted_count: 3 });
    expect(before.refusals).toEqual([
      {
        error: 'missing_aggregation_property',
        detail: 'field_missing',
        events_count: 2,
        transaction_id: 'later',
      },
      {
        error: 'missing_aggregation_property',
        detail: 'field_not_a_number',
        events_count: 1,
        transaction_id: `${day} 2`,
      },
    ]);
    expect(before.warnings).toEqual([
      { error: 'invalid_filter_values', detail: null, events_count: 1, transaction_id: `${day} 4` },
    ]);
    expect(before.samples).toEqual(
      [
        [`${day} 0`, '5'],
        [`${day} 1`, '2.5'],
        [`${day} 4`, '1'],
      ].map(([id, value]) => ({
        transaction_id: id,
        external_subscription_id: 's1',
        timestamp: day,
        value,
        expression_result: null,
      })),
    );
    expect(before.properties).toMatchObject([
      { name: 'region', events_count: 5, values: [{ value: 'eu', events_count: 2 }, {}, {}, {}], truncated: false },
      { name: 'count', events_count: 4 },
    ]);
    await sandbox.ok('POST', '/billable_metrics', { billable_metric: { ...draft, filters } });
    await sandbox.awaitIdle();
    const { meta } = await sandbox.ok<{ meta: { total_count: number } }>(
      'GET',
      `/events?code=tokens&status=counted&timestamp_from=${from}&timestamp_to=${to}`,
    );
    expect(meta.total_count).toBe(before.counted_count);
    expect(await preview(sandbox, { filters })).toEqual(before);
    await sandbox.ok('DELETE', '/billable_metrics/tokens');
  });

  it('evaluates an expression, and gives the reasons of its failures', async () => {
    const { samples, refusals, counted_count } = await preview(sandbox, {
      expression: 'event.properties.count * 2',
      field_name: 'doubled',
    });
    expect(counted_count).toBe(4);
    expect(samples.map(({ value, expression_result: result }) => [value, result])).toEqual([
      ['10.0', '10.0'],
      ['5.0', '5.0'],
      ['2000.0', '2000.0'],
      ['2.0', '2.0'],
    ]);
    expect(refusals).toEqual([
      {
        error: 'expression_evaluation_failed',
        detail: 'Variable: count not found',
        events_count: 2,
        transaction_id: 'later',
      },
    ]);
  });

  it('is of one subscription, and a count takes every event', async () => {
    expect(await preview(sandbox, { aggregation_type: 'count_agg', field_name: null })).toMatchObject({
      counted_count: 6,
      refusals: [],
      samples: [{ transaction_id: 'later', external_subscription_id: null, value: null }, {}, {}, {}, {}, {}],
    });
    const of = (external_subscription_id: string) => preview(sandbox, {}, { external_subscription_id });
    expect(await of('s1')).toMatchObject({ events_count: 5, counted_count: 3 });
    expect(await of('none')).toMatchObject({ events_count: 0, examined_count: 0 });
  });

  it('refuses what a creation refuses, and a span of more than 7 days', async () => {
    const refused = async (metric: object, more: object = {}) => {
      const { status, body } = await sandbox.call('POST', '/billable_metrics/preview', previewBody(metric, more));
      return { status, ...(body as object) };
    };
    expect(await refused({ field_name: '', aggregation_type: 'median', expression: '1 +' })).toMatchObject({
      status: 422,
      error_details: {
        aggregation_type: ['value_is_invalid'],
        field_name: ['value_is_mandatory'],
        expression: ['invalid_expression'],
      },
    });
    expect(await refused({ filters: [{ key: 'a', values: [] }] })).toMatchObject({
      error_details: { values: ['value_is_mandatory'] },
    });
    expect(await refused({ code: 'x\u0000' })).toMatchObject({ error_details: { code: ['value_is_invalid'] } });
    expect(await refused({ aggregation_type: 'custom_agg' })).toMatchObject({ status: 403 });
    expect(await refused({}, { to: '2024-03-16' })).toMatchObject({
      error_details: { from: ['value_is_out_of_range'] },
    });
    expect(await refused({}, { from: undefined, to: 5 })).toMatchObject({
      error_details: { from: ['value_is_mandatory'], to: ['invalid_date'] },
    });
    const { body } = await sandbox.call('POST', '/billable_metrics/preview', { from, to });
    expect(body).toMatchObject({ error_details: { name: ['value_is_mandatory'], code: ['value_is_mandatory'] } });
  });
});

it('a preview changes nothing that is billed', async () => {
  const sandbox = await Sandbox.create(day);
  const metric = await aMetric('tokens').sumOf('count').createIn(sandbox);
  await aPlan().charge(metric, '1').createIn(sandbox);
  await aSubscription().createIn(sandbox);
  await send(sandbox, [{ count: 5, other: 3 }]);
  await sandbox.awaitIdle();
  await preview(sandbox, { field_name: 'other', expression: 'event.properties.other * 2' });
  const { customer_usage: usage } = await sandbox.ok<{ customer_usage: { charges_usage: { units: string }[] } }>(
    'GET',
    '/customers/c1/current_usage?external_subscription_id=s1',
  );
  expect(usage.charges_usage).toMatchObject([{ units: '5.0' }]);
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { aCustomer, aMetric, aPlan, aSubscription, call, Sandbox, waitFor } from '@tollgate/testing';

interface Item {
  type: string;
  count: number;
  amounts: { currency: string; amount_cents: number }[];
  list: string | null;
  as_of: string | null;
  oldest_at: string | null;
}
interface EventError {
  transaction_id: string;
  errors: string[];
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create('2026-01-01T00:00:00Z');
  await aMetric('sent').sumOf('size').createIn(sandbox);
  await aPlan('p').monthly(1_000).with({ pay_in_advance: true }).createIn(sandbox);
  await aCustomer('paid-late').with({ currency: 'EUR' }).createIn(sandbox);
  await aCustomer('draft')
    .with({ currency: 'EUR', billing_configuration: { invoice_grace_period: 90 } })
    .createIn(sandbox);
  for (const customer of ['paid-late', 'draft']) await aSubscription(`s-${customer}`, customer).createIn(sandbox);
  for (const event of [
    { transaction_id: 'right', code: 'sent', properties: { size: 1 } },
    { transaction_id: 'no-size', code: 'sent', properties: {} },
    { transaction_id: 'text', code: 'sent', properties: { size: 'x' } },
    { transaction_id: 'unknown', code: 'nothing', properties: {} },
  ])
    await sandbox.ok('POST', '/events', { event: { ...event, external_subscription_id: 's-draft' } });
  await sandbox.ok('POST', '/webhook_endpoints', { webhook_endpoint: { webhook_url: 'http://127.0.0.1:9/' } });
  await sandbox.advanceClock('2026-01-03T01:00:00Z');
}, 60_000);

const overviewOf = async (of = sandbox) =>
  new Map((await of.ok<{ overview: Item[] }>('GET', '/overview')).overview.map((item) => [item.type, item]));
const errorsOf = async (parameters = '') => {
  const { event_errors: rows, meta } = await sandbox.ok<{ event_errors: EventError[]; meta: { total_count: number } }>(
    'GET',
    `/event_errors?${parameters}`,
  );
  expect(meta.total_count).toBe(rows.length);
  return rows.map(({ transaction_id: id, errors }) => [id, errors]).sort();
};

describe('event errors', () => {
  it('are events that the metrics of now do not count, until one does', async () => {
    expect(await errorsOf()).toEqual([
      ['no-size', ['missing_aggregation_property']],
      ['text', ['missing_aggregation_property']],
      ['unknown', ['invalid_code']],
    ]);
    expect(await errorsOf('error=invalid_code')).toEqual([['unknown', ['invalid_code']]]);
    expect(await errorsOf('code=sent&transaction_id=text')).toEqual([['text', ['missing_aggregation_property']]]);
    expect(await errorsOf('external_subscription_id=s-other')).toEqual([]);
    expect(await errorsOf('from_date=2026-01-02&to_date=2026-01-03')).toEqual([]);
  });

  it('are listed for a month at most', async () => {
    expect(await sandbox.call('GET', '/event_errors?from_date=2025-01-01&to_date=2026-01-03')).toMatchObject({
      status: 422,
      body: { error_details: { from_date: ['value_is_out_of_range'] } },
    });
    expect((await sandbox.call('GET', '/event_errors?error=other')).status).toBe(422);
  });
});

describe('the effects of an event', () => {
  const effectsOf = async (id: string) =>
    (await sandbox.ok<{ event_effects: Record<string, unknown> }>('GET', `/events/${id}/effects`)).event_effects;

  it('are the charges that it counts in, or why it does not', async () => {
    const metricId = await aMetric('calls').createIn(sandbox);
    await aPlan('charged').charge(metricId, '0.5', { pay_in_advance: true, invoiceable: false }).createIn(sandbox);
    await aSubscription('s-charged', 'paid-late', 'charged').createIn(sandbox);
    for (const [transaction_id, external_subscription_id, code] of [
      ['counted', 's-charged', 'calls'],
      ['not-charged', 's-charged', 'sent'],
      ['of-nobody', 's-unknown', 'calls'],
    ])
      await sandbox.ok('POST', '/events', {
        event: { transaction_id, external_subscription_id, code, properties: { size: 2 } },
      });
    await sandbox.awaitIdle();
    expect(await effectsOf('counted')).toMatchObject({
      counted: true,
      reasons: [],
      plan_code: 'charged',
      svc_billable_metric_id: metricId,
      charges: [{ charge_model: 'standard', pay_in_advance: true, svc_charge_filter_ids: [] }],
      fees: [{ amount_cents: 50, amount_currency: 'EUR' }],
    });
    expect(await effectsOf('not-charged')).toMatchObject({
      counted: false,
      reasons: ['no_charge'],
      value: '2',
      charges: [],
    });
    expect(await effectsOf('of-nobody')).toMatchObject({
      counted: false,
      reasons: ['no_subscription'],
      plan_code: null,
    });
    expect(await effectsOf('no-size')).toMatchObject({ counted: false, reasons: ['field_missing', 'no_charge'] });
    expect(await effectsOf('text')).toMatchObject({ reasons: ['field_not_a_number', 'no_charge'], value: 'x' });
    expect(await effectsOf('unknown')).toMatchObject({ reasons: ['unknown_code'], svc_billable_metric_id: null });
    expect((await sandbox.call('GET', '/events/never/effects')).status).toBe(404);
    expect((await sandbox.call('GET', '/events/counted/effects?external_subscription_id=other')).status).toBe(404);
  });

  it('of a voided one are none', async () => {
    await sandbox.ok('DELETE', '/events/not-charged');
    await waitFor('the void', async () => (await effectsOf('not-charged'))['reasons']?.toString() === 'voided');
  });
});

describe('the usage of a subscription', () => {
  const seriesOf = (parameters: string) =>
    sandbox.ok<{ usage_series: { events_count: number }[]; groups_left_out: number }>(
      'GET',
      `/customers/paid-late/usage_series?external_subscription_id=s-charged&${parameters}`,
    );
  const span =
    'billable_metric_code=calls&granularity=hour&from_date=2026-01-03T00:00:00Z&to_date=2026-01-03T00:59:59Z';

  it('is listed by hour, and by a property', async () => {
    for (const [place, region] of [['eu'], ['eu'], ['us'], [undefined]].entries())
      await sandbox.ok('POST', '/events', {
        event: {
          transaction_id: `region-${place}`,
          external_subscription_id: 's-charged',
          code: 'calls',
          timestamp: Date.parse('2026-01-03T00:30:00Z') / 1000,
          properties: region[0] === undefined ? {} : { region: region[0] },
        },
      });
    const step = (group: string | null, count: number) => ({
      from_datetime: '2026-01-03T00:00:00Z',
      group,
      events_count: count,
      units: String(count),
    });
    await waitFor('the events', async () => (await seriesOf(span)).usage_series[0]?.events_count === 4);
    expect(await seriesOf(span)).toEqual({ usage_series: [step(null, 4)], groups_left_out: 0 });
    expect(await seriesOf(`${span}&group_by=region`)).toEqual({
      usage_series: [step('eu', 2), step(null, 1), step('us', 1)],
      groups_left_out: 0,
    });
  });

  it('has only events that count', async () => {
    for (const [place, size] of [2, 3, 'x'].entries())
      await sandbox.ok('POST', '/events', {
        event: {
          transaction_id: `size-${place}`,
          external_subscription_id: 's-charged',
          code: 'sent',
          timestamp: Date.parse('2026-01-03T00:30:00Z') / 1000,
          properties: { size },
        },
      });
    const sent = () => seriesOf(span.replace('=calls', '=sent'));
    await waitFor('the events', async () => (await sent()).usage_series[0]?.events_count === 2);
    expect(await sent()).toMatchObject({ usage_series: [{ events_count: 2, units: '5' }] });
  });

  it('is of one customer, and of a bounded span', async () => {
    const path = '/customers/draft/usage_series?external_subscription_id=s-charged&billable_metric_code=calls';
    expect((await sandbox.call('GET', path)).status).toBe(404);
    expect((await sandbox.call('GET', '/customers/paid-late/usage_series')).status).toBe(422);
    expect((await sandbox.call('GET', path.replace('draft', 'paid-late').concat('&from_date=2020-01-01'))).status).toBe(
      422,
    );
  });
});

describe('events', () => {
  it('are listed by customer and by transaction id', async () => {
    const idsOf = async (parameters: string) =>
      (await sandbox.ok<{ events: { transaction_id: string }[] }>('GET', `/events?${parameters}`)).events.map(
        ({ transaction_id: id }) => id,
      );
    expect((await idsOf('external_customer_id=draft')).sort()).toEqual(['no-size', 'right', 'text', 'unknown']);
    expect(await idsOf('external_customer_id=draft&transaction_id=text')).toEqual(['text']);
    expect(await idsOf('external_customer_id=nobody')).toEqual([]);
  });
});

describe('an overview', () => {
  it('counts what needs an eye, as many as the named lists have', async () => {
    await waitFor('the overdue invoice', async () => (await overviewOf()).get('overdue_invoices')?.count === 1);
    const overview = await overviewOf();
    const amounts = [{ currency: 'EUR', amount_cents: 1_000 }];
    expect(overview.get('draft_invoices')).toMatchObject({ count: 1, amounts });
    expect(overview.get('overdue_invoices')).toMatchObject({ count: 1, amounts, oldest_at: '2026-01-01T00:00:00Z' });
    expect(overview.get('failed_payments')).toMatchObject({ count: 0, amounts: [], oldest_at: null });
    for (const type of [
      'draft_invoices',
      'failed_invoices',
      'pending_invoices',
      'overdue_invoices',
      'failed_payments',
      'pending_payment_requests',
    ]) {
      const { count, list } = overview.get(type) as Item;
      const { meta } = await sandbox.ok<{ meta: { total_count: number } }>('GET', list ?? '');
      expect([type, meta.total_count]).toEqual([type, count]);
    }
    expect((await sandbox.call('GET', overview.get('failed_webhooks')?.list ?? '')).status).toBe(200);
  });

  it('has the errors of events of yesterday and today, at once', async () => {
    const fresh = await Sandbox.create('2026-01-01T00:00:00Z');
    await fresh.ok('POST', '/events', { event: { transaction_id: 'a', code: 'b', external_subscription_id: 'c' } });
    await waitFor('the event', async () => (await overviewOf(fresh)).get('event_errors')?.count === 1);
    const { list, as_of: asOf } = (await overviewOf(fresh)).get('event_errors') as Item;
    expect([list, asOf]).toEqual(['/event_errors?from_date=2025-12-31', '2026-01-01T00:00:00Z']);
    const { meta } = await fresh.ok<{ meta: { total_count: number } }>('GET', list ?? '');
    expect(meta.total_count).toBe(1);
    await fresh.advanceClock('2026-01-02T02:00:00Z');
    expect((await overviewOf(fresh)).get('event_errors')?.count).toBe(1);
    await fresh.advanceClock('2026-01-03T02:00:00Z');
    expect((await overviewOf(fresh)).get('event_errors')?.count).toBe(0);
  });

  it('counts endpoints that the organization paused', async () => {
    const { webhook_endpoints: endpoints } = await sandbox.ok<{ webhook_endpoints: { svc_id: string }[] }>(
      'GET',
      '/webhook_endpoints',
    );
    await sandbox.ok('POST', `/webhook_endpoints/${endpoints[0]?.svc_id}/pause`);
    await sandbox.ok('POST', '/webhook_endpoints', { webhook_endpoint: { webhook_url: 'http://127.0.0.1:8/' } });
    const paused = (await overviewOf()).get('paused_webhook_endpoints') as Item;
    expect(paused).toMatchObject({ count: 1, list: '/webhook_endpoints?paused=true' });
    const countOf = async (list: string) =>
      (await sandbox.ok<{ meta: { total_count: number } }>('GET', list)).meta.total_count;
    expect([await countOf(paused.list ?? ''), await countOf('/webhook_endpoints?paused=false')]).toEqual([1, 1]);
  });

  it('leaves out what the key may not read', async () => {
    const { api_key } = await sandbox.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
      api_key: { name: 'few', permissions: { invoice: ['read'] } },
    });
    const { body } = await call('GET', '/api/v1/overview', `Bearer ${api_key.value}`);
    expect((body as unknown as { overview: Item[] }).overview.map(({ type }) => type)).toEqual([
      'draft_invoices',
      'failed_invoices',
      'pending_invoices',
      'overdue_invoices',
      'parked_items',
    ]);
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { aCustomer, aMetric, aPlan, aSubscription, call, Sandbox, waitFor } from '@tollgate/testing';

interface Item {
  type: string;
  count: number;
  amounts: { currency: string; amount_cents: number }[];
  list: string | null;
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

describe('an overview', () => {
  it('counts what needs an eye, as many as the named lists have', async () => {
    await waitFor('the overdue invoice', async () => (await overviewOf()).get('overdue_invoices')?.count === 1);
    const overview = await overviewOf();
    const amounts = [{ currency: 'EUR', amount_cents: 1_000 }];
    expect(overview.get('draft_invoices')).toMatchObject({ count: 1, amounts });
    expect(overview.get('overdue_invoices')).toMatchObject({ count: 1, amounts });
    expect(overview.get('failed_payments')).toMatchObject({ count: 0, amounts: [] });
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
    expect((await sandbox.call('GET', overview.get('event_errors')?.list ?? '')).status).toBe(200);
  });

  it('has the errors of events of the last day', async () => {
    const fresh = await Sandbox.create('2026-01-01T00:00:00Z');
    await fresh.ok('POST', '/events', { event: { transaction_id: 'a', code: 'b', external_subscription_id: 'c' } });
    await fresh.advanceClock('2026-01-01T02:00:00Z');
    expect((await overviewOf(fresh)).get('event_errors')?.count).toBe(1);
    await fresh.advanceClock('2026-01-02T02:00:00Z');
    expect((await overviewOf(fresh)).get('event_errors')?.count).toBe(0);
  });

  it('counts endpoints that the organization paused', async () => {
    const { webhook_endpoints: endpoints } = await sandbox.ok<{ webhook_endpoints: { svc_id: string }[] }>(
      'GET',
      '/webhook_endpoints',
    );
    await sandbox.ok('POST', `/webhook_endpoints/${endpoints[0]?.svc_id}/pause`);
    expect((await overviewOf()).get('paused_webhook_endpoints')?.count).toBe(1);
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

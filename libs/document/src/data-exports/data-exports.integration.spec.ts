import { beforeAll, describe, expect, it } from '@jest/globals';
import { notFound, Sandbox, validationFailed } from '@tollgate/testing';
import { exported as exportedFrom, fetchFile, type Export } from './exported-files.fixture.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
  const customer = (external_id: string, more: object = {}) =>
    sandbox.ok('POST', '/customers', { customer: { external_id, currency: 'EUR', ...more } });
  await customer('c1', { name: '=HYPERLINK("http://x")', metadata: [{ key: 'a', value: 'b' }] });
  await customer('c2', { name: 'Two, "quoted"', shipping_address: { city: 'Bonn' }, net_payment_term: 14 });
  await customer('c3', { currency: 'USD' });
  const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    { billable_metric: { name: 'M', code: 'm', aggregation_type: 'count_agg' } },
  );
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'P',
      code: 'p',
      interval: 'monthly',
      amount_cents: 500,
      amount_currency: 'EUR',
      pay_in_advance: true,
      charges: [{ billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '2' } }],
    },
  });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c1', external_id: 's1', plan_code: 'p' },
  });
  await sandbox.ok('POST', '/events', { event: { transaction_id: 't', external_subscription_id: 's1', code: 'm' } });
  await sandbox.awaitIdle();
});

const exported = (resource: string, filters?: object) => exportedFrom(sandbox, resource, filters);

describe('an export', () => {
  it('has every customer that the filters select, and no formulas in names', async () => {
    const { done, rows } = await exported('customers', { currencies: ['EUR'] });
    expect(rows.map((row) => row['external_id'])).toEqual(['c1', 'c2']);
    expect(rows[0]).toMatchObject({ name: `'=HYPERLINK("http://x")`, currency: 'EUR' });
    expect(JSON.parse(rows[0]?.['metadata'] ?? '')).toMatchObject([{ key: 'a', value: 'b' }]);
    expect(rows[1]).toMatchObject({ name: 'Two, "quoted"', 'shipping_address.city': 'Bonn', net_payment_term: '14' });
    expect(done).toMatchObject({
      records_total: 2,
      records_done: 2,
      rows_written: 2,
      file_name: 'customers-2024-01-10.csv',
    });
  });

  it('has invoices, fees and usage', async () => {
    const { rows: invoices } = await exported('invoices', { external_customer_id: 'c1', payment_overdue: false });
    expect(invoices).toHaveLength(1);
    expect(invoices[0]).toMatchObject({ 'customer.external_id': 'c1', total_amount_cents: expect.any(String) });
    expect(Number(invoices[0]?.['total_amount_cents'])).toBeGreaterThan(0);
    const { rows: fees } = await exported('fees');
    expect(fees[0]).toMatchObject({ svc_invoice_id: invoices[0]?.['svc_id'], 'item.type': 'subscription' });
    const { rows: usage } = await exported('usage', { external_subscription_id: 's1' });
    expect(usage).toHaveLength(1);
    expect(usage[0]).toMatchObject({
      external_customer_id: 'c1',
      billable_metric_code: 'm',
      units: '1',
      amount_cents: '200',
      amount_currency: 'EUR',
      amount: '2.00',
    });
    expect((await exported('usage', { external_customer_id: 'c3' })).rows).toEqual([]);
  });

  it('is available at its signed address only, and hidden from other organizations', async () => {
    const { done } = await exported('customers');
    const address = done.file_url ?? '';
    const answer = await fetchFile(address);
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect((await fetchFile(address, (url) => url.searchParams.delete('signature'))).status).toBe(404);
    expect((await fetchFile(address, (url) => url.searchParams.set('expires', '99999999999'))).status).toBe(404);
    const stranger = await Sandbox.create();
    expect(await stranger.call('GET', `/data_exports/${done.svc_id}`)).toEqual(notFound('data_export'));
    const { data_exports: listed } = await sandbox.ok<{ data_exports: Export[] }>('GET', '/data_exports');
    expect(listed[0]?.svc_id).toBe(done.svc_id);
  });

  it('is in the security log', async () => {
    const { security_logs: logs } = await sandbox.ok<{ security_logs: object[] }>(
      'GET',
      '/security_logs?to_date=2030-01-01&log_events[]=export.created',
    );
    expect(logs[0]).toMatchObject({ log_type: 'export', resources: { resource_type: 'customers' } });
  });

  it('accepts the known resources, and the filters of their lists', async () => {
    const create = (input: object) => sandbox.call('POST', '/data_exports', { data_export: input });
    expect(await create({ resource_type: 'x' })).toEqual(validationFailed({ resource_type: ['value_is_invalid'] }));
    expect(await create({ filters: {} })).toEqual(validationFailed({ resource_type: ['value_is_invalid'] }));
    expect(await create({ resource_type: 'customers', filters: { customer_type: 'x' } })).toMatchObject({
      status: 422,
      body: { error_details: { filters: { customer_type: [expect.any(String)] } } },
    });
  });
});

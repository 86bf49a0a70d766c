import { beforeAll, describe, expect, it } from '@jest/globals';
import type { PriceTest, PriceTestResult, PriceTestStory } from '@tollgate/contracts';
import { baseUrl, Sandbox, validationFailed, waitFor } from '@tollgate/testing';

let sandbox: Sandbox;
let metric: string;

const terms = { interval: 'monthly', amount_cents: 1000, amount_currency: 'EUR', pay_in_advance: false };
const planOf = (amount: string, more: object = {}) => ({
  ...terms,
  charges: [{ billable_metric_id: metric, code: 'calls', charge_model: 'standard', properties: { amount } }],
  ...more,
});
const start = async (body: object, code = 'saved') =>
  (await sandbox.ok<{ price_test: PriceTest }>('POST', `/plans/${code}/impact`, { price_test: body })).price_test;
const ended = ({ svc_id: id }: PriceTest) =>
  waitFor('the end of the test', async () => {
    const { price_test: test } = await sandbox.ok<{ price_test: PriceTest }>('GET', `/price_tests/${id}`);
    return ['completed', 'stopped'].includes(test.status) ? test : undefined;
  });
const resultsOf = async ({ svc_id: id }: PriceTest, query = '') =>
  (await sandbox.ok<{ price_test_results: PriceTestResult[] }>('GET', `/price_tests/${id}/results${query}`))
    .price_test_results;
const storyOf = async ({ svc_id: id }: PriceTest, subscription: string) =>
  (await sandbox.ok<{ price_test_result: PriceTestStory }>('GET', `/price_tests/${id}/results/${subscription}`))
    .price_test_result;
const send = (subscription: string, n: number) =>
  sandbox.ok('POST', '/events', {
    event: {
      transaction_id: `${subscription} ${n}`,
      external_subscription_id: subscription,
      code: 'calls',
      properties: { n },
    },
  });

beforeAll(async () => {
  sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
  const body = { name: 'Calls', code: 'calls', aggregation_type: 'sum_agg', field_name: 'n' };
  const made = await sandbox.ok<{ billable_metric: { svc_id: string } }>('POST', '/billable_metrics', {
    billable_metric: body,
  });
  metric = made.billable_metric.svc_id;
  await sandbox.ok('POST', '/plans', { plan: { ...planOf('1'), name: 'Saved', code: 'saved' } });
  for (const id of ['a', 'b', 'c', 'own']) {
    await sandbox.ok('POST', '/customers', {
      customer: { external_id: id, currency: 'EUR', name: `Customer ${id}`, ...(id === 'b' ? { country: 'DE' } : {}) },
    });
    const overrides = id === 'own' ? { plan_overrides: { amount_cents: 700 } } : {};
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: id, external_id: `s-${id}`, plan_code: 'saved', ...overrides },
    });
  }
  await send('s-a', 10);
  await send('s-b', 2.5);
  await sandbox.advanceClock('2024-02-10T00:00:00Z');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'late', currency: 'EUR' } });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'late', external_id: 's-late', plan_code: 'saved' },
  });
  await sandbox.awaitIdle();
}, 60_000);

describe('a test of prices', () => {
  it('has the amounts that were billed, and those of the other prices', async () => {
    const test = await ended(await start({ name: 'Cheaper', plan: planOf('0.8', { amount_cents: 1100 }) }));
    expect(test).toMatchObject({
      name: 'Cheaper',
      plan_code: 'saved',
      status: 'completed',
      subscriptions_total: 5,
      subscriptions_done: 5,
      summary: {
        current_amount_cents: 4250,
        tested_amount_cents: 4300,
        difference_amount_cents: 50,
        more_count: 2,
        less_count: 1,
        same_count: 0,
        unpriced_count: 2,
        estimated_count: 0,
      },
    });
    expect(test.summary.difference_deciles).toHaveLength(9);
    const results = await resultsOf(test, '?sort=-difference_amount_cents');
    expect(
      results.map((result) => [
        result.external_subscription_id,
        result.current_amount_cents,
        result.tested_amount_cents,
        result.difference_amount_cents,
        result.unpriced_reason,
      ]),
    ).toEqual([
      ['s-c', 1000, 1100, 100, null],
      ['s-b', 1250, 1300, 50, null],
      ['s-a', 2000, 1900, -100, null],
      ['s-own', null, null, null, 'own_prices'],
      ['s-late', null, null, null, 'period_before_start'],
    ]);
    expect(results[0]).toMatchObject({
      customer_name: 'Customer c',
      from_datetime: '2024-01-01T00:00:00Z',
      to_datetime: '2024-01-31T23:59:59Z',
      estimate_reasons: [],
    });
    const customersOf = async (query: string) =>
      (await resultsOf(test, query)).map(({ external_customer_id: id }) => id);
    expect(await customersOf('?direction=less')).toEqual(['a']);
    expect(await customersOf('?search_term=customer%20B')).toEqual(['b']);
    expect(await customersOf('?search_term=late&direction=unpriced')).toEqual(['late']);
    expect(await customersOf('?search_term=nobody')).toEqual([]);
    const { fees } = await sandbox.ok<{ fees: { amount_cents: number }[] }>('GET', '/fees?external_customer_id=a');
    expect(fees.reduce((sum, fee) => sum + fee.amount_cents, 0)).toBe(2000);
  });

  it('is limited to customers, names who reaches a commitment, and marks running periods', async () => {
    const plan = planOf('1', { minimum_commitment: { amount_cents: 1500 } });
    const limited = await ended(await start({ plan, external_customer_ids: ['a', 'b', 'nobody'] }));
    expect(limited).toMatchObject({
      subscriptions_total: 2,
      summary: { reached_commitment_count: 1, left_commitment_count: 0, tested_amount_cents: 3500 },
    });
    const [reached] = await resultsOf(limited, '?commitment=reached');
    expect(reached).toMatchObject({
      external_customer_id: 'a',
      reaches_current_commitment: null,
      reaches_tested_commitment: true,
    });
    expect(await resultsOf(limited, '?commitment=left')).toEqual([]);
    const german = await start({ plan, customer_filters: { countries: ['DE'], currencies: ['EUR'] } });
    expect(german).toMatchObject({ subscriptions_total: 1, customer_filters: { countries: ['DE'] } });
    expect((await resultsOf(await ended(german))).map((one) => one.external_customer_id)).toEqual(['b']);
    const filtered = (customer_filters: object) =>
      sandbox.call('POST', '/plans/saved/impact', { price_test: { plan, customer_filters } });
    expect(await filtered({ countries: ['Atlantis'] })).toMatchObject({ status: 422 });
    expect(await filtered({ search_term: 'b' })).toEqual(
      validationFailed({ customer_filters: { search_term: ['value_is_invalid'] } }),
    );
    const running = await ended(await start({ plan: planOf('2'), periods_ago: 0, external_customer_ids: ['late'] }));
    expect(await resultsOf(running)).toMatchObject([{ estimate_reasons: ['running_period'] }]);
  });

  it('explains the amounts of a subscription under both prices', async () => {
    const more = { billable_metric_id: metric, code: 'more', charge_model: 'standard', properties: { amount: '0.1' } };
    const [charge] = planOf('0.8').charges;
    const plan = { ...planOf('0.8'), charges: [charge, more] };
    const test = await ended(await start({ plan }));
    const story = await storyOf(test, 's-a');
    expect(story).toMatchObject({
      external_subscription_id: 's-a',
      customer_name: 'Customer a',
      amount_currency: 'EUR',
      amounts_changed: false,
      current_amount_cents: 2000,
      tested_amount_cents: 1900,
      current: { subscription_amount_cents: 1000, charges_amount_cents: 1000, total_amount_cents: 2000 },
      tested: { subscription_amount_cents: 1000, charges_amount_cents: 900, total_amount_cents: 1900 },
      charges: [
        {
          charge_code: 'calls',
          billable_metric_code: 'calls',
          current: { amount_cents: 1000, parts: [{ units: '10.0' }] },
          tested: { amount_cents: 800, parts: [{ units: '10.0' }] },
          difference_amount_cents: -200,
        },
        { charge_code: 'more', current: null, tested: { amount_cents: 100 }, difference_amount_cents: 100 },
      ],
      fixed_charges: [],
    });
    const steps = story.charges[0]?.tested?.parts[0]?.steps ?? [];
    expect(steps.at(-1)).toMatchObject({ value: '800' });
    expect(await sandbox.call('GET', `/price_tests/${test.svc_id}/results/s-own`)).toMatchObject({
      status: 405,
      body: { code: 'subscription_without_amounts' },
    });
    expect(await sandbox.call('GET', `/price_tests/${test.svc_id}/results/s-nobody`)).toMatchObject({
      status: 404,
      body: { code: 'price_test_result_not_found' },
    });
  });

  it('says that events came after it', async () => {
    const test = await ended(await start({ plan: planOf('2'), periods_ago: 0, external_customer_ids: ['a'] }));
    expect(await storyOf(test, 's-a')).toMatchObject({ amounts_changed: false });
    await send('s-a', 3);
    expect(await storyOf(test, 's-a')).toMatchObject({
      amounts_changed: true,
      tested_amount_cents: 1000,
      tested: { total_amount_cents: 1600 },
    });
  });

  it('is exported', async () => {
    const test = await ended(await start({ name: 'File', plan: planOf('0.8') }));
    const { data_export: file } = await sandbox.ok<{ data_export: { svc_id: string } }>('POST', '/data_exports', {
      data_export: { resource_type: 'price_test_results', format: 'jsonl', filters: { price_test_id: test.svc_id } },
    });
    const done = await waitFor('the file', async () => {
      const { data_export: now } = await sandbox.ok<{
        data_export: { status: string; rows_written: number; file_url: string };
      }>('GET', `/data_exports/${file.svc_id}`);
      return now.status === 'completed' ? now : undefined;
    });
    const { pathname, search } = new URL(done.file_url);
    const rows = (await (await fetch(`${baseUrl}${pathname}${search}`)).text())
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows).toHaveLength(5);
    expect(rows.find((row) => row['external_subscription_id'] === 's-a')).toMatchObject({
      svc_price_test_id: test.svc_id,
      price_test_name: 'File',
      plan_code: 'saved',
      amount_currency: 'EUR',
      tested_amount_cents: 1800,
      tested_amount: '18.00',
    });
  });

  it('is listed, read and deleted', async () => {
    const { svc_id: id } = await ended(await start({ name: 'Kept', plan: planOf('3') }));
    const listed = await sandbox.ok<{ price_tests: PriceTest[] }>(
      'GET',
      '/price_tests?search_term=kept&plan_code=saved',
    );
    expect(listed.price_tests.map(({ svc_id }) => svc_id)).toEqual([id]);
    const rename = (name: string | null) =>
      sandbox.ok<{ price_test: PriceTest }>('PUT', `/price_tests/${id}`, { price_test: { name } });
    expect((await rename('Spring')).price_test).toMatchObject({ name: 'Spring', status: 'completed' });
    expect((await rename('')).price_test).toMatchObject({ name: null });
    await sandbox.ok('DELETE', `/price_tests/${id}`);
    expect(await sandbox.call('GET', `/price_tests/${id}`)).toMatchObject({ status: 404 });
    expect(await sandbox.call('GET', `/price_tests/${id}/results`)).toMatchObject({ status: 404 });
  });

  it('stops on request, and not after its end', async () => {
    const test = await start({ plan: planOf('4') });
    const { status } = await sandbox.call('POST', `/price_tests/${test.svc_id}/stop`);
    expect([200, 405]).toContain(status);
    await ended(test);
    expect(await sandbox.call('POST', `/price_tests/${test.svc_id}/stop`)).toMatchObject({
      status: 405,
      body: { code: 'price_test_has_ended' },
    });
  });

  it('needs a plan with prices of the same currency', async () => {
    const refused = (body: object, code = 'saved') =>
      sandbox.call('POST', `/plans/${code}/impact`, { price_test: body });
    expect(await refused({ plan: planOf('1') }, 'nowhere')).toMatchObject({
      status: 404,
      body: { code: 'plan_not_found' },
    });
    expect(await refused({ name: 'x' })).toEqual(validationFailed({ plan: ['value_is_mandatory'] }));
    expect(await refused({ plan: planOf('1', { amount_currency: 'USD' }) })).toEqual(
      validationFailed({ amount_currency: ['currencies_does_not_match'] }),
    );
    expect(await refused({ plan: planOf('-1') })).toEqual(validationFailed({ properties: ['invalid_amount'] }));
    expect(await refused({ plan: planOf('1'), periods_ago: 25 })).toMatchObject({ status: 422 });
  });

  it('is of one organization', async () => {
    const test = await ended(await start({ plan: planOf('5') }));
    const other = await Sandbox.create();
    expect(await other.call('GET', `/price_tests/${test.svc_id}`)).toMatchObject({ status: 404 });
    expect(await other.call('DELETE', `/price_tests/${test.svc_id}`)).toMatchObject({ status: 404 });
    expect(await other.ok('GET', '/price_tests')).toMatchObject({ price_tests: [] });
  });
});

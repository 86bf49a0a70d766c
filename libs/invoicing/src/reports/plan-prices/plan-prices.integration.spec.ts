import { beforeAll, describe, expect, it } from '@jest/globals';
import type { PlanPrices } from '@tollgate/contracts';
import { callAs, Sandbox, signUp, validationFailed } from '@tollgate/testing';

let sandbox: Sandbox;
let calls: string;
let requests: string;

const price = async (body: object) =>
  (await sandbox.ok<{ plan_prices: PlanPrices }>('POST', '/plans/price', body)).plan_prices;
const metric = async (body: object) =>
  (await sandbox.ok<{ billable_metric: { svc_id: string } }>('POST', '/billable_metrics', { billable_metric: body }))
    .billable_metric.svc_id;
const terms = { interval: 'monthly', amount_cents: 3000, amount_currency: 'EUR', pay_in_advance: false };
const range = (from_value: number, to_value: number | null, per_unit_amount: string, flat_amount = '0') => ({
  from_value,
  to_value,
  per_unit_amount,
  flat_amount,
});
const graduated = (code: string, ranges: object[], more: object = {}) => ({
  billable_metric_id: calls,
  code,
  charge_model: 'graduated',
  properties: { graduated_ranges: ranges },
  ...more,
});

beforeAll(async () => {
  sandbox = await Sandbox.create();
  calls = await metric({
    name: 'Calls',
    code: 'calls',
    aggregation_type: 'sum_agg',
    field_name: 'n',
    filters: [{ key: 'region', values: ['eu', 'us'] }],
  });
  requests = await metric({ name: 'Requests', code: 'requests', aggregation_type: 'count_agg' });
});

describe('prices of quantities', () => {
  it('are those of a plan that is not saved, with their steps', async () => {
    const ranges = [range(0, 10, '1', '2'), range(11, null, '0.5', '3')];
    const plan = { ...terms, charges: [graduated('api', ranges)] };
    const prices = await price({
      plan,
      quantities: [{ units: '0' }, { units: '10' }, { units: '12.5' }],
      explain: true,
    });
    expect(prices).toMatchObject({
      amount_currency: 'EUR',
      interval: 'monthly',
      subscription_amount_cents: 3000,
      usage: null,
    });
    expect(
      prices.quantities.map(({ units, charges_amount_cents, total_amount_cents }) => [
        units,
        charges_amount_cents,
        total_amount_cents,
      ]),
    ).toEqual([
      ['0.0', 200, 3200],
      ['10.0', 1200, 4200],
      ['12.5', 1625, 4625],
    ]);
    const part = prices.quantities[2]?.charges[0]?.parts[0];
    expect(part).toMatchObject({ units: '12.5', events_count: 1, precise_amount_cents: '1625.0', filters: null });
    expect(part?.steps?.at(-1)).toMatchObject({ id: 'cents', value: '1625' });
    expect((await sandbox.ok<{ plans: unknown[] }>('GET', '/plans')).plans).toEqual([]);
  });

  it('place properties in filters, count events, and fill up minimums and the commitment', async () => {
    const plan = {
      ...terms,
      charges: [
        graduated('api', [range(0, null, '1')], {
          min_amount_cents: 5000,
          filters: [{ values: { region: ['eu'] }, properties: { graduated_ranges: [range(0, null, '2')] } }],
        }),
        {
          billable_metric_id: requests,
          code: 'requests',
          charge_model: 'percentage',
          properties: { rate: '0', fixed_amount: '0.1', free_units_per_events: 3 },
        },
      ],
      minimum_commitment: { amount_cents: 20_000 },
    };
    const eu = { charge_code: 'api', units: '10', properties: { region: 'eu' } };
    const prices = await price({
      plan,
      quantities: [{ units: '5', charges: [eu, { ...eu, units: 2 }, { charge_code: 'api', units: '1' }] }],
    });
    const [quantity] = prices.quantities;
    expect(
      quantity?.charges.map(({ charge_code, amount_cents, true_up_amount_cents }) => [
        charge_code,
        amount_cents,
        true_up_amount_cents,
      ]),
    ).toEqual([
      ['api', 5000, 2500],
      ['requests', 20, 0],
    ]);
    expect(
      quantity?.charges[0]?.parts.map(({ filters, units, amount_cents }) => [filters, units, amount_cents]),
    ).toEqual([
      [{ region: ['eu'] }, '12.0', 2400],
      [null, '1.0', 100],
    ]);
    expect(quantity).toMatchObject({
      charges_amount_cents: 5020,
      commitment_amount_cents: 11_980,
      total_amount_cents: 20_000,
    });
  });

  it('of two hundred points take one call, and of one more none', async () => {
    const plan = { ...terms, charges: [graduated('api', [range(0, null, '0.01')])] };
    const quantities = Array.from({ length: 201 }, (_, index) => ({ units: String(index * 1000) }));
    const prices = await price({ plan, quantities: quantities.slice(0, 200) });
    expect(prices.quantities.at(-1)).toMatchObject({ charges_amount_cents: 199_000 });
    expect(await sandbox.call('POST', '/plans/price', { plan, quantities })).toMatchObject(
      validationFailed({ quantities: ['value_is_too_long'] }),
    );
  });

  it('are bounded by the charges, too', async () => {
    const charges = Array.from({ length: 251 }, (_, place) => graduated(`c${place}`, [range(0, null, '1')]));
    const quantities = Array.from({ length: 200 }, () => ({ units: '1' }));
    expect(await sandbox.call('POST', '/plans/price', { plan: { ...terms, charges }, quantities })).toEqual(
      validationFailed({ base: ['too_many_prices'] }),
    );
  });
});

describe('a request of prices', () => {
  const plan = () => ({ ...terms, charges: [graduated('api', [range(0, null, '1')])] });
  it.each<[object, Record<string, string[]>]>([
    [{ quantities: [] }, { plan: ['value_is_mandatory'] }],
    [{ plan_code: 'p', plan: {}, quantities: [] }, { plan_code: ['value_is_invalid'] }],
    [{ plan_code: 'p' }, { quantities: ['value_is_mandatory'] }],
    [{ plan_code: 'p', quantities: [{ units: '-1' }] }, { units: ['value_is_out_of_range'] }],
    [
      { plan_code: 'p', quantities: [{ charges: [{ units: 'x' }] }] },
      { charge_code: ['value_is_mandatory'], units: ['is not a number'] },
    ],
    [
      { plan_code: 'p', usage: { periods_ago: 25 } },
      { external_subscription_id: ['value_is_mandatory'], periods_ago: ['value_is_out_of_range'] },
    ],
  ])('is refused: %j', async (body, errors) => {
    expect(await sandbox.call('POST', '/plans/price', body)).toMatchObject(validationFailed(errors));
  });

  it('names a plan, a charge or a subscription that is not there', async () => {
    const quantities = [{ charges: [{ charge_code: 'other', units: 1 }] }];
    const notFound = async (body: object) =>
      (await sandbox.call('POST', '/plans/price', body)) as { status: number; body: { code: string } };
    expect(await notFound({ plan_code: 'nowhere', quantities: [] })).toMatchObject({
      status: 404,
      body: { code: 'plan_not_found' },
    });
    expect(await notFound({ plan: plan(), quantities })).toMatchObject({
      status: 404,
      body: { code: 'charge_not_found' },
    });
    expect(await notFound({ plan: plan(), usage: { external_subscription_id: 'nobody' } })).toMatchObject({
      status: 404,
      body: { code: 'subscription_not_found' },
    });
  });

  it('has the errors of the creation of a plan', async () => {
    const broken = { ...terms, charges: [graduated('api', [range(0, 10, '1')])] };
    expect(await sandbox.call('POST', '/plans/price', { plan: broken, quantities: [] })).toEqual(
      validationFailed({ properties: ['invalid_graduated_ranges'] }),
    );
    expect(
      await sandbox.call('POST', '/plans/price', { plan: { ...terms, interval: 'sometimes' }, quantities: [] }),
    ).toEqual(validationFailed({ interval: ['value_is_invalid'] }));
  });

  it('needs the sight of plans and of usage', async () => {
    const body = { plan: plan(), quantities: [{ units: 1 }] };
    for (const permissions of [['plans:view'], ['customers:view']]) {
      const code = permissions[0]?.replace(':', '_') ?? '';
      await sandbox.ok('POST', '/roles', { role: { code, name: code, permissions } });
      const lesser = await signUp(sandbox, [code]);
      expect((await callAs(lesser.token, 'POST', '/plans/price', body)).status).toBe(403);
    }
    await sandbox.ok('POST', '/roles', {
      role: { code: 'pricing', name: 'Pricing', permissions: ['plans:view', 'customers:view'] },
    });
    const pricing = await signUp(sandbox, ['pricing']);
    expect((await callAs(pricing.token, 'POST', '/plans/price', body)).status).toBe(200);
    expect((await callAs(null, 'POST', '/plans/price', body)).status).toBe(401);
  });
});

describe('prices of usage', () => {
  beforeAll(async () => {
    const saved = { ...terms, name: 'Saved', code: 'saved', charges: [graduated('api', [range(0, null, '1')])] };
    await sandbox.ok('POST', '/plans', { plan: saved });
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'saved' },
    });
    const send = async (n: number, region: string) =>
      sandbox.ok('POST', '/events', {
        event: { transaction_id: `t${n}`, external_subscription_id: 's', code: 'calls', properties: { n, region } },
      });
    for (const [n, region] of [
      [4, 'eu'],
      [7.25, 'us'],
    ] as const)
      await send(n, region);
  });

  it('are those of the plan of the subscription, and of another one', async () => {
    const usage = { external_subscription_id: 's' };
    const own = await price({ plan_code: 'saved', usage, explain: true });
    expect(own.usage).toMatchObject({
      external_customer_id: 'c',
      charges_amount_cents: 1125,
      charges: [{ estimate_reasons: ['running_period'], parts: [{ units: '11.25', events_count: 2 }] }],
    });
    expect(own.usage?.charges[0]?.parts[0]?.steps?.at(-1)).toMatchObject({ value: '1125' });
    const other = {
      ...terms,
      charges: [
        graduated('api', [range(0, 5, '0'), range(6, null, '0.4')], {
          filters: [{ values: { region: ['eu'] }, properties: { graduated_ranges: [range(0, null, '0.1')] } }],
        }),
      ],
    };
    const under = await price({ plan: other, usage });
    expect(under.usage?.charges[0]?.parts.map(({ units, amount_cents }) => [units, amount_cents])).toEqual([
      ['4.0', 40],
      ['7.25', 90],
    ]);
    expect(under.usage).toMatchObject({ charges_amount_cents: 130, total_amount_cents: 3130 });
  });

  it('of a past period are those that its invoice billed', async () => {
    await sandbox.advanceClock('2024-02-02T00:00:00Z');
    const { invoices } = await sandbox.ok<{ invoices: { fees_amount_cents: number }[] }>(
      'GET',
      '/invoices?external_customer_id=c',
    );
    const past = await price({ plan_code: 'saved', usage: { external_subscription_id: 's', periods_ago: 1 } });
    expect(past.usage).toMatchObject({ charges_amount_cents: 1125, to_datetime: '2024-01-31T23:59:59Z' });
    expect(past.usage?.charges[0]?.estimate_reasons).toEqual([]);
    expect(invoices).toHaveLength(1);
    expect(
      await sandbox.call('POST', '/plans/price', {
        plan_code: 'saved',
        usage: { external_subscription_id: 's', periods_ago: 2 },
      }),
    ).toEqual(validationFailed({ periods_ago: ['period_before_start'] }));
  });
});

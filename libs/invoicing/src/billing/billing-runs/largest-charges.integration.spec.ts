import { describe, expect, it } from '@jest/globals';
import { aCustomer, aSubscription, Sandbox, usageEvent, waitFor } from '@tollgate/testing';

/** The largest lists and texts of the interface (`bounds` of the contracts). */
const items = 1_000;
const line = 255;

type Fields = Record<string, unknown>;

/** A plan at a bound, with usage of it and the amounts that follow. */
interface LargestPlan {
  name: string;
  aggregation?: string;
  filters?: { key: string; values: string[] }[];
  charges: Fields[];
  /** Properties of events. */
  events: Fields[];
  /** Fees by amount in cents. */
  fees: number[];
}

const names = (many: number, prefix: string) => Array.from({ length: many }, (_, n) => `${prefix}${n}`);
const models = names(100, 'a-model-with-a-rather-long-name-');
const regions = names(10, 'region-');
const price = (amount: string, more: Fields = {}): Fields => ({
  charge_model: 'standard',
  properties: { amount, ...more },
});
const filter = (values: Record<string, string[]>, amount: string, more: Fields = {}) => ({
  values,
  properties: { amount, ...more },
});
/** A filter for each model and region. */
const pairs = models.flatMap((model) => regions.map((region) => filter({ model: [model], region: [region] }, '2')));
const metricFilters = [
  { key: 'model', values: models },
  { key: 'region', values: regions },
];
const charges = (many: number, filters: Fields[]): Fields[] =>
  Array.from({ length: many }, () => ({ ...price('1'), filters }));
const long = (n: number) => `${n} `.padEnd(line, '語');
const values = Array.from({ length: items }, (_, n) => long(n));
const usedPairs = [
  { model: models[3], region: regions[4] },
  { model: models[99], region: regions[9] },
  { model: models[99], region: 'elsewhere' },
];

const plans: LargestPlan[] = [
  {
    name: '1,000 filters of a charge',
    filters: metricFilters,
    charges: charges(1, pairs),
    events: usedPairs,
    fees: [200, 200, 100],
  },
  {
    name: '4 charges with 250 filters',
    filters: metricFilters,
    charges: charges(4, pairs.slice(0, 250)),
    events: [usedPairs[0] as Fields],
    fees: Array<number>(4).fill(200),
  },
  {
    name: '20 charges with 200 filters',
    filters: metricFilters,
    charges: charges(20, pairs.slice(0, 200)),
    events: [usedPairs[0] as Fields],
    fees: Array<number>(20).fill(200),
  },
  {
    name: '1,000 values of a filter, each as long as a text may be',
    filters: [{ key: 'model', values }],
    charges: charges(1, [filter({ model: values }, '2'), filter({ model: values.slice(0, 500) }, '3')]),
    events: [{ model: long(0) }, { model: long(999) }, { model: 'other' }],
    fees: [300, 200, 100],
  },
  {
    name: '1,000 filters that unique values count',
    aggregation: 'unique_count_agg',
    filters: metricFilters,
    charges: charges(1, pairs),
    events: [usedPairs[0] as Fields, usedPairs[0] as Fields, usedPairs[2] as Fields].map((each, n) => ({
      ...each,
      value: n,
    })),
    fees: [400, 100],
  },
  {
    name: '1,000 filters with pricing groups of their own',
    filters: [{ key: 'model', values: names(items, 'm') }],
    charges: charges(
      1,
      names(items, 'm').map((model, n) =>
        filter({ model: [model] }, '2', { pricing_group_keys: [`key ${n}`, 'user'] }),
      ),
    ),
    events: [
      { model: 'm7', 'key 7': 'x', user: 'u' },
      { model: 'm7', 'key 7': 'y', user: 'u' },
      { model: 'm8', 'key 7': 'y' },
    ],
    fees: [200, 200, 200],
  },
  {
    name: '1,000 filters with free events and a minimum of each',
    aggregation: 'sum_agg',
    filters: metricFilters,
    charges: [
      {
        charge_model: 'percentage',
        properties: { rate: '10' },
        filters: pairs.map(({ values: own }) => ({
          values: own,
          properties: { rate: '10', free_units_per_events: 1, per_transaction_min_amount: '3' },
        })),
      },
    ],
    events: [usedPairs[0] as Fields, usedPairs[0] as Fields].map((each) => ({ ...each, value: 10 })),
    fees: [300],
  },
  {
    name: '1,000 pricing group keys',
    charges: [price('1', { pricing_group_keys: names(items, 'key ') })],
    events: [{ 'key 3': 'x' }, { 'key 3': 'x' }, { 'key 4': 'x' }],
    fees: [200, 100],
  },
  { name: '1,000 charges', charges: charges(items, []), events: [{}], fees: Array<number>(items).fill(100) },
  {
    name: '800 graduated ranges',
    charges: [
      {
        charge_model: 'graduated',
        properties: {
          graduated_ranges: Array.from({ length: 800 }, (_, n) => ({
            from_value: n,
            to_value: n === 799 ? null : n + 1,
            per_unit_amount: '1',
            flat_amount: n === 0 ? '1' : '0',
          })),
        },
      },
    ],
    events: [{}, {}],
    fees: [300],
  },
];

const planFields = {
  name: 'p',
  code: 'p',
  interval: 'monthly',
  amount_cents: 0,
  amount_currency: 'EUR',
  pay_in_advance: false,
};

const amounts = (fees: { amount_cents: number }[]) =>
  fees
    .map(({ amount_cents: amount }) => amount)
    .filter((amount) => amount > 0)
    .sort((a, b) => b - a);

async function subscribed({ aggregation, filters, charges: planCharges, events }: LargestPlan): Promise<Sandbox> {
  const sandbox = await Sandbox.create('2024-06-01T00:00:00Z');
  const field = aggregation
    ? { aggregation_type: aggregation, field_name: 'value' }
    : { aggregation_type: 'count_agg' };
  const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    {
      billable_metric: { name: 'm', code: 'm', ...field, filters },
    },
  );
  await sandbox.ok('POST', '/plans', {
    plan: { ...planFields, charges: planCharges.map((charge) => ({ ...charge, billable_metric_id: metric.svc_id })) },
  });
  await aCustomer().with({ currency: 'EUR' }).createIn(sandbox);
  await aSubscription().createIn(sandbox);
  await sandbox.ok('POST', '/events/batch', {
    events: events.map((properties, n) => usageEvent({ id: `t${n}`, at: `2024-06-02T00:00:0${n}Z`, properties })),
  });
  return sandbox;
}

describe('a plan at the bounds of the interface', () => {
  it.each(plans)(
    'shows its usage, its next invoice and bills it: $name',
    async (largest) => {
      const sandbox = await subscribed(largest);
      const total = largest.fees.reduce((sum, amount) => sum + amount, 0);
      // A read waits two seconds for events that are being stored, not longer.
      await waitFor('the usage of all events', async () => {
        const { customer_usage: usage } = await sandbox.ok<{ customer_usage: { amount_cents: number } }>(
          'GET',
          '/customers/c1/current_usage?external_subscription_id=s1',
        );
        return usage.amount_cents === total;
      });
      const { invoice: preview } = await sandbox.ok<{ invoice: { fees_amount_cents: number } }>(
        'POST',
        '/invoices/preview',
        { customer: { external_id: 'c1' }, subscriptions: { external_ids: ['s1'] } },
      );
      expect(preview.fees_amount_cents).toBe(total);
      await sandbox.advanceClock('2024-07-01T00:10:00Z');
      const { invoices } = await sandbox.ok<{
        invoices: { svc_id: string; status: string; fees_amount_cents: number }[];
      }>('GET', '/invoices');
      expect(invoices).toMatchObject([{ status: 'finalized', fees_amount_cents: total }]);
      const { invoice } = await sandbox.ok<{ invoice: { fees: { amount_cents: number }[] } }>(
        'GET',
        `/invoices/${invoices[0]?.svc_id}`,
      );
      expect(amounts(invoice.fees)).toEqual(largest.fees.sort((a, b) => b - a));
    },
    240_000,
  );

  it('prices each event in advance by its filter among 1,000', async () => {
    const inAdvance = charges(1, pairs).map((charge) => ({ ...charge, pay_in_advance: true, invoiceable: false }));
    const sandbox = await subscribed({
      name: '',
      filters: metricFilters,
      charges: inAdvance,
      events: usedPairs,
      fees: [],
    });
    await sandbox.awaitIdle();
    const { fees } = await sandbox.ok<{ fees: { amount_cents: number }[] }>('GET', '/fees?external_subscription_id=s1');
    expect(amounts(fees)).toEqual([200, 200, 100]);
  }, 120_000);
});

describe('a plan beyond the bounds of the interface', () => {
  it.each<[string, string, Fields[]]>([
    ['charges', 'charges', charges(items + 1, [])],
    ['filters', 'filters', charges(1, [...pairs, pairs[0] as Fields])],
  ])('is refused in one body: %s', async (_, field, planCharges) => {
    const answer = await written(planCharges);
    expect(answer).toMatchObject({ status: 422, body: { error_details: { [field]: ['value_is_too_long'] } } });
  });

  it('is refused when a filter or a charge is added to the largest number', async () => {
    const sandbox = await subscribed({
      name: '',
      filters: metricFilters,
      charges: charges(1, pairs.slice(1)),
      events: [{}],
      fees: [],
    });
    const { charges: stored } = await sandbox.ok<{ charges: { code: string; svc_billable_metric_id: string }[] }>(
      'GET',
      '/plans/p/charges',
    );
    const [charge] = stored;
    const add = (more: Fields) => sandbox.call('POST', `/plans/p/charges/${charge?.code}/filters`, { filter: more });
    expect(await add(pairs[0] as Fields)).toMatchObject({ status: 200 });
    expect(await add(filter({ model: models }, '2'))).toMatchObject({
      status: 422,
      body: { error_details: { filters: ['too_many_filters', 'limit_is_1000'] } },
    });
    const priced = { ...price('1'), billable_metric_id: charge?.svc_billable_metric_id };
    const put = Array.from({ length: items }, () => priced);
    await sandbox.ok('PUT', '/plans/p', { plan: { ...planFields, charges: put } });
    expect(await sandbox.call('POST', '/plans/p/charges', { charge: { ...priced, code: 'one-more' } })).toMatchObject({
      status: 422,
      body: { error_details: { charges: ['too_many_charges', 'limit_is_1000'] } },
    });
  }, 120_000);
});

async function written(planCharges: Fields[]) {
  const sandbox = await Sandbox.create('2024-06-01T00:00:00Z');
  const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    {
      billable_metric: { name: 'm', code: 'm', aggregation_type: 'count_agg', filters: metricFilters },
    },
  );
  return sandbox.call('POST', '/plans', {
    plan: { ...planFields, charges: planCharges.map((charge) => ({ ...charge, billable_metric_id: metric.svc_id })) },
  });
}

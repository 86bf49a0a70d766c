// The price list of the seeded organization: plans of three kinds, in two currencies.

/** Identifiers by code. */
export type Ids = Record<string, string>;

export const metrics = [
  { name: 'API calls', code: 'api_calls', aggregation_type: 'count_agg' },
  {
    name: 'Compute minutes',
    code: 'compute',
    aggregation_type: 'sum_agg',
    field_name: 'minutes',
    filters: [{ key: 'machine', values: ['small', 'large', 'gpu'] }],
  },
  { name: 'Storage', code: 'storage', aggregation_type: 'max_agg', field_name: 'gigabytes' },
  { name: 'Seats', code: 'seats', aggregation_type: 'unique_count_agg', field_name: 'user', recurring: true },
];

export const taxes = [
  { name: 'Umsatzsteuer', code: 'vat_de', rate: '19' },
  { name: 'TVA', code: 'vat_fr', rate: '20' },
  { name: 'VAT', code: 'vat_gb', rate: '20' },
  { name: 'New York sales tax', code: 'sales_ny', rate: '8.875' },
];

export const addOns = [{ name: 'Dedicated support', code: 'support', amount_cents: 25000, amount_currency: 'EUR' }];

export const coupons = [
  {
    name: 'Welcome',
    code: 'welcome',
    coupon_type: 'percentage',
    percentage_rate: '25',
    frequency: 'recurring',
    frequency_duration: 3,
    expiration: 'no_expiration',
  },
  {
    name: 'Sorry for the outage',
    code: 'outage',
    coupon_type: 'fixed_amount',
    amount_cents: 2000,
    amount_currency: 'EUR',
    frequency: 'once',
    expiration: 'no_expiration',
  },
];

/** Steps of a price: the last unit, the price of each, and a flat price. */
const ranges = (...steps: [to: number | null, perUnit: string, flat?: string][]) =>
  steps.map(([to, perUnit, flat = '0'], index) => ({
    from_value: index === 0 ? 0 : (steps[index - 1]?.[0] ?? 0) + 1,
    to_value: to,
    per_unit_amount: perUnit,
    flat_amount: flat,
  }));

/** A plan without a fee: usage is paid in arrears. */
const payAsYouGo = (metric: Ids) => ({
  name: 'Pay as you go',
  code: 'pay-as-you-go',
  interval: 'monthly',
  amount_cents: 0,
  amount_currency: 'EUR',
  pay_in_advance: false,
  charges: [
    {
      billable_metric_id: metric.api_calls,
      charge_model: 'graduated',
      properties: { graduated_ranges: ranges([1000, '0'], [10000, '0.004'], [null, '0.0025']) },
    },
    {
      billable_metric_id: metric.compute,
      charge_model: 'standard',
      properties: { amount: '0.02' },
      filters: [
        { invoice_display_name: 'GPU minutes', values: { machine: ['gpu'] }, properties: { amount: '0.35' } },
        { invoice_display_name: 'Large machines', values: { machine: ['large'] }, properties: { amount: '0.06' } },
      ],
    },
  ],
});

/** A monthly price in advance, with seats and packages of calls. */
const team = (metric: Ids, code: string, currency: string) => ({
  name: 'Team',
  code,
  interval: 'monthly',
  amount_cents: 4900,
  amount_currency: currency,
  pay_in_advance: true,
  trial_period: 14,
  charges: [
    {
      billable_metric_id: metric.api_calls,
      charge_model: 'package',
      properties: { amount: '5', package_size: 10000, free_units: 10000 },
    },
    {
      billable_metric_id: metric.seats,
      charge_model: 'graduated',
      prorated: true,
      properties: { graduated_ranges: ranges([5, '0'], [null, '9']) },
    },
    {
      billable_metric_id: metric.storage,
      charge_model: 'volume',
      properties: { volume_ranges: ranges([100, '0.10'], [null, '0.08']) },
    },
  ],
});

/** A yearly price with monthly usage, support in fixed units, a minimum and thresholds. */
const enterprise = (metric: Ids, addOn: Ids) => ({
  name: 'Enterprise',
  code: 'enterprise',
  interval: 'yearly',
  amount_cents: 1200000,
  amount_currency: 'EUR',
  pay_in_advance: true,
  bill_charges_monthly: true,
  minimum_commitment: { amount_cents: 1500000, invoice_display_name: 'Minimum commitment' },
  usage_thresholds: [{ amount_cents: 50000, threshold_display_name: 'Usage of 500' }],
  charges: [
    {
      billable_metric_id: metric.compute,
      charge_model: 'percentage',
      properties: { rate: '1.5', fixed_amount: '0' },
      min_amount_cents: 10000,
    },
    { billable_metric_id: metric.storage, charge_model: 'standard', properties: { amount: '0.05' } },
  ],
  fixed_charges: [{ add_on_id: addOn.support, charge_model: 'standard', units: '1', properties: { amount: '250' } }],
});

/** @param metric maps a code to an id, as `addOn` does */
export const plans = (metric: Ids, addOn: Ids) => [
  payAsYouGo(metric),
  team(metric, 'team', 'EUR'),
  team(metric, 'team-us', 'USD'),
  enterprise(metric, addOn),
];

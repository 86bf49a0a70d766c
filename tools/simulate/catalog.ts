// Random metrics, plans, taxes and coupons, as request bodies.
import type { Has } from './dimensions.ts';
import type {
  AddOnRequest,
  Aggregation,
  ChargeModel,
  ChargeRequest,
  CouponRequest,
  FilterValues,
  FixedChargeRequest,
  Frequency,
  Interval,
  MetricRequest,
  PlanRequest,
  Properties,
  Range,
  Rounding,
  ThresholdRequest,
} from './requests.ts';
import type { Life } from './life-state.ts';
import type { Random } from './random.ts';

export const regions = ['eu', 'us', 'asia'];
/** Possible upper ends of price ranges. */
export const bounds = [2, 5, 10, 20, 50, 100, 250];
const aggregations: Aggregation[] = [
  'count_agg',
  'sum_agg',
  'sum_agg',
  'max_agg',
  'latest_agg',
  'unique_count_agg',
  'weighted_sum_agg',
];
const recurrable: Aggregation[] = ['sum_agg', 'unique_count_agg'];

/** @param approximate call times are inexact, so no metric is weighted by seconds */
export function randomMetric(random: Random, number: number, approximate = false): MetricRequest {
  const aggregation = random.pick(
    approximate ? aggregations.filter((one) => one !== 'weighted_sum_agg') : aggregations,
  );
  const recurring = recurrable.includes(aggregation) && random.chance(0.3);
  const rounds = !['max_agg', 'unique_count_agg', 'weighted_sum_agg'].includes(aggregation) && random.chance(0.25);
  return {
    name: `Metric ${number}`,
    code: `m${number}`,
    aggregation_type: aggregation,
    ...(aggregation === 'count_agg' ? {} : { field_name: 'value' }),
    ...(recurring ? { recurring: true } : {}),
    ...(aggregation === 'weighted_sum_agg' ? { weighted_interval: 'seconds' } : {}),
    ...(rounds
      ? { rounding_function: random.pick<Rounding>(['round', 'ceil', 'floor']), rounding_precision: random.int(-1, 2) }
      : {}),
    filters: [
      { key: 'region', values: regions },
      { key: 'tier', values: ['gold', 'free'] },
    ],
  };
}

const money = (random: Random, most = 30) =>
  random.chance(0.3)
    ? String(random.int(0, most))
    : `${random.int(0, most)}.${String(random.int(1, 9999)).padStart(4, '0')}`;

/** Ranges that adjoin, each with its price. */
function ranges<T>(random: Random, priceOf: () => T): (Range & T)[] {
  const upperBounds = random
    .shuffled(bounds)
    .slice(0, random.int(1, 3))
    .sort((a, b) => a - b);
  return [...upperBounds, null].map((to, i) => ({
    from_value: i === 0 ? 0 : (upperBounds[i - 1] ?? 0) + 1,
    to_value: to,
    ...priceOf(),
  }));
}

const perUnit = (random: Random) => () => ({
  per_unit_amount: money(random, 5),
  flat_amount: random.chance(0.6) ? '0' : money(random, 20),
});
const rates = (random: Random) => () => ({
  rate: money(random, 9),
  flat_amount: random.chance(0.6) ? '0' : money(random, 20),
});

function percentage(random: Random): Properties {
  const p: Properties = { rate: money(random, 9) };
  if (random.chance(0.4)) p.fixed_amount = money(random, 3);
  if (random.chance(0.3)) p.free_units_per_events = random.int(1, 4);
  if (random.chance(0.3)) p.free_units_per_total_aggregation = money(random, 40);
  if (random.chance(0.2)) p.per_transaction_min_amount = money(random, 2);
  if (random.chance(0.2)) p.per_transaction_max_amount = String(random.int(3, 9));
  return p;
}

function propertiesOf(random: Random, model: ChargeModel): Properties {
  switch (model) {
    case 'standard':
      return { amount: money(random, 9) };
    case 'graduated':
      return { graduated_ranges: ranges(random, perUnit(random)) };
    case 'volume':
      return { volume_ranges: ranges(random, perUnit(random)) };
    case 'graduated_percentage':
      return { graduated_percentage_ranges: ranges(random, rates(random)) };
    case 'package':
      return { amount: money(random, 20), package_size: random.int(1, 20), free_units: random.int(0, 10) };
    case 'percentage':
      return percentage(random);
    default:
      return {};
  }
}

/** New prices of the same charge model. */
export const otherProperties = (life: Life, charge: ChargeRequest, has: Has): Properties =>
  withGroups({ random: life.more, more: life.more }, propertiesOf(life.more, charge.charge_model), has);

function modelFor(random: Random, metric: MetricRequest): ChargeModel {
  const models: ChargeModel[] = ['standard', 'standard', 'graduated', 'volume', 'package'];
  if (metric.aggregation_type !== 'latest_agg') models.push('graduated_percentage');
  if (metric.aggregation_type === 'sum_agg') models.push('dynamic');
  if (['sum_agg', 'count_agg'].includes(metric.aggregation_type) && !metric.recurring && !metric.rounding_function)
    models.push('percentage', 'percentage');
  return random.pick(models);
}

function withGroups({ random, more }: Pick<Life, 'random' | 'more'>, properties: Properties, has: Has): Properties {
  if (!random.chance(0.25)) return properties;
  const keys = random.chance(0.7) ? ['region'] : ['region', 'tier'];
  // Events never have a zone, so its groups stay empty.
  const groupKeys = has('empty_groups') && more.chance(0.5) ? more.pick([['zone'], ['region', 'zone']]) : keys;
  return { ...properties, pricing_group_keys: groupKeys };
}

/** Whether the metric's events may be charged one by one. Recurring metrics are charged again in each period. */
function chargedByEvent({ random, more }: Life, metric: MetricRequest, has: Has): boolean {
  if (!['count_agg', 'sum_agg', 'unique_count_agg'].includes(metric.aggregation_type)) return false;
  return metric.recurring ? has('advance_recurring') && more.chance(0.6) : random.chance(0.6);
}

const filterValues: FilterValues[] = [
  { region: ['eu'] },
  { region: ['eu', 'us'] },
  { region: ['eu'], tier: ['gold'] },
  { tier: ['__ALL_FILTER_VALUES__'], region: ['us'] },
];

function randomCharge(random: Random, metric: MetricRequest, life: Life, has: Has): ChargeRequest {
  const { taxes, advance, more } = life;
  const inAdvance = advance && chargedByEvent(life, metric, has);
  const uninvoiced = inAdvance && has('advance_uninvoiced') && more.chance(0.5);
  let model = modelFor(random, metric);
  if (inAdvance && model === 'volume') model = 'standard';
  const randomProperties = () => withGroups(life, propertiesOf(random, model), has);
  const mayProrate = metric.recurring === true && metric.aggregation_type !== 'weighted_sum_agg';
  const prorated = mayProrate && ['standard', 'volume'].includes(model) && random.chance(0.5);
  const filters = random.chance(0.3)
    ? random
        .shuffled(filterValues)
        .slice(0, random.int(1, 2))
        .map((values) => ({ values, properties: randomProperties() }))
    : [];
  return {
    billable_metric_id: `{{${metric.code}}}`,
    charge_model: model,
    properties: randomProperties(),
    ...(prorated ? { prorated: true } : {}),
    ...(filters.length > 0 ? { filters } : {}),
    ...(inAdvance ? { pay_in_advance: true } : {}),
    ...(uninvoiced ? { invoiceable: false } : {}),
    ...(!inAdvance && random.chance(0.25) ? { min_amount_cents: random.int(1, 50) * 100 } : {}),
    ...(taxes.length > 0 && random.chance(0.2) ? { tax_codes: [random.pick(taxes).code] } : {}),
  };
}

const intervals: Interval[] = ['weekly', 'monthly', 'monthly', 'monthly', 'quarterly', 'semiannual', 'yearly'];

export function randomPlan(random: Random, number: number, life: Life, has: Has): PlanRequest {
  const { metrics, taxes, addOns, currency, advance } = life;
  const interval = random.pick(intervals);
  const long = ['semiannual', 'yearly'].includes(interval);
  const charges = random.some(metrics, 0.7).map((metric) => randomCharge(random, metric, life, has));
  const fixed = has('fixed_charges') ? random.some(addOns, 0.4) : [];
  const split = {
    ...(has('monthly_splits') && long && random.chance(0.5) ? { bill_charges_monthly: true } : {}),
    ...(has('monthly_splits') && long && random.chance(0.25) ? { bill_fixed_charges_monthly: true } : {}),
  };
  const besideSplit = split.bill_charges_monthly && !split.bill_fixed_charges_monthly;
  const ahead = has('fixed_in_advance') && !advance && (!besideSplit || has('fixed_in_advance_beside_split'));
  return {
    name: `Plan ${number}`,
    code: `p${number}`,
    interval,
    amount_cents: random.chance(0.15) ? 0 : random.int(1, 40000),
    amount_currency: currency,
    // The reference does not define which of several simultaneous invoices takes a credit first. So lives with event
    // charges in advance have no plans in advance.
    pay_in_advance: !advance && random.chance(0.45),
    charges,
    ...(has('trials') && random.chance(0.2) ? { trial_period: random.int(1, 45) } : {}),
    ...split,
    ...(taxes.length > 0 && random.chance(0.3) ? { tax_codes: [random.pick(taxes).code] } : {}),
    ...(has('commitments') && random.chance(0.2)
      ? { minimum_commitment: { amount_cents: random.int(1, 600) * 100 } }
      : {}),
    ...(life.thresholds ? { usage_thresholds: randomThresholds(life.more) } : {}),
    ...(fixed.length > 0
      ? { fixed_charges: fixed.map((addOn) => randomFixedCharge(random, addOn, ahead && random.chance(0.4))) }
      : {}),
  };
}

/** Random steps and usually a recurring threshold; the result is never empty. */
export function randomThresholds(random: Random): ThresholdRequest[] {
  const amounts = new Set(Array.from({ length: random.int(0, 3) }, () => random.int(1, 120) * random.pick([50, 500])));
  const steps: ThresholdRequest[] = [...amounts].map((amount) => ({ amount_cents: amount }));
  if (steps.length > 0 && random.chance(0.5)) return steps;
  return [...steps, { amount_cents: random.int(1, 120) * random.pick([100, 500]), recurring: true }];
}

function randomFixedCharge(random: Random, addOn: AddOnRequest, inAdvance: boolean): FixedChargeRequest {
  const model = random.pick<ChargeModel>(inAdvance ? ['standard', 'graduated'] : ['standard', 'graduated', 'volume']);
  return {
    add_on_id: `{{${addOn.code}}}`,
    charge_model: model,
    properties: propertiesOf(random, model),
    units: random.int(0, 30),
    prorated: !inAdvance && random.chance(0.3),
    ...(inAdvance ? { pay_in_advance: true } : {}),
  };
}

export function randomCoupon(
  random: Random,
  number: number,
  { plans, metrics, currency }: Pick<Life, 'plans' | 'metrics' | 'currency'>,
): CouponRequest {
  const fixed = random.chance(0.5);
  const frequency = random.pick<Frequency>(['once', 'recurring', 'forever']);
  const limit = random.int(0, 2);
  return {
    name: `Coupon ${number}`,
    code: `c${number}`,
    coupon_type: fixed ? 'fixed_amount' : 'percentage',
    frequency,
    expiration: 'no_expiration',
    ...(fixed
      ? { amount_cents: random.int(1, 90) * 100, amount_currency: currency }
      : { percentage_rate: String(random.int(1, 100)) }),
    ...(frequency === 'recurring' ? { frequency_duration: random.int(1, 4) } : {}),
    ...(limit === 1 ? { applies_to: { plan_codes: [random.pick(plans).code] } } : {}),
    ...(limit === 2 ? { applies_to: { billable_metric_codes: [random.pick(metrics).code] } } : {}),
  };
}

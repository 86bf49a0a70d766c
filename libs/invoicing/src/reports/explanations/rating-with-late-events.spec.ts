import { expect, it } from '@jest/globals';
import {
  aggregate,
  aggregateProrated,
  allowanceOf,
  chargeFee,
  Decimal,
  priceUsage,
  weightedSum,
  type AggregatedUsage,
  type Metric,
  type UsageEvent,
} from '@tollgate/rating';
import type { ChargeView } from '@tollgate/catalog/reader';
import { chargeInputs } from '../../model/fee-inputs/charge-inputs.js';
import { pricedAs } from '../../model/rated-charges/rated-charge.js';
import type { ChargeInputs } from '../../model/fee-inputs/fee-inputs.tables.js';
import { chargeOf, june } from '../../rating/in-advance-rating/in-advance-charge.fixture.js';
import { amountWith } from './rating-with-late-events.js';

const ranges = [
  { from_value: 0, to_value: 10, per_unit_amount: '1', flat_amount: '5' },
  { from_value: 11, to_value: null, per_unit_amount: '0.35', flat_amount: '2' },
];
const percentage = {
  rate: '3',
  fixed_amount: '0.2',
  free_units_per_events: 2,
  per_transaction_min_amount: '0.5',
};
const window = { ...june, durationDays: 30, timezone: 'Europe/Paris', endedByUpgrade: false };
const opening = new Decimal('7.5');

const dayMicros = 86_400_000_000;
const all = ['4', '3.5', '9', '4', 'none', '2'].map((value, position): UsageEvent => ({
  transactionId: String(position),
  timestampMicros: june.from * 1000 + position * 4 * dayMicros,
  receivedAtMicros: position,
  value,
  operationType: position === 3 ? 'remove' : 'add',
  preciseTotalAmountCents: new Decimal('12.5'),
}));

interface Case {
  metric: Partial<Metric> & Pick<Metric, 'aggregationType'>;
  price: { chargeModel: string; properties: Record<string, unknown> };
  prorated?: boolean;
  rate?: string;
}

const cases: Case[] = [
  {
    metric: { aggregationType: 'count_agg' },
    price: { chargeModel: 'graduated', properties: { graduated_ranges: ranges } },
  },
  {
    metric: { aggregationType: 'sum_agg', roundingFunction: 'ceil' },
    price: { chargeModel: 'standard', properties: { amount: '0.7' } },
  },
  { metric: { aggregationType: 'sum_agg' }, price: { chargeModel: 'percentage', properties: percentage } },
  { metric: { aggregationType: 'sum_agg' }, price: { chargeModel: 'dynamic', properties: {} }, rate: '0.5' },
  {
    metric: { aggregationType: 'max_agg' },
    price: { chargeModel: 'package', properties: { amount: '3', package_size: 4 } },
  },
  {
    metric: { aggregationType: 'latest_agg' },
    price: { chargeModel: 'volume', properties: { volume_ranges: ranges } },
  },
  { metric: { aggregationType: 'unique_count_agg' }, price: { chargeModel: 'standard', properties: { amount: '2' } } },
  {
    metric: { aggregationType: 'weighted_sum_agg', recurring: true },
    price: { chargeModel: 'standard', properties: { amount: '2' } },
  },
  {
    metric: { aggregationType: 'sum_agg', recurring: true },
    price: { chargeModel: 'graduated', properties: { graduated_ranges: ranges } },
    prorated: true,
  },
];

const metricOf = ({ metric }: Case): Metric => ({
  recurring: false,
  roundingFunction: null,
  roundingPrecision: null,
  ...metric,
});

function aggregationOf(each: Case, events: UsageEvent[]): AggregatedUsage {
  const metric = metricOf(each);
  if (each.prorated) return aggregateProrated(metric, events, window);
  if (metric.aggregationType === 'weighted_sum_agg')
    return weightedSum(metric, events, { ...window, carriedUnits: opening });
  return aggregate(
    metric,
    events,
    window,
    each.price.chargeModel === 'percentage' ? allowanceOf(each.price.properties) : undefined,
  );
}

function chargeOfCase({ price, rate, prorated = false, ...each }: Case): ChargeView {
  const metric = metricOf({ price, ...each });
  const charge = chargeOf(metric.aggregationType, 'standard', price.properties);
  return {
    ...charge,
    chargeModel: price.chargeModel,
    metric: { ...charge.metric, ...metric },
    prorated,
    pricingUnit: rate === undefined ? null : { id: 'u', code: 'cr', shortName: 'CR', conversionRate: rate },
  } as ChargeView;
}

it.each(cases)('a fee with its late events costs what usage of all of them costs: $metric.aggregationType', (each) => {
  const charge = chargeOfCase(each);
  const reading = { at: june.to + 1, usage: { from: june.from }, durationDays: 30, endedByUpgrade: false };
  const part = { planCode: 'p', charge, filter: null, groupedBy: {}, timezone: window.timezone, period: june, reading };
  const stored = JSON.parse(JSON.stringify(chargeInputs(part, aggregationOf(each, all.slice(0, 4))))) as ChargeInputs;
  if (!stored.selection) throw new Error('the inputs have no selection');
  const priced = pricedAs(charge, null, 'EUR');
  const { amountCents } = chargeFee(priceUsage(priced, aggregationOf(each, all)), priced);
  expect(amountWith(stored, stored.selection, all, 'EUR')).toBe(amountCents);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChargeModel, PricedRange, Properties } from '../requests.ts';
import type { Metric } from './catalog.ts';
import type { UsageEvent } from './model.ts';
import { inCents, price } from './prices.ts';
import { rational, sum } from './rational.ts';

const metric: Metric = {
  code: 'units',
  aggregation: 'sum_agg',
  field: 'value',
  recurring: false,
  rounding: null,
  roundingPrecision: null,
  filterValues: {},
};

const eventOf = (value: number, arrival: number): UsageEvent => ({
  subscription: 'sub1',
  code: 'units',
  at: arrival,
  transaction: `tx${arrival}`,
  properties: { value },
  price: undefined,
  arrival,
});

/** The amount of events with these values, in euros. */
function amountOf(model: ChargeModel, properties: Properties, ...values: number[]): string {
  const events = values.map(eventOf);
  const units = sum(values.map((value) => rational(value)));
  const level = rational(0);
  const usage = { units, priced: units, prorated: false, count: values.length, events, within: events, level };
  return price(model, properties, usage, metric, 2).amount.toString();
}

const ranges: PricedRange[] = [
  { from_value: 0, to_value: 10, per_unit_amount: '1', flat_amount: '0' },
  { from_value: 11, to_value: 20, per_unit_amount: '0.5', flat_amount: '2' },
  { from_value: 21, to_value: null, per_unit_amount: '0.25', flat_amount: '0' },
];

describe('prices', () => {
  it('of graduated ranges add up', () => {
    const graduated = (units: number) => amountOf('graduated', { graduated_ranges: ranges }, units);
    assert.equal(graduated(10), '10');
    assert.equal(graduated(10.5), '12.25'); // 10 + 0.5 × 0.5 + 2
    assert.equal(graduated(20), '17'); // 10 + 10 × 0.5 + 2
    assert.equal(graduated(25), '18.25'); // 17 + 5 × 0.25
  });

  it('of a volume are those of its range', () => {
    const volume = (units: number) => amountOf('volume', { volume_ranges: ranges }, units);
    assert.equal(volume(10), '10');
    assert.equal(volume(20), '12'); // 20 × 0.5 + 2
    assert.equal(volume(25), '6.25'); // 25 × 0.25
  });

  it('of packages count a started one', () => {
    const packaged = (units: number) => amountOf('package', { amount: '3', package_size: 10, free_units: 5 }, units);
    assert.equal(packaged(5), '0');
    assert.equal(packaged(25), '6');
    assert.equal(packaged(26), '9');
  });

  it('of a percentage leave free events out', () => {
    const properties = { rate: '2', fixed_amount: '0.1', free_units_per_events: 2 };
    // 10 and 20 are free: 2 % of 30, and the fixed amount of one event.
    assert.equal(amountOf('percentage', properties, 10, 20, 30), '0.7');
    assert.equal(amountOf('percentage', properties, 10, 20), '0');
  });

  it('are rounded to the smallest unit of their currency, halves up', () => {
    assert.equal(inCents(rational('1.005'), 'EUR'), 101n);
    assert.equal(inCents(rational('1.5'), 'JPY'), 2n);
  });
});

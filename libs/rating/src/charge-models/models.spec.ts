import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../decimal.js';
import { chargeFee } from './charge-fee.js';
import { priceUsage } from './price-usage.js';
import type { ChargeModel, ChargeProperties, PriceRange, Usage } from './types.js';

const d = (x: string | number): Decimal => new Decimal(x);
const list = (...xs: number[]): Decimal[] => xs.map(d);
const used = (units: string | number, more: Partial<Usage> = {}): Usage => ({
  units: d(units),
  eventsCount: 1,
  ...more,
});
const price = (model: ChargeModel, properties: ChargeProperties, usage: Usage) =>
  priceUsage({ model, properties, currency: 'EUR' }, usage);
const amount = (model: ChargeModel, properties: ChargeProperties, usage: Usage): string =>
  price(model, properties, usage).amount.toFixed();
const range = (from: number, to: number | null, per: string, flat: string): PriceRange => ({
  from_value: from,
  to_value: to,
  per_unit_amount: per,
  flat_amount: flat,
});

describe('standard', () => {
  it('prices every unit equally', () => {
    const fee = price('standard', { amount: '0.125' }, used(3));
    expect(fee.amount.toFixed()).toBe('0.375');
    expect(chargeFee(fee, { currency: 'EUR' }).amountCents).toBe(38n);
    expect(amount('standard', {}, used(3))).toBe('0');
  });

  it('states the unit price of the full units when prorated', () => {
    expect(price('standard', { amount: '10' }, used(5, { fullUnits: d(10) })).unitAmount.toFixed()).toBe('5');
  });

  it('is zero for negative units', () => {
    expect(price('standard', { amount: '10' }, used(-1))).toMatchObject({
      units: d(0),
      amount: d(0),
      unitAmount: d(0),
    });
  });

  it('is zero for a total below 0, though prorated units are left', () => {
    expect(price('standard', { amount: '10' }, used('6.4', { fullUnits: d(-2) }))).toMatchObject({
      units: d(0),
      amount: d(0),
    });
  });
});

describe('graduated', () => {
  const ranges = { graduated_ranges: [range(0, 10, '10', '2'), range(11, 20, '5', '3'), range(21, null, '5', '3')] };
  it.each([
    [0, '2'],
    [1, '12'],
    [10, '102'],
    ['10.5', '107.5'],
    [11, '110'],
    [12, '115'],
    [21, '163'],
  ])('%s units cost %s', (units, expected) => {
    expect(amount('graduated', ranges, used(units))).toBe(expected);
  });

  it('counts a shared bound once', () => {
    const shared = { graduated_ranges: [range(0, 10, '10', '0'), range(10, null, '5', '0')] };
    expect(amount('graduated', shared, used(12))).toBe('110');
  });

  it('lists the touched ranges in the details', () => {
    expect(price('graduated', ranges, used(12)).amountDetails).toEqual({
      graduated_ranges: [
        {
          from_value: 0,
          to_value: 10,
          flat_unit_amount: '2.0',
          per_unit_amount: '10.0',
          units: '10.0',
          per_unit_total_amount: '100.0',
          total_with_flat_amount: '102.0',
        },
        {
          from_value: 11,
          to_value: 20,
          flat_unit_amount: '3.0',
          per_unit_amount: '5.0',
          units: '2.0',
          per_unit_total_amount: '10.0',
          total_with_flat_amount: '13.0',
        },
      ],
    });
  });
});

describe('a last range without an explicit end', () => {
  const open = { from_value: 0, per_unit_amount: '2', flat_amount: '1', rate: '10' };

  it.each([
    ['graduated', { graduated_ranges: [open] }, '11'],
    ['volume', { volume_ranges: [open] }, '11'],
    ['graduated_percentage', { graduated_percentage_ranges: [open] }, '1.5'],
  ] as const)('is open: %s', (model, properties, expected) => {
    const { amount, amountDetails } = price(model, properties, used('5'));
    expect(amount.toFixed()).toBe(expected);
    const key = `${model}_ranges`;
    if (key in amountDetails) expect(amountDetails[key]).toMatchObject([{ from_value: 0, to_value: null }]);
  });
});

describe('graduated percentage', () => {
  const of = (from_value: number, to_value: number | null, rate: string, flat_amount: string) => ({
    from_value,
    to_value,
    rate,
    flat_amount,
  });
  const ranges = {
    graduated_percentage_ranges: [of(0, 10, '1', '200'), of(11, 20, '2', '300'), of(21, null, '3', '400')],
  };
  it.each([
    [0, '200'],
    [1, '200.01'],
    [10, '200.1'],
    [11, '500.12'],
  ])('%s units cost %s', (units, expected) => {
    expect(amount('graduated_percentage', ranges, used(units))).toBe(expected);
  });
});

describe('package', () => {
  it.each([
    [0, '1300'],
    [10, '1200'],
    [200, '0'],
    [121, '0'],
  ])('121 units with %s free cost %s', (free, expected) => {
    expect(amount('package', { amount: '100', package_size: 10, free_units: free }, used(121))).toBe(expected);
  });

  it('lists packages in the details, and nothing without units', () => {
    const properties = { amount: '100', package_size: 10, free_units: 200 };
    expect(price('package', properties, used(121)).amountDetails).toEqual({
      free_units: '200.0',
      paid_units: '0.0',
      per_package_size: 10,
      per_package_unit_amount: '100.0',
    });
    expect(price('package', properties, used(0)).amountDetails).toEqual({
      free_units: '0.0',
      paid_units: '0.0',
      per_package_size: 0,
      per_package_unit_amount: '0.0',
    });
  });
});

describe('volume', () => {
  const ranges = {
    volume_ranges: [range(0, 100, '2', '10'), range(101, 200, '1', '0'), range(201, null, '0.5', '50')],
  };
  it.each([
    [0, '10'],
    [1, '12'],
    [100, '210'],
    ['100.5', '100.5'],
    [101, '101'],
    [200, '200'],
    [300, '200'],
  ])('%s units cost %s', (units, expected) => {
    expect(amount('volume', ranges, used(units))).toBe(expected);
  });

  it('selects the range by the full units when prorated', () => {
    expect(amount('volume', ranges, used(50, { fullUnits: d(150) }))).toBe('50');
  });
});

describe('percentage', () => {
  const free = (properties: ChargeProperties, units: number, eventsCount: number, runningTotal: Decimal[]): string =>
    amount('percentage', { rate: '1', fixed_amount: '5', ...properties }, used(units, { eventsCount, runningTotal }));

  it('subtracts free events and free units', () => {
    expect(free({ free_units_per_events: 3 }, 30, 3, list(10, 20, 30))).toBe('0');
    expect(free({ free_units_per_events: 3 }, 40, 4, list(10, 20, 30))).toBe('5.1');
    expect(free({ free_units_per_total_aggregation: '15' }, 16, 4, list(4, 8, 12, 16))).toBe('5.01');
    expect(free({ free_units_per_total_aggregation: '15' }, 26, 5, list(4, 8, 12, 16))).toBe('10.11');
    expect(free({ free_units_per_events: 3, free_units_per_total_aggregation: '15' }, 4, 4, list(1, 2, 3))).toBe(
      '5.01',
    );
    // A sum below the free total of 0 limits the free events, too.
    expect(free({ free_units_per_events: 4 }, 10, 2, list(-3, 10))).toBe('5');
    expect(free({ free_units_per_events: 3, free_units_per_total_aggregation: '15' }, 20, 2, list(10, 20))).toBe(
      '5.05',
    );
    expect(free({ free_units_per_events: 3, free_units_per_total_aggregation: '15' }, 30, 3, list(10, 20, 30))).toBe(
      '10.15',
    );
  });

  it('lists free and paid units in the details', () => {
    const properties = {
      rate: '1.3',
      fixed_amount: '2',
      free_units_per_events: 3,
      free_units_per_total_aggregation: '250',
    };
    const fee = price('percentage', properties, used(800, { eventsCount: 4, runningTotal: list(50, 150, 400) }));
    expect(fee.amount.toFixed()).toBe('11.15');
    expect(fee.amountDetails).toEqual({
      units: '800.0',
      free_units: '250.0',
      free_events: 2,
      paid_units: '550.0',
      rate: '1.3',
      per_unit_total_amount: '7.15',
      paid_events: 2,
      fixed_fee_unit_amount: '2.0',
      fixed_fee_total_amount: '4.0',
      min_max_adjustment_total_amount: '0.0',
    });
  });

  const each = (properties: ChargeProperties, ...values: number[]): string =>
    amount(
      'percentage',
      { per_transaction_min_amount: '1.75', per_transaction_max_amount: '12', ...properties },
      used(
        values.reduce((a, b) => a + b),
        { eventsCount: values.length, eventValues: list(...values), runningTotal: [] },
      ),
    );

  it('limits each transaction to the minimum and the maximum', () => {
    expect(each({ rate: '1', fixed_amount: '1' }, 100, 1000, 10000)).toBe('25');
    expect(each({ rate: '2.99' }, 10, 80, 10000)).toBe('16.142');
    expect(each({ rate: '2.99', free_units_per_events: 2 }, 10, 80, 10000)).toBe('12');
    expect(each({ rate: '2.99', free_units_per_total_aggregation: '30' }, 10, 80, 10000)).toBe('13.794');
    expect(
      each({ rate: '2.99', free_units_per_events: 3, free_units_per_total_aggregation: '10000' }, 10, 80, 10000),
    ).toBe('2.691');
  });

  it('prices counted events equally without listing them', () => {
    const counted = (eventValues: Usage['eventValues']): string =>
      amount(
        'percentage',
        { rate: '50', free_units_per_events: 2, per_transaction_min_amount: '1' },
        used(7, { eventsCount: 7, runningTotal: 'one_per_unit', eventValues }),
      );
    expect(counted('one_per_unit')).toBe('5');
    expect(counted(list(1, 1, 1, 1, 1, 1, 1))).toBe('5');
  });
});

describe('dynamic', () => {
  it("adds up the events' own prices", () => {
    expect(amount('dynamic', {}, used(20, { eventsPriceCents: d('912') }))).toBe('9.12');
    expect(amount('dynamic', {}, used(0, { eventsPriceCents: d('912') }))).toBe('0');
  });
});

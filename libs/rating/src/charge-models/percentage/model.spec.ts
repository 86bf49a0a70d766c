import { describe, expect, it } from '@jest/globals';
import type { Decimal } from '../../decimal.js';
import { amount, list, price, used } from '../models.fixture.js';
import type { ChargeProperties } from '../registry.js';
import type { Usage } from '../types.js';

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

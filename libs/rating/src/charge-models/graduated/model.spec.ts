import { describe, expect, it } from '@jest/globals';
import { amount, price, range, used } from '../models.fixture.js';

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

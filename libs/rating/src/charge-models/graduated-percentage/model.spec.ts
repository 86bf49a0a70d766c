import { describe, expect, it } from '@jest/globals';
import { amount, used } from '../models.fixture.js';

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

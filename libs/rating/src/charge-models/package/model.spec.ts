import { describe, expect, it } from '@jest/globals';
import { amount, price, used } from '../models.fixture.js';

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

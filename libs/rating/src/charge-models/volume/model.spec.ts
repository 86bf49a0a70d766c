import { describe, expect, it } from '@jest/globals';
import { amount, d, range, used } from '../models.fixture.js';

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

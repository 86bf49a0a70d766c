import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '../decimal.js';
import { deviationPercent } from './deviation.js';
import { decimals } from './series.fixture.js';

const deviation = (units: number, events: number, past: number[]) =>
  deviationPercent({ units: new Decimal(units), events }, decimals(past))?.toNumber();

describe('the deviation of a span from its usual', () => {
  it('is the percent above the median', () => {
    expect(deviation(300, 50, [100, 100, 100, 100])).toBe(200);
    expect(deviation(250, 50, [90, 100, 110, 100, 9000])).toBe(150);
  });

  it('is nothing within three deviations, or below the usual', () => {
    // The median deviation is 10, so up to 144 is usual.
    expect(deviation(144, 50, [80, 90, 100, 110, 120])).toBe(0);
    expect(deviation(146, 50, [80, 90, 100, 110, 120])).toBe(46);
    expect(deviation(1, 50, [100, 100, 100, 100])).toBe(0);
  });

  it('is nothing for the units of ten events, and counts from there where nothing is usual', () => {
    expect(deviation(1000, 10, [0, 0, 0, 0])).toBe(0);
    expect(deviation(1000, 20, [0, 0, 0, 0])).toBe(100);
  });

  it('is unknown with less than four past spans', () => {
    expect(deviation(1000, 50, [1, 1, 1])).toBeUndefined();
  });

  it('is never negative, and does not depend on the order of the past', () => {
    const units = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(units, fc.nat(100), fc.array(units, { minLength: 4, maxLength: 8 }), (now, events, past) => {
        const found = deviation(now, events, past);
        expect(found).toBeGreaterThanOrEqual(0);
        expect(deviation(now, events, [...past].reverse())).toBe(found);
      }),
    );
  });
});

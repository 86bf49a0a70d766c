import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boundsFit } from './ranges.js';

const ranges = (...bounds: [number, number | null][]) =>
  bounds.map(([from_value, to_value]) => ({ from_value, to_value }));

describe('bounds of ranges (catalog, sections 4.2 and 18)', () => {
  it.each([
    ['whole ranges side by side', ranges([0, 10], [11, 20], [21, null]), true, true],
    ['from 1', ranges([1, 10], [11, null]), true, true],
    ['one open range', ranges([0, null]), true, true],
    ['shared bounds', ranges([0, 10], [10, null]), true, false],
    ['shared bounds with fractions', ranges([0, 0.1], [0.1, 1], [1, null]), true, false],
    ['one more than the end', ranges([0, 10], [12, null]), false, true],
    ['next after a fraction', ranges([0, 0.7], [1.7, 8.2], [9.2, null]), true, true],
    ['a gap', ranges([0, 10], [20, null]), false, false],
    ['an overlap', ranges([0, 10], [9, null]), false, false],
    ['a closed end', ranges([0, 100]), false, false],
    ['an end in the middle', ranges([0, null], [11, null]), false, false],
    ['an empty range', ranges([0, 0], [1, null]), false, false],
    ['from 2', ranges([2, null]), false, false],
  ])('%s', (_, tiers, shared, separate) => {
    expect(boundsFit(tiers, 'shared')).toBe(shared);
    expect(boundsFit(tiers, 'separate')).toBe(separate);
  });

  it('must be numbers', () => {
    expect(boundsFit([{ from_value: '0', to_value: null }], 'shared')).toBe(false);
    expect(
      boundsFit(
        [
          { from_value: 0, to_value: '10' },
          { from_value: 11, to_value: null },
        ],
        'shared',
      ),
    ).toBe(false);
    expect(boundsFit([{}], 'shared')).toBe(false);
  });

  it('may be adjacent ranges of any length, for both', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e6 }), { maxLength: 20 }), (lengths) => {
        let from = 0;
        const tiers = lengths.map((length) => {
          const range = { from_value: from, to_value: from + length };
          from += length + 1;
          return range;
        });
        const closed = [...tiers, { from_value: from, to_value: null }];
        return boundsFit(closed, 'shared') && boundsFit(closed, 'separate');
      }),
    );
  });
});

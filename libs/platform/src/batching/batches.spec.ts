import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { byBytes } from './batches.js';

describe('pieces by bytes', () => {
  it('keep the order of the items, and exceed the limit only with a single item', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.integer({ min: 1, max: 40 }), (sizes, maximum) => {
        const pieces = byBytes(sizes, maximum, (size) => size);
        expect(pieces.flat()).toEqual(sizes);
        for (const piece of pieces) {
          expect(piece.length).toBeGreaterThan(0);
          const total = piece.reduce((sum, size) => sum + size, 0);
          expect(total <= maximum || piece.length === 1).toBe(true);
        }
      }),
    );
  });
});

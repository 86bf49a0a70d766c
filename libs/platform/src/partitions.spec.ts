import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { partitionOf } from './partitions.js';

describe('partitions', () => {
  it('are stable, because waiting work is found by its partition', () => {
    expect(['', 's1', 's2', 'customer-0815', 'größe'].map((text) => partitionOf(text, 4))).toEqual([0, 2, 3, 3, 1]);
  });

  it('are below the partition count', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 64 }), (text, count) => {
        const partition = partitionOf(text, count);
        expect(Number.isInteger(partition) && partition >= 0 && partition < count).toBe(true);
      }),
    );
  });
});

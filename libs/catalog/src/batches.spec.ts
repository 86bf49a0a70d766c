import { expect, it } from '@jest/globals';
import { batchesOf } from './batches.js';

it('splits rows into batches, in order; without rows there is no batch', () => {
  expect(batchesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(batchesOf([1, 2], 2)).toEqual([[1, 2]]);
  expect(batchesOf([], 2)).toEqual([]);
});

import { expect, it } from '@jest/globals';
import { retryWaitMs } from './retry-wait.js';

it('waits 3 to 3.15 seconds after the first failure and 18 to 20.4 after the second', () => {
  expect([retryWaitMs(1, 0), retryWaitMs(1, 1)]).toEqual([3000, 3150]);
  expect(retryWaitMs(2, 0)).toBe(18_000);
  expect(retryWaitMs(2, 1)).toBeCloseTo(20_400, 6);
});

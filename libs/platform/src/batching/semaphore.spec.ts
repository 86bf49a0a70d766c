import { describe, expect, it } from '@jest/globals';
import { Semaphore } from './semaphore.js';

describe('slots', () => {
  it('limit concurrent work, run all of it in order, and continue after a failure', async () => {
    const semaphore = new Semaphore(2);
    const begun: number[] = [];
    let working = 0;
    let most = 0;
    const work = (index: number) =>
      semaphore.run(async () => {
        begun.push(index);
        most = Math.max(most, ++working);
        await new Promise((resolve) => setTimeout(resolve, 1));
        working -= 1;
        if (index === 1) throw new Error('fails');
      });
    const outcomes = await Promise.allSettled([0, 1, 2, 3, 4].map(work));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    expect(most).toBe(2);
  });
});

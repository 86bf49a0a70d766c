import { describe, expect, it } from '@jest/globals';
import { counted, on, used } from '../events.fixture.js';

describe('max', () => {
  it('takes the greatest number of the period', () =>
    expect(counted(used('max_agg', [on(0, '9'), on(2, '3'), on(3, '5'), on(4, 'x'), on(5, '4')]))).toEqual(['5', 3]));

  it('may be negative, and is 0 without events', () => {
    expect(counted(used('max_agg', [on(2, '-3'), on(3, '-5')]))).toEqual(['-3', 2]);
    expect(counted(used('max_agg', []))).toEqual(['0', 0]);
  });

  it('gives its units to the first event that reached it', () =>
    expect(used('max_agg', [on(2, '3'), on(3, '5'), on(4, '5')]).eventValues.toString()).toBe('0,5,0'));
});

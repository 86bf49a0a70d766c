import { describe, expect, it } from '@jest/globals';
import { counted, on, used } from '../events.fixture.js';

describe('latest', () => {
  it('takes the number of the latest event, of equal times the one received last', () => {
    expect(counted(used('latest_agg', [on(3, '5'), on(3, '4'), on(2, '9'), on(4, 'x')]))).toEqual(['4', 3]);
    expect(counted(used('latest_agg', []))).toEqual(['0', 0]);
  });

  it('is not below 0', () => expect(counted(used('latest_agg', [on(2, '5'), on(3, '-4')]))).toEqual(['0', 2]));
});

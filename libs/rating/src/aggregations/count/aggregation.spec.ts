import { describe, expect, it } from '@jest/globals';
import { billed, counted, on, used } from '../events.fixture.js';
import { count } from './aggregation.js';

describe('count', () => {
  it('counts each event of the period, whatever its field', () =>
    expect(counted(used('count_agg', [on(0, '1'), on(1, null), on(31, 'x'), on(32, '1')]))).toEqual(['2', 2]));

  it('bills each event in advance as one unit', () =>
    expect(
      billed(count, [
        [null, 0],
        [null, 0],
      ]),
    ).toEqual([
      [1, true],
      [1, true],
    ]));
});

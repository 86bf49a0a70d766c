import { describe, expect, it } from '@jest/globals';
import { billed, counted, on, used } from '../events.fixture.js';
import { sum } from './aggregation.js';

describe('sum', () => {
  const events = [on(0, '7'), on(2, '2.5'), on(3, '1e3'), on(4, null), on(5, '-1')];

  it('adds up the numbers of the period', () => expect(counted(used('sum_agg', events))).toEqual(['1.5', 2]));

  it('continues from all earlier events if it recurs', () =>
    expect(counted(used('sum_agg', events, { recurring: true }))).toEqual(['8.5', 3]));

  it('bills in advance what exceeds the highest total', () =>
    expect(billed(sum, [['10'], ['-4'], ['text'], ['8']])).toEqual([
      [10, true],
      [0, false],
      [0, false],
      [4, true],
    ]));
});

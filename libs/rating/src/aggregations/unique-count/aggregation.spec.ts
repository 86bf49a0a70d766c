import { describe, expect, it } from '@jest/globals';
import { billed, counted, march, on, used } from '../events.fixture.js';
import { uniqueCount } from './aggregation.js';

describe('unique count', () => {
  const events = [on(0, 'a'), on(2, 'b'), on(3, 'b'), on(4, 'c'), on(11, 'c', 'remove'), on(12, 'a', 'remove')];

  it('counts the values that are present at the end', () =>
    expect(counted(used('unique_count_agg', events))).toEqual(['1', 1]));

  it('continues with the values of earlier periods if it recurs', () =>
    expect(counted(used('unique_count_agg', events.slice(0, -1), { recurring: true }))).toEqual(['2', 2]));

  it('shares a value out over the days on which it is present', () => {
    const { units, movements } = uniqueCount.prorated.units([on(4, 'c'), on(11, 'c', 'remove')], march);
    // 8 of 31 days, rounded up to 5 decimals.
    expect(units.toFixed()).toBe('0.25807');
    expect(movements.map(({ units: change, days }) => [change.toNumber(), days])).toEqual([
      [1, 8],
      [-1, 0],
    ]);
  });

  it('bills in advance when more values are present than before', () =>
    expect(
      billed(uniqueCount, [
        ['a', 1],
        ['a', 0],
        ['a', -1],
        ['b', 1],
        ['c', 1],
      ]),
    ).toEqual([
      [1, true],
      [0, false],
      [0, false],
      [0, false],
      [1, true],
    ]));
});

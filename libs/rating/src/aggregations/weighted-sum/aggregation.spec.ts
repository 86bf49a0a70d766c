import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../../decimal.js';
import { counted, march, on, used } from '../events.fixture.js';
import { sumOverTime } from './aggregation.js';

describe('weighted sum', () => {
  const terms = { recurring: false, roundingFunction: null, roundingPrecision: null };

  it('is the average level over the time of the period', () => {
    // 62 over the whole period, less 31 over the last of 31 days.
    expect(counted(used('weighted_sum_agg', [on(1, '62'), on(31, '-31')]))).toEqual(['61', 2]);
    expect(counted(used('weighted_sum_agg', []))).toEqual(['0', 0]);
  });

  it('continues from its carried level if it recurs', () => {
    const level = (recurring: boolean) => used('weighted_sum_agg', [on(0, '9')], { recurring }, new Decimal(4));
    expect([level(true), level(false)].map(({ units }) => units.toFixed())).toEqual(['4', '0']);
    expect(level(true).totalAggregatedUnits.toFixed()).toBe('4');
  });

  it('needs the length of its period', () =>
    expect(() => sumOverTime.aggregate(terms, [], { from: march.from, to: march.to })).toThrow('length of its period'));
});

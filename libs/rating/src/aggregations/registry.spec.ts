import { describe, expect, it } from '@jest/globals';
import { ZERO } from '../decimal.js';
import { march, on, used } from './events.fixture.js';
import {
  aggregationNames,
  aggregationOf,
  countedBy,
  eachEvent,
  findAggregation,
  isFieldless,
  needsNumber,
  unavailableAggregation,
} from './registry.js';

describe.each(aggregationNames)('the aggregation %s', (name) => {
  const aggregation = aggregationOf(name);
  const events = [on(2, '3'), on(3, 'text'), on(4, null), on(5, '4')];

  it('has its name', () => expect(aggregation.name).toBe(name));

  it('has no units without events', () => expect(used(name, []).units.toFixed()).toBe('0'));

  it('rounds once, at the end', () => {
    const terms = { roundingFunction: 'ceil', roundingPrecision: -1 } as const;
    const [rounded, exact] = [used(name, events, terms), used(name, events)];
    expect(rounded.units.toFixed()).toBe('10');
    expect(rounded.unroundedUnits?.toFixed()).toBe(exact.units.toFixed());
  });

  it('counts numbers alone if it reads them', () => {
    const numbers = events.filter(({ value }) => value === '3' || value === '4');
    expect(countedBy(name, events)).toEqual(aggregation.reads === 'number' ? numbers : events);
    expect(needsNumber(name)).toBe(aggregation.reads === 'number');
  });

  it('has single values for a running total, and ones for units', () => {
    const { runningTotal } = aggregation.aggregate(
      { recurring: false, roundingFunction: null, roundingPrecision: null },
      events,
      march,
      { events: 9, total: ZERO },
    );
    if (aggregation.freeUnits === 'running_total') expect(runningTotal).toHaveLength(2);
    else expect(runningTotal).toEqual(aggregation.freeUnits === 'one_per_unit' ? 'one_per_unit' : []);
  });

  it('is shared out, or keeps a balance, only if it may recur', () => {
    const { mayRecur, prorated, keepsBalance, isOverTime } = aggregation;
    expect((prorated !== null || keepsBalance) && !mayRecur).toBe(false);
    expect(prorated !== null && isOverTime).toBe(false);
  });
});

describe('the registry', () => {
  it('knows names and no other texts', () => {
    expect(findAggregation('sum_agg')?.name).toBe('sum_agg');
    const others = [unavailableAggregation, '', 'sum', 'toString', 'constructor', null, undefined];
    expect(others.map(findAggregation)).toEqual(others.map(() => undefined));
  });

  it('has one aggregation without a field, in which each event stands for itself', () =>
    expect(aggregationNames.filter(isFieldless)).toEqual([eachEvent]));
});

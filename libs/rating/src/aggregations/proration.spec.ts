import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../decimal.js';
import { priceUsage } from '../charge-models/price-usage.js';
import { aggregate } from './aggregate.js';
import { aggregateProrated, proratedIncrement, prorationOfEvent } from './prorated.js';
import { levelBefore, weightedSum } from './weighted-sum.js';
import type { ChargeProperties } from '../charge-models/registry.js';
import type { AggregationType, Metric, UsageEvent } from './types.js';
import type { ProratedWindow } from './prorated.js';

const at = (iso: string): number => new Date(iso).getTime();
const recurring = (aggregationType: AggregationType): Metric => ({
  aggregationType,
  recurring: true,
  roundingFunction: null,
  roundingPrecision: null,
});
const window = (from: string, to: string, durationDays: number): ProratedWindow => ({
  from: at(`${from}T00:00:00Z`),
  to: at(`${to}T23:59:59.999Z`),
  durationDays,
  timezone: 'UTC',
});
const SEPTEMBER = window('2023-09-01', '2023-09-30', 30);
const OCTOBER = window('2023-10-01', '2023-10-31', 31);
const JUNE = window('2024-06-01', '2024-06-30', 30);

let sequence = 0;
function event(day: string, value: string, operationType?: string): UsageEvent {
  sequence += 1;
  const iso = day.includes('T') ? day : `${day}T00:00:00Z`;
  return {
    transactionId: `t${sequence}`,
    timestampMicros: at(iso) * 1_000,
    receivedAtMicros: sequence,
    value,
    operationType,
  };
}

describe('prorated sums', () => {
  it('weigh each value by the remaining days, and earlier units by all days', () => {
    const events = [event('2023-08-10', '10'), event('2023-09-16', '4')];
    const result = aggregateProrated(recurring('sum_agg'), events, SEPTEMBER);
    expect([result.units.toFixed(), result.fullUnits.toFixed()]).toEqual(['12', '14']);
    expect(aggregateProrated(recurring('sum_agg'), [event('2023-09-02', '4')], SEPTEMBER).units.toFixed()).toBe(
      '3.86667',
    );
  });

  it('give an upgrade one day less of earlier units', () => {
    const ended = { ...SEPTEMBER, to: at('2023-09-16T10:00:00Z'), endedByUpgrade: true };
    expect(aggregateProrated(recurring('sum_agg'), [event('2023-08-10', '10')], ended).units.toFixed()).toBe('5');
  });
});

/** The parts of prorated units as short texts, and whether they give the units. */
function partsOf(type: AggregationType, events: UsageEvent[], w: ProratedWindow) {
  const { proration } = aggregateProrated(recurring(type), events, w);
  const parts = proration.parts.map(
    ({ from, days, units, carried }) => `${carried ? 'carried ' : ''}${from} ${units.toFixed()} × ${days}`,
  );
  return { parts, durationDays: proration.durationDays, units: proration.units.toFixed() };
}

describe('the parts of prorated units', () => {
  it('are the units from before, and the added and removed ones of each day', () => {
    const events = [
      event('2023-08-10', '10'),
      event('2023-08-12', '-2'),
      event('2023-09-16T08:00:00Z', '4'),
      event('2023-09-16T09:00:00Z', '3'),
      event('2023-09-16T10:00:00Z', '-1'),
      event('2023-09-30T23:00:00Z', '6'),
    ];
    // 8 × 30 + 7 × 15 − 1 × 15 + 6 × 1 = 336; 336 / 30 = 11.2
    expect(partsOf('sum_agg', events, SEPTEMBER)).toEqual({
      parts: ['carried 2023-09-01 8 × 30', '2023-09-16 7 × 15', '2023-09-16 -1 × 15', '2023-09-30 6 × 1'],
      durationDays: 30,
      units: '11.2',
    });
  });

  it('leave out the last day of an upgrade for units from before', () => {
    const ended = { ...SEPTEMBER, to: at('2023-09-16T10:00:00Z'), endedByUpgrade: true };
    expect(partsOf('sum_agg', [event('2023-08-10', '10')], ended).parts).toEqual(['carried 2023-09-01 10 × 15']);
  });

  it('are the present values by the days of their presence', () => {
    const events = [
      event('2024-05-03', 'a'),
      event('2024-05-04', 'b'),
      event('2024-05-05', 'gone'),
      event('2024-05-06', 'gone', 'remove'),
      event('2024-06-10', 'b', 'remove'),
      event('2024-06-21', 'c'),
      event('2024-06-21T09:00:00Z', 'd'),
      event('2024-06-25', 'd', 'remove'),
    ];
    // 30 + 10 + 10 + 5 = 55; 55 / 30 = 1.83334, rounded up
    expect(partsOf('unique_count_agg', events, JUNE)).toEqual({
      parts: ['carried 2024-06-01 1 × 30', 'carried 2024-06-01 1 × 10', '2024-06-21 1 × 10', '2024-06-21 1 × 5'],
      durationDays: 30,
      units: '1.83334',
    });
  });

  it('are one for an event paid in advance', () => {
    const { units, parts } = prorationOfEvent(new Decimal(4), at('2023-09-02T00:00:00Z'), SEPTEMBER);
    expect(units.toFixed()).toBe('3.86667');
    expect(parts.map(({ from, days }) => [from, days])).toEqual([['2023-09-02', 29]]);
  });
});

describe('prorated unique counts', () => {
  const units = (events: UsageEvent[], w = JUNE): string[] => {
    const result = aggregateProrated(recurring('unique_count_agg'), events, w);
    return [result.units.toFixed(), result.fullUnits.toFixed()];
  };

  it('count the days on which a value was present', () => {
    const added = [event('2024-06-16T10:00:00Z', 'a')];
    expect(units(added)).toEqual(['0.5', '1']);
    const removed = [...added, event('2024-06-20T09:00:00Z', 'a', 'remove')];
    expect(units(removed)).toEqual(['0.16667', '0']);
    const again = [...removed, event('2024-06-20T15:00:00Z', 'a')];
    expect(units(again)).toEqual(['0.5', '1']);
    expect(units(again, window('2024-07-01', '2024-07-31', 31))).toEqual(['1', '1']);
  });

  it('ignore values removed before the period', () => {
    expect(units([event('2024-05-01', 'a'), event('2024-05-20', 'a', 'remove')])).toEqual(['0', '0']);
    expect(units([event('2024-05-01', 'a'), event('2024-06-03', 'a', 'remove')])).toEqual(['0.1', '0']);
  });

  it('round the total up, and truncate the count of events', () => {
    const five = ['11', '12', '13', '14', '15'].map((day) => event(`2024-06-${day}T10:00:00Z`, `user_${day}`));
    const result = aggregateProrated(recurring('unique_count_agg'), five, JUNE);
    expect([result.units.toFixed(), result.eventsCount]).toEqual(['3', 3]);
    expect(
      priceUsage({ model: 'standard', properties: { amount: '30' }, currency: 'EUR' }, result).amount.toFixed(),
    ).toBe('90');
    const half = { ...window('2024-07-01', '2024-07-31', 31), to: at('2024-07-15T01:10:00Z') };
    expect(aggregateProrated(recurring('unique_count_agg'), five.slice(0, 1), half).units.toFixed()).toBe('0.48388');
  });
});

describe('one event paid in advance', () => {
  it('counts the remaining days', () => {
    expect(
      proratedIncrement(new Decimal(1), at('2024-06-11T10:00:00Z'), JUNE).times('30.12').toDecimalPlaces(2).toFixed(),
    ).toBe('20.08');
    expect(proratedIncrement(new Decimal(4), at('2023-09-02T00:00:00Z'), SEPTEMBER).toFixed()).toBe('3.86667');
    // Every instant of the last day pays for that day, its last one too.
    expect(proratedIncrement(new Decimal(30), at('2023-09-30T23:59:59.999Z'), SEPTEMBER).toFixed()).toBe('1');
  });
});

describe('prorated graduated prices', () => {
  const range = (from_value: number, to_value: number | null, per_unit_amount: string, flat_amount: string) => ({
    from_value,
    to_value,
    per_unit_amount,
    flat_amount,
  });
  const ranges: ChargeProperties = {
    graduated_ranges: [range(0, 5, '10', '100'), range(6, 15, '5', '50'), range(16, null, '2', '0')],
  };
  const amount = (
    type: AggregationType,
    properties: ChargeProperties,
    events: UsageEvent[],
    w: ProratedWindow,
  ): string =>
    priceUsage({ model: 'graduated', properties, currency: 'EUR' }, aggregateProrated(recurring(type), events, w))
      .amount.toDecimalPlaces(2)
      .toFixed();

  const steps: [string, string, string][] = [
    ['2023-09-10', '2', '114'],
    ['2023-09-16', '5', '184'],
    ['2023-09-20', '-6', '165.67'],
    ['2023-09-25', '10', '179.67'],
    ['2023-09-26', '4', '183'],
    ['2023-09-30', '60', '187'],
  ];
  const movements = steps.map(([day, value]) => event(day, value));

  it.each(steps.map(([day, , expected], i) => [i + 1, day, expected] as const))(
    'after %d movements, on %s: %s',
    (count, _day, expected) => {
      expect(amount('sum_agg', ranges, movements.slice(0, count), SEPTEMBER)).toBe(expected);
    },
  );

  it('carry all units into the next period', () => {
    expect(amount('sum_agg', ranges, [], SEPTEMBER)).toBe('100');
    expect(amount('sum_agg', ranges, movements, OCTOBER)).toBe('370');
    expect(amount('sum_agg', ranges, [...movements, event('2023-10-17', '20')], OCTOBER)).toBe('389.35');
  });

  it('price unique values for the days of their presence', () => {
    const two: ChargeProperties = { graduated_ranges: [range(0, 1, '10', '100'), range(2, null, '5', '50')] };
    const events = [
      event('2023-09-10', '1111', 'add'),
      event('2023-10-17', '1111', 'remove'),
      event('2023-10-19', '2222', 'add'),
    ];
    expect(amount('unique_count_agg', two, events.slice(0, 1), SEPTEMBER)).toBe('107');
    expect(amount('unique_count_agg', two, events.slice(0, 1), OCTOBER)).toBe('110');
    expect(amount('unique_count_agg', two, events.slice(0, 2), OCTOBER)).toBe('105.48');
    expect(amount('unique_count_agg', two, events, OCTOBER)).toBe('109.68');
    expect(amount('unique_count_agg', two, events, window('2023-11-01', '2023-11-30', 30))).toBe('110');
  });

  it('cost nothing when removals exceed the units', () => {
    expect(amount('sum_agg', ranges, [event('2023-09-10', '-2')], SEPTEMBER)).toBe('0');
  });
});

describe('weighted sums', () => {
  const metric = recurring('weighted_sum_agg');
  const march = {
    from: at('2023-03-05T00:00:00Z'),
    to: at('2023-03-31T23:59:59.999Z'),
    durationDays: 31,
    carriedUnits: new Decimal(0),
  };
  const april = {
    from: at('2023-04-01T00:00:00Z'),
    to: at('2023-04-30T23:59:59.999Z'),
    durationDays: 30,
    carriedUnits: new Decimal(2500),
  };

  it('hold a level until the end of the period', () => {
    const result = weightedSum(metric, [event('2023-03-05', '2500')], march);
    expect(result.units.toFixed()).toBe('2177.41935483870967741936');
    expect(result.totalAggregatedUnits.toFixed()).toBe('2500');
  });

  it('carry the level over', () => {
    const result = weightedSum(metric, [event('2023-04-06', '-200'), event('2023-04-04', '-2000')], april);
    expect(result.units.toDecimalPlaces(2).toFixed()).toBe('533.33');
    expect(result.totalAggregatedUnits.toFixed()).toBe('300');
    expect(weightedSum({ ...metric, recurring: false }, [], april).units.toFixed()).toBe('0');
    expect(levelBefore([event('2023-03-05', '7'), event('2023-04-01', '8')], april.from).toFixed()).toBe('7');
  });
});

describe('a recurring unique count', () => {
  it('is the number of values present at the end', () => {
    const events = [event('2023-08-10', 'a'), event('2023-09-10', 'b'), event('2023-09-11', 'a', 'remove')];
    expect(aggregate(recurring('unique_count_agg'), events, SEPTEMBER).units.toFixed()).toBe('1');
    expect(aggregate({ ...recurring('unique_count_agg'), recurring: false }, events, SEPTEMBER).units.toFixed()).toBe(
      '1',
    );
  });
});

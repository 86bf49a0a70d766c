import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../decimal.js';
import { aggregate } from './aggregate.js';
import type { AggregationType, Metric, UsageEvent } from './types.js';

const at = (iso: string): number => new Date(iso).getTime();
const MARCH = { from: at('2024-03-01T00:00:00Z'), to: at('2024-03-31T23:59:59.999Z') };
const metric = (aggregationType: AggregationType, changes: Partial<Metric> = {}): Metric => ({
  aggregationType,
  recurring: false,
  roundingFunction: null,
  roundingPrecision: null,
  ...changes,
});

let sequence = 0;
function event(iso: string, value: string | null, operationType?: string): UsageEvent {
  sequence += 1;
  return {
    transactionId: `t${sequence}`,
    timestampMicros: at(iso) * 1_000,
    receivedAtMicros: sequence,
    value,
    operationType,
  };
}
const units = (m: Metric, events: UsageEvent[]): [string, number] => {
  const result = aggregate(m, events, MARCH);
  return [result.units.toFixed(), result.eventsCount];
};

describe('aggregations', () => {
  const events = [
    event('2024-02-28T00:00:00Z', '7'),
    event('2024-03-02T00:00:00Z', '2.345'),
    event('2024-03-31T23:59:59.999Z', '1.1'),
    event('2024-03-03T00:00:00Z', '1e3'),
    event('2024-04-01T00:00:00Z', '9'),
  ];

  it('include the events of the period', () => {
    expect(units(metric('count_agg'), events)).toEqual(['3', 3]);
    expect(units(metric('sum_agg'), events)).toEqual(['3.445', 2]);
    expect(units(metric('max_agg'), events)).toEqual(['2.345', 2]);
    expect(units(metric('latest_agg'), events)).toEqual(['1.1', 2]);
    expect(units(metric('unique_count_agg'), events)).toEqual(['3', 3]);
    expect(units(metric('sum_agg', { recurring: true }), events)).toEqual(['10.445', 3]);
    expect(units(metric('sum_agg'), [])).toEqual(['0', 0]);
  });

  it('round once at the end', () => {
    expect(units(metric('sum_agg', { roundingFunction: 'ceil', roundingPrecision: 1 }), events)[0]).toBe('3.5');
    expect(units(metric('sum_agg', { roundingFunction: 'floor', roundingPrecision: 2 }), events)[0]).toBe('3.44');
    expect(units(metric('sum_agg', { roundingFunction: 'round', roundingPrecision: 1 }), events)[0]).toBe('3.4');
  });

  it('take the latest by time, then by reception, and at least 0', () => {
    expect(
      units(metric('latest_agg'), [
        event('2024-03-05T00:00:00Z', '5'),
        event('2024-03-05T00:00:00Z', '4'),
        event('2024-03-02T00:00:00Z', '9'),
      ])[0],
    ).toBe('4');
    expect(units(metric('latest_agg'), [event('2024-03-05T00:00:00Z', '-4')])[0]).toBe('0');
  });

  it('count the values present at the end', () => {
    const walk = [
      event('2024-03-01T00:00:00Z', 'a'),
      event('2024-03-02T00:00:00Z', 'a', 'add'),
      event('2024-03-03T00:00:00Z', 'a', 'remove'),
      event('2024-03-04T00:00:00Z', 'a', 'remove'),
      event('2024-03-05T00:00:00Z', 'a'),
      event('2024-03-05T00:00:00Z', 'b'),
      event('2024-03-06T00:00:00Z', 'c', 'remove'),
      event('2024-03-07T00:00:00Z', null),
    ];
    expect(units(metric('unique_count_agg'), walk)).toEqual(['3', 3]);
  });

  it('list the running total as far as free units apply', () => {
    const four = ['1', '2', '3', '4'].map((day) => event(`2024-03-0${day}T00:00:00Z`, '4'));
    const running = (free: { events: number; total: Decimal }) =>
      aggregate(metric('sum_agg'), four, MARCH, free).runningTotal;
    expect(running({ events: 0, total: new Decimal(15) })).toEqual([4, 8, 12, 16].map((x) => new Decimal(x)));
    expect(running({ events: 0, total: new Decimal(7) })).toEqual([4, 8].map((x) => new Decimal(x)));
    expect(running({ events: 3, total: new Decimal(5) })).toEqual([4, 8, 12].map((x) => new Decimal(x)));
    expect(running({ events: 0, total: new Decimal(0) })).toEqual([]);
  });
});

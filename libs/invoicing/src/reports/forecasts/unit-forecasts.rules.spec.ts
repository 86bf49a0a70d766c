import { describe, expect, it } from '@jest/globals';
import { Decimal } from '@tollgate/rating';
import { chargeOf } from '../../rating/in-advance-rating/in-advance-charge.fixture.js';
import { forecastMetric, periodsToCompare, type KnownDays } from './unit-forecasts.rules.js';

const months = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ from: place * 30, until: (place + 1) * 30 }));
/** Forty known days of two periods; the running one ends with day 59. */
const days: KnownDays = { count: 40, startDay: 0, today: 40, periods: months(2), coming: months(4).slice(1) };
const { metric } = chargeOf('sum_agg', 'standard', {});
const units = (count: number, each: number) => Array.from({ length: count }, () => new Decimal(each));
const expected = (usage: Parameters<typeof forecastMetric>[0], known = days) =>
  forecastMetric(usage, known).periods.map((period) => period.expected.toNumber());

describe('the expected units of a metric', () => {
  it('are no less than those that came today', () => {
    const usage = { metric, added: units(40, 2), used: new Decimal(25) };
    expect(expected(usage)).toEqual([60, 60, 60]);
    expect(expected({ ...usage, used: new Decimal(100) })).toEqual([100, 60, 60]);
  });

  it('of a level go on from the present one', () => {
    const recurring = { ...metric, recurring: true };
    const added = units(40, 0).map((none, day) => (day % 30 === 0 ? new Decimal(8) : none));
    const levels = expected({ metric: recurring, added, used: new Decimal(8) });
    expect(levels).toEqual([8, 8, 8]);
    expect(expected({ metric: recurring, added, used: new Decimal(10) })).toEqual([10, 10, 10]);
  });

  it('of a level forget the subscription of an earlier plan', () => {
    const recurring = { ...metric, recurring: true };
    const added = units(40, 0).map((none, day) => (day === 0 ? new Decimal(99) : day === 30 ? new Decimal(8) : none));
    const renewed = { ...days, startDay: 30, periods: [{ from: 30, until: 60 }] };
    expect(expected({ metric: recurring, added, used: new Decimal(8) }, renewed)).toEqual([8, 8, 8]);
  });

  it('of an ended period are those that its start expected', () => {
    const added = [...units(30, 2), ...units(10, 500)];
    const forecast = forecastMetric({ metric, added, used: new Decimal(5000) }, days);
    expect(forecast.past({ from: 30, until: 60 }).toNumber()).toBe(60);
  });
});

it('compares ended periods after a week of days', () => {
  expect(periodsToCompare(days, 6)).toEqual([]);
  const longer = { ...days, count: 100, periods: months(4) };
  expect(periodsToCompare(longer, 6)).toEqual(months(3).slice(1));
  expect(periodsToCompare(longer, 1)).toEqual(months(3).slice(2));
});

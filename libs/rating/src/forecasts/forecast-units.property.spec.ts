import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '../decimal.js';
import { forecastUnits } from './forecast-units.js';
import { periodsOf } from './series.fixture.js';
import { endedPeriods, unitsIn, type UsageHistory } from './usage-history.js';

const units = (min: number) => fc.integer({ min, max: 9_000 }).map((n) => new Decimal(n).div(10));
const subject = (min: number) =>
  fc
    .record({
      days: fc.constantFrom('sum' as const, 'level' as const, 'whole' as const),
      added: fc.array(units(min), { maxLength: 200 }),
      length: fc.constantFrom(7, 30, 91),
      first: fc.integer({ min: -20, max: 0 }),
    })
    .map(({ days, added, length, first }) => {
      const count = Math.max(0, Math.ceil((added.length - first) / length));
      const history: UsageHistory = { days, added, periods: periodsOf(first, length, count) };
      const ended = endedPeriods(history).at(-1)?.until ?? first;
      const running = ended + length <= added.length ? ended + length : ended;
      return { history, coming: periodsOf(running, length, 3).filter(({ until }) => until > added.length) };
    });

describe('a forecast', () => {
  it('lies within its bounds', () => {
    fc.assert(
      fc.property(subject(-9_000), ({ history, coming }) => {
        for (const { low, expected, high } of forecastUnits(history, coming).periods) {
          expect(low.lte(expected)).toBe(true);
          expect(expected.lte(high)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('of units that never fall is not below what is known', () => {
    fc.assert(
      fc.property(subject(0), ({ history, coming }) => {
        forecastUnits(history, coming).periods.forEach(({ low }, place) => {
          const span = coming[place];
          const known = span && history.days !== 'level' ? unitsIn(history.added, span) : new Decimal(0);
          expect(low.gte(known.toDecimalPlaces(5))).toBe(true);
        });
      }),
      { numRuns: 200 },
    );
  });

  it('of twice the units is twice the forecast', () => {
    fc.assert(
      fc.property(subject(0), ({ history, coming }) => {
        const twice = { ...history, added: history.added.map((each) => each.times(2)) };
        const [one, other] = [forecastUnits(history, coming), forecastUnits(twice, coming)];
        one.periods.forEach(({ expected, high }, place) => {
          const doubled = other.periods[place];
          expect(doubled?.expected.minus(expected.times(2)).abs().lte('0.0001')).toBe(true);
          expect(doubled?.high.minus(high.times(2)).abs().lte('0.0001')).toBe(true);
        });
      }),
      { numRuns: 200 },
    );
  });

  it('of the same units every day has no error', () => {
    fc.assert(
      fc.property(units(0), fc.integer({ min: 40, max: 200 }), (each, days) => {
        const added = Array.from({ length: days }, () => each);
        const [next] = forecastUnits({ days: 'sum', added, periods: [] }, [{ from: days, until: days + 30 }]).periods;
        for (const bound of [next?.low, next?.expected, next?.high])
          expect(bound?.toFixed()).toBe(each.times(30).toFixed());
      }),
    );
  });
});

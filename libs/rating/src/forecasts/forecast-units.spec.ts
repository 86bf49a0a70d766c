import { describe, expect, it } from '@jest/globals';
import { aggregationNames } from '../aggregations/registry.js';
import { Decimal } from '../decimal.js';
import { errorBand, errorPercent, weightedErrorPercent } from './errors.js';
import { forecastOfPast, forecastUnits, type UnitsForecast } from './forecast-units.js';
import { decimals, historyOf, periodsOf, weekly } from './series.fixture.js';
import { daysOfMetric, levelsOf, MOST_HISTORY_DAYS, type UsageHistory } from './usage-history.js';

const shown = ({ method, periods }: UnitsForecast) => [
  method,
  ...periods.map(({ low, expected, high }) => [low, expected, high].map((units) => units.toNumber())),
];
const forecast = (history: UsageHistory, count = 3) => {
  const running = Math.floor(history.added.length / 30) * 30;
  return forecastUnits(history, periodsOf(running, 30, count));
};

describe('units that days add up to', () => {
  it('repeat their weeks, and have no error if their weeks always did', () => {
    const week = [10, 12, 11, 9, 14, 2, 1];
    const units = weekly(100, week);
    const period = (from: number) => weekly(from + 30, week).slice(from);
    const sum = (from: number) => period(from).reduce((total, each) => total + each, 0);
    expect(shown(forecast(historyOf('sum', units)))).toEqual([
      'seasonal_naive',
      [sum(90), sum(90), sum(90)],
      [sum(120), sum(120), sum(120)],
      [sum(150), sum(150), sum(150)],
    ]);
  });

  it('have a trend that fades out, if past forecasts were better with it', () => {
    const units = Array.from({ length: 120 }, (_, day) => 100 + day);
    const [first] = forecast(historyOf('sum', units), 1).periods;
    const came = Array.from({ length: 30 }, (_, day) => 220 + day).reduce((total, each) => total + each, 0);
    expect(first?.expected.toNumber()).toBeGreaterThan(came * 0.96);
    expect(first?.expected.toNumber()).toBeLessThan(came);
    expect(first?.high.toNumber()).toBeGreaterThanOrEqual(came * 0.99);
  });

  it('have no trend where it made past forecasts worse', () => {
    const waves = Array.from({ length: 140 }, (_, day) => (Math.floor(day / 14) % 2 === 0 ? 30 : 10));
    expect(shown(forecast(historyOf('sum', waves.slice(0, 120)), 1))[1]).toMatchObject({ 1: 600 });
  });

  it('are the mean of few days, with bounds that no past error sets', () => {
    const { method, hasHistory, periods } = forecast(historyOf('sum', [4, 8]), 2);
    expect([method, hasHistory]).toEqual(['mean', false]);
    expect(periods.map(({ isMeasured }) => isMeasured)).toEqual([false, false]);
    expect(shown(forecast(historyOf('sum', [4, 8]), 2)).slice(1)).toEqual([
      [12, 180, 348],
      [0, 180, 360],
    ]);
  });

  it('are nothing without a day', () => {
    expect(shown(forecast(historyOf('sum', [])))).toEqual(['mean', [0, 0, 0], [0, 0, 0], [0, 0, 0]]);
  });

  it('may fall if they did', () => {
    const units = weekly(70, [1, -6, 0, 0, 0, 0, 0]);
    expect(forecast(historyOf('sum', units), 2).periods[1]?.expected.toNumber()).toBeLessThan(0);
  });
});

describe('a level', () => {
  it('goes on, and does not begin at 0 in a new period', () => {
    const added = Array.from({ length: 60 }, (_, day) => (day % 30 === 0 ? 7 : 0));
    expect(shown(forecast(historyOf('level', added))).slice(1)).toEqual([
      [7, 7, 7],
      [7, 7, 7],
      [7, 7, 7],
    ]);
  });

  it('grows on with its mean change, which fades out', () => {
    const levels = Array.from({ length: 60 }, (_, day) => 10 + day);
    const added = levels.map((level, day) => (day % 30 === 0 ? level : 1));
    const history = historyOf('level', added);
    expect(levelsOf(history).map((level) => level.toNumber())).toEqual(levels);
    const [first] = forecast(history, 1).periods;
    expect(first?.expected.toNumber()).toBeGreaterThan(85);
    expect(first?.expected.toNumber()).toBeLessThan(99);
  });

  it('is not below 0, though it falls', () => {
    const added = Array.from({ length: 50 }, (_, day) => (day === 0 ? 50 : day === 30 ? 20 : -1));
    expect(forecast(historyOf('level', added)).periods.at(-1)?.low.toNumber()).toBeGreaterThanOrEqual(0);
  });
});

describe('units that are known as a whole', () => {
  const peaks = [30, 33, 36, 33, 30, 33, 36].flatMap((peak) => [peak - 10, ...weekly(14, [0]), 10, ...weekly(14, [0])]);

  it('are the mean of the last periods', () => {
    const history = historyOf('whole', peaks);
    expect(shown(forecast(history, 2)).slice(1)).toEqual([
      [expect.any(Number), 33, expect.any(Number)],
      [expect.any(Number), 33, expect.any(Number)],
    ]);
    expect(forecast(history).periods.every(({ isMeasured }) => isMeasured)).toBe(true);
  });

  it('have what came, and what the rest of past periods added', () => {
    const history = historyOf('whole', [...peaks, 40, 0, 0]);
    expect(forecast(history, 1).periods[0]).toMatchObject({ expected: new Decimal(50), low: new Decimal(50) });
    expect(forecast(historyOf('whole', [40, 0, 0]), 1)).toMatchObject({ hasHistory: false });
  });
});

describe('forecasts', () => {
  it('of the past do not know what came', () => {
    const units = weekly(90, [1, 2, 3, 4, 5, 6, 7]);
    const changed = [...units.slice(0, 60), ...weekly(30, [1000])];
    const [one, other] = [units, changed].map((all) => forecastOfPast(historyOf('sum', all), { from: 60, until: 90 }));
    expect(one).toEqual(other);
  });

  it('have a bounded history', () => {
    expect(() => forecast(historyOf('sum', weekly(MOST_HISTORY_DAYS + 1, [1])))).toThrow(RangeError);
  });

  it('of a metric follow from the declaration of its aggregation', () => {
    for (const aggregationType of aggregationNames) {
      expect(daysOfMetric({ aggregationType, recurring: false })).toMatch(/^(sum|level|whole)$/);
    }
    expect(daysOfMetric({ aggregationType: 'sum_agg', recurring: true })).toBe('level');
    expect(daysOfMetric({ aggregationType: 'weighted_sum_agg', recurring: true })).toBe('whole');
  });
});

describe('errors', () => {
  it('are bounded by the tenth and the ninetieth percentile, and 0', () => {
    const bandOf = (errors: number[], separate: number) => {
      const band = errorBand(decimals(errors), new Decimal(separate));
      return band && [band.low.toNumber(), band.high.toNumber()];
    };
    const errors = [10, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    expect(bandOf(errors, 1_000_000)).toEqual([0, 9.000027]);
    expect(bandOf(errors, 3)).toEqual([0, 18]);
    expect(bandOf([1, 2, 3, 4], 3)).toBeNull();
  });

  it('are weighted by what came', () => {
    const compared = [
      { expected: new Decimal(90), actual: new Decimal(100) },
      { expected: new Decimal(2), actual: new Decimal(1) },
    ];
    expect(compared.map((one) => errorPercent(one)?.toNumber())).toEqual([10, 100]);
    expect(weightedErrorPercent(compared)?.toNumber()).toBe(10.9);
    expect(weightedErrorPercent([{ expected: new Decimal(1), actual: new Decimal(0) }])).toBeNull();
  });
});

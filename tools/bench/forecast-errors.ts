// node tools/bench/forecast-errors.ts
// Plays forecasts of usage on the past. Each ended period of each series is forecast as at its start and at its middle, and
// compared with the units that came. Prints the table of docs/contribute/forecast-errors.md. Needs a build.
import { Decimal, endedPeriods, forecastUnits, unitsIn, weightedErrorPercent, type DaySpan } from '@tollgate/rating';
import { madeShapes, recordedShapes, seedShapes, type Series, type Shape } from './forecast-series.ts';

/** A forecast of a past period, and what came. */
interface Played {
  expected: Decimal;
  actual: Decimal;
  /** The period before, which a naive forecast would repeat. */
  before: Decimal;
  isWithin: boolean;
}

/** The value of a period: the level at its end, or all that its days added. Both are what the days of it add up to. */
const cameIn = (series: Series, period: DaySpan): Decimal => unitsIn(series.added, period);

/** @param share of the period that is known */
function play(series: Series, share: number): Played[] {
  const ended = endedPeriods(series);
  return ended.slice(1).map((period, place): Played => {
    const known = period.from + Math.floor((period.until - period.from) * share);
    const history = {
      ...series,
      added: series.added.slice(0, known),
      periods: series.periods.filter(({ from }) => from < known),
    };
    const [forecast] = forecastUnits(history, [period]).periods;
    if (!forecast) throw new Error('a period has no forecast');
    const actual = cameIn(series, period);
    return {
      expected: forecast.expected,
      actual,
      before: cameIn(series, ended[place] ?? period),
      isWithin: forecast.low.lte(actual) && forecast.high.gte(actual),
    };
  });
}

const percent = (value: Decimal | null): string => (value === null ? '–' : `${value.toFixed(1)} %`);

function row({ name, series }: Shape): string {
  const atStart = series.flatMap((one) => play(one, 0));
  const atMiddle = series.flatMap((one) => play(one, 0.5));
  const naive = atStart.map(({ before, actual }) => ({ expected: before, actual }));
  const within = new Decimal(atStart.filter(({ isWithin }) => isWithin).length).div(Math.max(atStart.length, 1));
  const cells = [
    name,
    String(series.length),
    String(atStart.length),
    percent(weightedErrorPercent(atStart)),
    percent(weightedErrorPercent(atMiddle)),
    percent(weightedErrorPercent(naive)),
    percent(within.times(100)),
  ];
  return `| ${cells.join(' | ')} |`;
}

console.log(
  [
    '| usage | series | periods | error at the start | error at the middle | error of the period before | within the bounds |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...[...seedShapes(), ...recordedShapes(), ...madeShapes()].map(row),
  ].join('\n'),
);

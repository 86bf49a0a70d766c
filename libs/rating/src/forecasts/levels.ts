import { Decimal, ZERO } from '../decimal.js';
import { errorBand, meanError, originsBetween, type ErrorBand } from './errors.js';

/** Days over which the change of a level is averaged. */
const CHANGE_DAYS = 28;
const FEWEST_CHANGE_DAYS = 7;
/** The part of a daily change that goes on from day to day. */
const DAMPING = new Decimal('0.98');

/** A forecast of a level, such as seats, which goes on until it changes. */
export interface LevelForecast {
  /** The level a number of days after the last known one. */
  expected(daysAhead: number): Decimal;
  /** The band of its errors; null if the history is too short to measure one. */
  errors(daysAhead: number): ErrorBand | null;
}

/**
 * Forecasts a level: the last one goes on. The mean change of the last four weeks, which fades out, is added where it
 * made past forecasts better.
 * @param levels at the end of each past day, oldest first
 */
export function forecastLevel(levels: readonly Decimal[]): LevelForecast {
  const [changing, constant] = [pastErrors(levels, CHANGE_DAYS, true), pastErrors(levels, CHANGE_DAYS, false)];
  const changes = changing.length > 0 && meanError(changing).lt(meanError(constant));
  return {
    expected: (daysAhead) => expectedLevel(levels, daysAhead, changes),
    errors: (daysAhead) => {
      const separate = new Decimal(levels.length - FEWEST_CHANGE_DAYS).div(Math.max(daysAhead, 1));
      return errorBand(pastErrors(levels, daysAhead, changes), separate);
    },
  };
}

function expectedLevel(levels: readonly Decimal[], daysAhead: number, changes: boolean): Decimal {
  const last = levels.at(-1) ?? ZERO;
  const days = Math.min(levels.length - 1, CHANGE_DAYS);
  if (!changes || days < FEWEST_CHANGE_DAYS) return last;
  const change = last.minus(levels.at(-1 - days) ?? ZERO).div(days);
  const level = last.plus(change.times(fadingDays(daysAhead)));
  return levels.some((each) => each.isNegative()) ? level : Decimal.max(level, ZERO);
}

/** The sum of the parts of a daily change that go on over some days. */
const fadingDays = (days: number): Decimal =>
  DAMPING.times(new Decimal(1).minus(DAMPING.pow(days)))
    .div(new Decimal(1).minus(DAMPING))
    .toDecimalPlaces(12);

/** The errors of past forecasts as far ahead, or of nearer days scaled to them. */
function pastErrors(levels: readonly Decimal[], daysAhead: number, changes: boolean): Decimal[] {
  const most = levels.length - FEWEST_CHANGE_DAYS - FEWEST_CHANGE_DAYS;
  if (most < 1 || daysAhead < 1) return [];
  const ahead = Math.min(daysAhead, most);
  const factor = new Decimal(daysAhead).div(ahead);
  return originsBetween(FEWEST_CHANGE_DAYS, levels.length - ahead).map((origin) => {
    const came = levels[origin + ahead - 1] ?? ZERO;
    const past = levels.slice(Math.max(0, origin - CHANGE_DAYS - 1), origin);
    return came.minus(expectedLevel(past, ahead, changes)).times(factor);
  });
}

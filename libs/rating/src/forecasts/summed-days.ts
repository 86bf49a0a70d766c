import { Decimal, ZERO } from '../decimal.js';
import { errorBand, meanError, originsBetween, type ErrorBand } from './errors.js';
import { unitsIn, type DaySpan } from './usage-history.js';

/** How days to come follow from past ones. */
export type ForecastMethod = 'seasonal_naive' | 'mean';

const WEEK = 7;
/** Weeks of a weekday's mean. A season needs three, and a trend compares the last two with the two before. */
const SEASON_WEEKS = 4;
const FEWEST_SEASON_DAYS = 3 * WEEK;
const FEWEST_TREND_DAYS = 4 * WEEK;
/** Fewest days that a forecast needs. */
export const FEWEST_DAYS = WEEK;
/** The part of a trend that goes on from week to week; it fades out, as growth does. */
const DAMPING = new Decimal('0.8');

/** Days to come: those from `from` to the one before `until`, where 0 is the first day after the history. */
type Ahead = DaySpan;

/** Days to come after some history. */
interface Expectation {
  /** Units of each weekday, the first for the first day to come. */
  readonly week: readonly Decimal[];
  /** Growth of a day from one week to the next. */
  readonly growth: Decimal;
  /** Weeks from the middle of the averaged days to the last known week. */
  readonly age: Decimal;
  readonly mayBeNegative: boolean;
}

/** A forecast of units that days add up to. */
export interface DaysForecast {
  readonly method: ForecastMethod;
  /** The units of days to come. */
  expected(days: Ahead): Decimal;
  /** The band of its errors over such days; null if the history is too short to measure one. */
  errors(days: Ahead): ErrorBand | null;
}

/**
 * Forecasts days whose units add up. A day is the mean of its weekday in the last four weeks. Below three weeks it is the
 * mean of all days. A trend that fades out is added where it made past forecasts better.
 * @param added the units of past days, oldest first
 */
export function forecastDays(added: readonly Decimal[]): DaysForecast {
  const isSeasonal = added.length >= FEWEST_SEASON_DAYS;
  const trended = (days: Ahead) => pastErrors(added, days, true);
  const flat = (days: Ahead) => pastErrors(added, days, false);
  const fourWeeks = { from: 0, until: 4 * WEEK };
  const [withTrend, withoutTrend] = [trended(fourWeeks), flat(fourWeeks)];
  const hasTrend = withTrend.length > 0 && meanError(withTrend).lt(meanError(withoutTrend));
  const expectation = expectationOf(added, hasTrend);
  return {
    method: isSeasonal ? 'seasonal_naive' : 'mean',
    expected: (days) => expectedUnits(expectation, days),
    errors: (days) => {
      const separate = new Decimal(added.length - FEWEST_DAYS).div(Math.max(days.until - days.from, 1));
      return errorBand(hasTrend ? trended(days) : flat(days), separate);
    },
  };
}

function expectationOf(added: readonly Decimal[], hasTrend: boolean): Expectation {
  const weeks = Math.min(Math.floor(added.length / WEEK), SEASON_WEEKS);
  const mayBeNegative = added.some((units) => units.isNegative());
  const growth = hasTrend && added.length >= FEWEST_TREND_DAYS ? growthOf(added) : ZERO;
  const age = new Decimal(Math.max(weeks - 1, 0)).div(2);
  if (added.length < FEWEST_SEASON_DAYS) {
    const mean = added.length === 0 ? ZERO : sumOfLast(added, added.length).div(added.length);
    return { week: Array.from({ length: WEEK }, () => mean), growth, age, mayBeNegative };
  }
  const week = Array.from({ length: WEEK }, (_, weekday) => {
    let total = ZERO;
    for (let back = 1; back <= weeks; back++) total = total.plus(added[added.length + weekday - back * WEEK] ?? ZERO);
    return total.div(weeks);
  });
  return { week, growth, age, mayBeNegative };
}

/** The growth of a day in a week: the last two weeks against the two before. */
function growthOf(added: readonly Decimal[]): Decimal {
  const last = sumOfLast(added, 2 * WEEK);
  const before = sumOfLast(added, 4 * WEEK).minus(last);
  return last
    .minus(before)
    .div(2 * WEEK)
    .div(2);
}

const sumOfLast = (added: readonly Decimal[], days: number): Decimal =>
  unitsIn(added, { from: added.length - days, until: added.length });

/** Adds up days to come week by week. Units that were never negative stay so. */
function expectedUnits({ week, growth, age, mayBeNegative }: Expectation, { from, until }: Ahead): Decimal {
  let total = ZERO;
  let [fading, steps] = [DAMPING, age];
  for (let start = 0; start < until; start += WEEK) {
    steps = steps.plus(fading);
    fading = fading.times(DAMPING).toDecimalPlaces(12);
    const [first, end] = [Math.max(start, from), Math.min(start + WEEK, until)];
    if (first >= end) continue;
    let units = growth.times(steps).times(end - first);
    for (let day = first; day < end; day++) units = units.plus(week[day % WEEK] ?? ZERO);
    total = total.plus(mayBeNegative ? units : Decimal.max(units, ZERO));
  }
  return total;
}

/**
 * The errors of past forecasts over days as far ahead and as many as these. A history that is too short for them has
 * those of fewer days, scaled to their number.
 */
function pastErrors(added: readonly Decimal[], days: Ahead, hasTrend: boolean): Decimal[] {
  const fewest = added.length >= FEWEST_SEASON_DAYS + 2 * WEEK ? FEWEST_SEASON_DAYS : FEWEST_DAYS;
  const most = added.length - fewest - WEEK + 1;
  if (most < 1 || days.until <= days.from) return [];
  const scaled = (day: number) =>
    days.until <= most ? day : new Decimal(day).times(most).div(days.until).floor().toNumber();
  const from = scaled(days.from);
  const until = Math.max(from + 1, scaled(days.until));
  const factor = new Decimal(days.until - days.from).div(until - from);
  return originsBetween(fewest, added.length - until).map((origin) => {
    const past = added.slice(Math.max(0, origin - SEASON_WEEKS * WEEK), origin);
    const came = unitsIn(added, { from: origin + from, until: origin + until });
    return came.minus(expectedUnits(expectationOf(past, hasTrend), { from, until })).times(factor);
  });
}

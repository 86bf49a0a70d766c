import { Decimal, ZERO } from '../decimal.js';
import { forecastLevel } from './levels.js';
import { FEWEST_DAYS, forecastDays, type ForecastMethod } from './summed-days.js';
import {
  endedPeriods,
  historyBefore,
  levelsOf,
  MOST_HISTORY_DAYS,
  unitsIn,
  type DaySpan,
  type UsageHistory,
} from './usage-history.js';
import { forecastWholePeriods } from './whole-periods.js';
import type { ErrorBand } from './errors.js';

/** Units of a period: as expected, and the bounds within which eight of ten past forecasts were. */
export interface UnitsBand {
  readonly low: Decimal;
  readonly expected: Decimal;
  readonly high: Decimal;
  /** Whether past errors set the bounds. Without enough of them, the unknown part is between nothing and twice as much. */
  readonly isMeasured: boolean;
}

/** The units of billing periods to come. */
export interface UnitsForecast {
  readonly method: ForecastMethod;
  /** Whether there are enough days, or ended periods, to expect anything by. */
  readonly hasHistory: boolean;
  readonly periods: UnitsBand[];
}

/** A part that is known, and one that is expected. */
interface Expected {
  readonly known: Decimal;
  readonly rest: Decimal;
  readonly errors: ErrorBand | null;
  /** The units below which nothing is expected; null without such a bound. */
  readonly floor: Decimal | null;
}

/** Decimal places of expected units. */
const PLACES = 5;

/**
 * Forecasts the units of billing periods (catalog, section 24). A running period has what its known days added, plus what
 * is expected of the others.
 * @param history at most two years of days
 * @param coming periods that end after the last known day, as days of the history
 * @throws RangeError for a longer history
 */
export function forecastUnits(history: UsageHistory, coming: readonly DaySpan[]): UnitsForecast {
  if (history.added.length > MOST_HISTORY_DAYS) throw new RangeError('the history of a forecast is too long');
  const { method, hasHistory, expect } = methods[history.days](history);
  return { method, hasHistory, periods: coming.map((period) => bandOf(expect(period))) };
}

/** The forecast of a past period as it would have been at its start. */
export const forecastOfPast = (history: UsageHistory, period: DaySpan): UnitsForecast =>
  forecastUnits(historyBefore(history, period.from), [period]);

interface Method {
  method: ForecastMethod;
  hasHistory: boolean;
  expect(period: DaySpan): Expected;
}

const hasNegative = (units: readonly Decimal[]): boolean => units.some((each) => each.isNegative());

const methods: Record<UsageHistory['days'], (history: UsageHistory) => Method> = {
  sum: (history) => {
    const { added } = history;
    const forecast = forecastDays(added);
    const mayFall = hasNegative(added);
    return {
      method: forecast.method,
      hasHistory: added.length >= FEWEST_DAYS,
      expect: (period) => {
        const ahead = { from: Math.max(period.from - added.length, 0), until: period.until - added.length };
        const known = unitsIn(added, period);
        const floor = mayFall ? null : known;
        return { known, rest: forecast.expected(ahead), errors: forecast.errors(ahead), floor };
      },
    };
  },
  level: (history) => {
    const levels = levelsOf(history);
    const forecast = forecastLevel(levels);
    const floor = hasNegative(levels) ? null : ZERO;
    return {
      method: 'mean',
      hasHistory: levels.length >= FEWEST_DAYS,
      expect: ({ until }) => {
        const ahead = until - levels.length;
        return { known: ZERO, rest: forecast.expected(ahead), errors: forecast.errors(ahead), floor };
      },
    };
  },
  whole: (history) => {
    const { added } = history;
    const forecast = forecastWholePeriods(history);
    const mayFall = hasNegative(added);
    return {
      method: 'mean',
      hasHistory: endedPeriods(history).length > 0,
      expect: (period) => {
        const known = unitsIn(added, period);
        const floor = mayFall ? ZERO : known;
        const knownDays = added.length - period.from;
        if (knownDays <= 0) return { known, rest: forecast.next ?? ZERO, errors: forecast.nextErrors, floor };
        const rest = forecast.rest(period, knownDays) ?? ZERO;
        return { known, rest, errors: forecast.restErrors(period, knownDays), floor };
      },
    };
  },
};

/** Units that never fell are not expected below what is known. */
function bandOf({ known, rest, errors, floor }: Expected): UnitsBand {
  const bounded = (units: Decimal) => (floor ? Decimal.max(units, floor) : units).toDecimalPlaces(PLACES);
  const expected = bounded(known.plus(rest));
  const unknown = expected.minus(known).abs();
  const low = bounded(errors ? expected.plus(errors.low) : expected.minus(unknown));
  const high = bounded(expected.plus(errors ? errors.high : unknown));
  return { low, expected, high, isMeasured: errors !== null };
}

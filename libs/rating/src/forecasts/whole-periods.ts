import { Decimal, ZERO, sumOf } from '../decimal.js';
import { errorBand, type ErrorBand } from './errors.js';
import { endedPeriods, unitsIn, type DaySpan, type UsageHistory } from './usage-history.js';

/** Ended periods whose mean is the forecast, and those whose forecasts measure its error. */
const MEAN_PERIODS = 3;
const MEASURED_PERIODS = 24;

/** A forecast of units that days do not add up to, such as a highest value: periods follow from whole past ones. */
export interface PeriodsForecast {
  /** The units of a later period; null without an ended one. */
  readonly next: Decimal | null;
  readonly nextErrors: ErrorBand | null;
  /** Units that the rest of a running period adds after some of its days; null without an ended period. */
  rest(period: DaySpan, knownDays: number): Decimal | null;
  restErrors(period: DaySpan, knownDays: number): ErrorBand | null;
}

/** Forecasts periods by the mean of the last three ended ones. */
export function forecastWholePeriods(history: UsageHistory): PeriodsForecast {
  const ended = endedPeriods(history).slice(-MEASURED_PERIODS);
  const wholes = ended.map((span) => unitsIn(history.added, span));
  const restOf = (span: DaySpan, period: DaySpan, knownDays: number) => {
    // Months differ in length: the same share of days is known.
    const length = span.until - span.from;
    const known = Math.min(length, Math.floor((knownDays * length) / Math.max(period.until - period.from, 1)));
    return unitsIn(history.added, { from: span.from + known, until: span.until });
  };
  const rests = (period: DaySpan, knownDays: number) => ended.map((span) => restOf(span, period, knownDays));
  return {
    next: meanOfLast(wholes),
    nextErrors: bandOf(wholes),
    rest: (period, knownDays) => meanOfLast(rests(period, knownDays)),
    restErrors: (period, knownDays) => bandOf(rests(period, knownDays)),
  };
}

function meanOfLast(units: readonly Decimal[]): Decimal | null {
  const last = units.slice(-MEAN_PERIODS);
  return last.length === 0 ? null : sumOf(last).div(last.length);
}

function bandOf(units: readonly Decimal[]): ErrorBand | null {
  const errors = pastErrors(units);
  return errorBand(errors, new Decimal(errors.length));
}

/** The error of each period's forecast from those before it. */
const pastErrors = (units: readonly Decimal[]): Decimal[] =>
  units.slice(1).map((came, place) => came.minus(meanOfLast(units.slice(0, place + 1)) ?? ZERO));

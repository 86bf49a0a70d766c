import { Decimal, ZERO } from '../decimal.js';

/** Fewest and most past forecasts that measure an error. */
export const FEWEST_ERRORS = 5;
const MOST_ORIGINS = 40;

/** Shares of past errors below and above which the band ends, in percent. */
const [LOW, HIGH] = [10, 90];
/** Widens the band where few past spans do not overlap: errors of neighbouring days are alike. */
const WIDENING = new Decimal(3);

/** The errors between which eight of ten past forecasts were: actual less expected units. */
export interface ErrorBand {
  readonly low: Decimal;
  readonly high: Decimal;
}

/**
 * Instants of past forecasts, as days: from the first to the last day, evenly spread, at most 40. None if there are too
 * few to measure an error.
 */
export function originsBetween(first: number, last: number): number[] {
  if (last - first + 1 < FEWEST_ERRORS) return [];
  const step = Math.max(1, Math.ceil((last - first + 1) / MOST_ORIGINS));
  const origins: number[] = [];
  for (let origin = last; origin >= first; origin -= step) origins.unshift(origin);
  return origins;
}

/**
 * The band of errors. It always includes 0, the expected value.
 * @param separate the number of past spans that do not overlap: fewer of them make the band wider
 * @returns null for too few errors
 */
export function errorBand(errors: readonly Decimal[], separate: Decimal): ErrorBand | null {
  if (errors.length < FEWEST_ERRORS) return null;
  const sorted = [...errors].sort((one, other) => one.cmp(other));
  const factor = WIDENING.div(Decimal.max(separate, 1)).plus(1);
  const bound = (share: number) => quantile(sorted, share).times(factor);
  return { low: Decimal.min(bound(LOW), ZERO), high: Decimal.max(bound(HIGH), ZERO) };
}

/** The value below which a share of sorted values lies, between its two neighbours. @param share percent */
function quantile(sorted: readonly Decimal[], share: number): Decimal {
  const place = new Decimal(sorted.length - 1).times(share).div(100);
  const below = sorted[place.floor().toNumber()] ?? ZERO;
  const above = sorted[place.ceil().toNumber()] ?? below;
  return below.plus(above.minus(below).times(place.minus(place.floor())));
}

/** The mean size of errors; 0 without any. */
export const meanError = (errors: readonly Decimal[]): Decimal =>
  errors.length === 0 ? ZERO : errors.reduce((total, error) => total.plus(error.abs()), ZERO).div(errors.length);

/** Expected units or cents, and those that came. */
export interface Compared {
  readonly expected: Decimal;
  readonly actual: Decimal;
}

/** The size of an error in percent of the actual value, to one decimal; null if nothing came. */
export const errorPercent = ({ expected, actual }: Compared): Decimal | null =>
  actual.isZero() ? null : expected.minus(actual).abs().div(actual.abs()).times(100).toDecimalPlaces(1);

/**
 * The weighted absolute percentage error: the sizes of all errors in percent of all actual values, to one decimal. Null
 * if nothing came.
 */
export function weightedErrorPercent(compared: readonly Compared[]): Decimal | null {
  const actual = compared.reduce((total, one) => total.plus(one.actual.abs()), ZERO);
  if (actual.isZero()) return null;
  const errors = compared.reduce((total, one) => total.plus(one.expected.minus(one.actual).abs()), ZERO);
  return errors.div(actual).times(100).toDecimalPlaces(1);
}

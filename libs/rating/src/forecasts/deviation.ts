import { Decimal, ZERO } from '../decimal.js';

/** The use of a metric in a span of time, such as an hour. */
export interface SpanUse {
  readonly units: Decimal;
  readonly events: number;
}

/** Fewest past spans by which something is usual. */
const FEWEST_SPANS = 4;
/** Events of a quiet metric: the units of so many are always usual. */
const QUIET_EVENTS = 10;
/** From this many deviations on, units are no longer usual. The factor makes the median one as large as a standard one. */
const DEVIATIONS = new Decimal(3);
const STANDARD = new Decimal('1.4826');
const PLACES = 1;

/**
 * The percent by which a span is above its usual (customers, section 8.3). Usual is the median of past spans of the same
 * hour, or day, of the week. Units within three median absolute deviations of it are usual too, as are those of ten events.
 * @param past units of each past span, 0 for one without use
 * @returns null for too few past spans
 */
export function deviationPercent({ units, events }: SpanUse, past: readonly Decimal[]): Decimal | null {
  if (past.length < FEWEST_SPANS) return null;
  const usual = median(past);
  const deviation = median(past.map((each) => each.minus(usual).abs()));
  if (events <= QUIET_EVENTS || units.lte(usual.plus(deviation.times(STANDARD).times(DEVIATIONS)))) return ZERO;
  const least = Decimal.max(usual, units.times(QUIET_EVENTS).div(events));
  return least.lte(0) ? ZERO : Decimal.max(units.minus(least).div(least).times(100), ZERO).toDecimalPlaces(PLACES);
}

function median(values: readonly Decimal[]): Decimal {
  const sorted = [...values].sort((one, other) => one.cmp(other));
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? ZERO;
  return sorted.length % 2 === 1 ? upper : upper.plus(sorted[middle - 1] ?? upper).div(2);
}

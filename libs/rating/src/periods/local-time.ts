import { IANAZone } from 'luxon';
import { addDays, dateOfDayNumber, dayNumber, formatDate } from './plain-date.js';
import type { PlainDate } from './plain-date.js';

/** A point in time: Unix milliseconds, UTC, an integer. */
export type Instant = number;

export const SECOND = 1_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** UTC offset of a zone at an instant, in milliseconds; positive east of Greenwich. */
export function utcOffset(instant: Instant, timezone: string): number {
  // Most periods are in UTC, and the offset lookup is a significant part of a billing run's JavaScript time.
  if (timezone === 'UTC') return 0;
  const zone = IANAZone.create(timezone);
  if (!zone.isValid) throw new RangeError(`unknown time zone: ${timezone}`);
  return zone.offset(instant) * 60_000;
}

/** Local days since 1970 of an instant in a zone. */
export function localDay(instant: Instant, timezone: string): number {
  return Math.floor((instant + utcOffset(instant, timezone)) / DAY);
}

/** Calendar date of an instant in a zone. */
export function localPlainDate(instant: Instant, timezone: string): PlainDate {
  return dateOfDayNumber(localDay(instant, timezone));
}

/** Calendar date of an instant in a zone, as YYYY-MM-DD. */
export function localDate(instant: Instant, timezone: string): string {
  return formatDate(localPlainDate(instant, timezone));
}

/** Calendar date of an instant in UTC. */
export function utcPlainDate(instant: Instant): PlainDate {
  return dateOfDayNumber(Math.floor(instant / DAY));
}

/** Calendar date of an instant in UTC, as YYYY-MM-DD. */
export function utcDate(instant: Instant): string {
  return formatDate(utcPlainDate(instant));
}

/** First instant of a local date. Where the clock skips midnight, the first instant after the jump. */
export function startOfDate(date: PlainDate, timezone: string): Instant {
  const midnight = dayNumber(date) * DAY;
  const before = utcOffset(midnight - DAY, timezone);
  const after = utcOffset(midnight + DAY, timezone);
  if (before === after) return midnight - before;
  // When midnight occurs twice, the larger offset gives the earlier one, where the day begins.
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    if (utcOffset(midnight - offset, timezone) === offset) return midnight - offset;
  }
  return offsetChange(midnight - DAY, midnight + DAY, timezone);
}

function offsetChange(from: Instant, to: Instant, timezone: string): Instant {
  const before = utcOffset(from, timezone);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (utcOffset(middle, timezone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Last millisecond of a local date (23:59:59.999). */
export function endOfDate(date: PlainDate, timezone: string): Instant {
  return startOfDate(addDays(date, 1), timezone) - 1;
}

/** First instant of the local day that contains the instant. */
export function startOfLocalDay(instant: Instant, timezone: string): Instant {
  return startOfDate(localPlainDate(instant, timezone), timezone);
}

/** Last millisecond of the local day that contains the instant. */
export function endOfLocalDay(instant: Instant, timezone: string): Instant {
  return endOfDate(localPlainDate(instant, timezone), timezone);
}

/**
 * Started days between two instants, without daylight saving hours (subscriptions, section 2.8). An end at exactly
 * local midnight counts that day.
 */
export function daysBetween(from: Instant, to: Instant, timezone: string): number {
  const end = startOfLocalDay(to, timezone) === to ? to + SECOND : to;
  const offsets = utcOffset(from, timezone) - utcOffset(to, timezone);
  const days = Math.ceil((end - from - offsets) / DAY);
  return days === 0 ? 0 : days;
}

/** Nearest whole second. */
export function roundToSecond(instant: Instant): Instant {
  return Math.floor((instant + SECOND / 2) / SECOND) * SECOND;
}

/** Whole second that contains the instant. */
export function floorToSecond(instant: Instant): Instant {
  return Math.floor(instant / SECOND) * SECOND;
}

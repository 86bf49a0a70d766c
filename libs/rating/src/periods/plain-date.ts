/** A calendar date without time or zone. Months count from 1. */
export interface PlainDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

// Days before a month in a year that starts in March, which puts the leap day last.
function daysBeforeMonth(monthFromMarch: number): number {
  return Math.floor((153 * monthFromMarch + 2) / 5);
}

/** Days since 1970-01-01 in the Gregorian calendar. */
export function dayNumber({ year, month, day }: PlainDate): number {
  const y = month <= 2 ? year - 1 : year;
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return y * 365 + leapDays + daysBeforeMonth((month + 9) % 12) + day - 1 - 719468;
}

/** Converts a day number to a date. */
export function dateOfDayNumber(days: number): PlainDate {
  const z = days + 719468;
  const era = Math.floor(z / 146097);
  const dayOfEra = z - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day: dayOfYear - daysBeforeMonth(fromMarch) + 1 };
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return dateOfDayNumber(dayNumber(date) + days);
}

/** Days from a to b; negative when b is earlier. */
export function daysFrom(a: PlainDate, b: PlainDate): number {
  return dayNumber(b) - dayNumber(a);
}

/** Negative, 0 or positive, if a is before, equal to or after b. */
export function compareDates(a: PlainDate, b: PlainDate): number {
  return dayNumber(a) - dayNumber(b);
}

/** Monday 1 … Sunday 7. */
export function weekday(date: PlainDate): number {
  return modulo(dayNumber(date) + 3, 7) + 1;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Months since year 0, for arithmetic across years. */
export function monthIndex(date: PlainDate): number {
  return date.year * 12 + date.month - 1;
}

/** A day of the month with an index, or the month's last day if it is shorter. */
export function clampedDate(index: number, day: number): PlainDate {
  const year = Math.floor(index / 12);
  const month = modulo(index, 12) + 1;
  return { year, month, day: Math.min(day, daysInMonth(year, month)) };
}

/** Adds months to a date, or subtracts them; limited to the last day of a shorter month. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  return clampedDate(monthIndex(date) + months, date.day);
}

export function formatDate({ year, month, day }: PlainDate): string {
  const pad = (n: number, width: number): string => String(n).padStart(width, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** Parses YYYY-MM-DD; any other text, or a nonexistent day, is an error. */
export function parseDate(text: string): PlainDate {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const date = match && { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  if (!date || formatDate(dateOfDayNumber(dayNumber(date))) !== text) throw new RangeError(`not a date: ${text}`);
  return date;
}

/** Remainder with the sign of the divisor. */
export function modulo(a: number, n: number): number {
  return ((a % n) + n) % n;
}

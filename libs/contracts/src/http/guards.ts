import { bounds } from './bounds.js';

/**
 * Whether a text can be stored unchanged: no null character, and valid Unicode, so that two different texts stay
 * different.
 */
export const isStorableText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/**
 * Finds the reason why a value cannot be stored, or validated in bounded time, at any of its levels.
 * @returns an error code (catalog, section 1.3), or null
 */
export function faultOf(root: unknown): string | null {
  let members = 0;
  const walk = (value: unknown, depth: number): string | null => {
    if (typeof value === 'string') return isStorableText(value) ? null : 'value_is_invalid';
    if (value === null || typeof value !== 'object') return null;
    if (depth === bounds.depth) return 'value_is_invalid';
    for (const [key, inner] of Object.entries(value)) {
      members += 1;
      if (members > bounds.members) return 'value_is_too_long';
      const fault = isStorableText(key) ? walk(inner, depth + 1) : 'value_is_invalid';
      if (fault !== null) return fault;
    }
    return null;
  };
  return walk(root, 0);
}

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})(?=$|[T ])/;

/**
 * The leading calendar day of a date or instant text, within the supported years; null for `2026-02-30` and the year
 * 10000.
 */
export function calendarDay(text: string): string | null {
  const [day, year, month, date] = dayPattern.exec(text) ?? [];
  if (day === undefined || Number(year) < bounds.firstYear || Number(year) > bounds.lastYear) return null;
  const moment = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  return moment.getUTCMonth() === Number(month) - 1 && moment.getUTCDate() === Number(date) ? day : null;
}

/**
 * Whether a text has the form of a date or an instant that the calendar does not have; unreadable text is validated by
 * its parser.
 */
export function isOutOfCalendar(text: string): boolean {
  if (/^[+-]?\d{4,}-\d{2}-\d{2}/.test(text)) return calendarDay(text) === null;
  const year = new Date(text).getUTCFullYear();
  return year < bounds.firstYear || year > bounds.lastYear;
}

/** A web address with a host. */
export function isHttpUrl(value: string): boolean {
  if (!/^https?:\/\/[^\s/?#]\S*$/i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  // Lists and logs would show a name and password, and no call would send them.
  return username === '' && password === '';
}

import { textOf } from './attributes.js';

/** The most digits of the whole part, and how many of them are a fraction: of seconds, ms, µs and ns. */
const units: readonly [mostDigits: number, places: number][] = [
  [11, 0],
  [14, 3],
  [17, 6],
  [20, 9],
];
const decimal = /^(\d{1,20})(?:\.(\d{1,30}))?$/;
const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,20})?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * An instant as text of Unix seconds with its fraction. Numbers are Unix time, whose number of digits
 * determines the unit: seconds have at most 11, milliseconds at most 14, and so on. Texts are ISO 8601, UTC without a
 * zone.
 * @returns null for anything else
 */
export function secondsOf(value: unknown): string | null {
  const text = textOf(value);
  if (text === null || typeof value === 'boolean') return null;
  const [, whole, fraction = ''] = decimal.exec(text) ?? [];
  return whole === undefined ? secondsOfDate(text) : secondsOfNumber(whole, fraction);
}

function secondsOfNumber(digits: string, fraction: string): string | null {
  const whole = digits.replace(/^0+(?=\d)/, '');
  const places = units.find(([most]) => whole.length <= most)?.[1];
  if (places === undefined) return null;
  const padded = whole.padStart(places + 1, '0');
  const end = padded.length - places;
  const rest = padded.slice(end) + fraction;
  return rest === '' ? padded : `${padded.slice(0, end)}.${rest}`;
}

function secondsOfDate(text: string): string | null {
  const [found, fraction = '', zone] = dateTime.exec(text) ?? [];
  if (found === undefined) return null;
  const whole = `${found.slice(0, 19).replace(' ', 'T')}${zone?.toUpperCase() ?? 'Z'}`;
  const seconds = Date.parse(whole) / 1000;
  return Number.isNaN(seconds) || seconds < 0 ? null : `${seconds}${fraction}`;
}

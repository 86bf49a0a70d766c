import { regional } from './regional.js';

const options: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
};

/** An instant as text, with the name of its time zone. @param zone of the reader by default */
export const instantText = (iso: string, language: string, zone?: string): string =>
  new Intl.DateTimeFormat(regional(language), { ...options, timeZone: zone }).format(new Date(iso));

/** An instant as text with its seconds, and with the milliseconds that it states. */
export const preciseText = (iso: string, language: string, zone?: string): string =>
  new Intl.DateTimeFormat(regional(language), {
    ...options,
    second: '2-digit',
    ...(/\.\d/.test(iso) ? { fractionalSecondDigits: 3 as const } : {}),
    timeZone: zone,
  }).format(new Date(iso));

/** The day of an instant in a time zone, as text. */
export const dayText = (iso: string, language: string, zone: string): string =>
  new Intl.DateTimeFormat(regional(language), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: zone,
  }).format(new Date(iso));

/** A date without a time, such as `2026-03-01`, as text: the same day for every reader. */
export const dateText = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(regional(language), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));

/** A month, such as `2026-03`, as text. */
export const monthText = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(regional(language), { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${iso.slice(0, 7)}-01T00:00:00Z`),
  );

/** The day or hour (UTC) at which a step of a series begins, as text without the year. */
export const stepText = (iso: string, language: string, hasHours: boolean): string =>
  new Intl.DateTimeFormat(regional(language), {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    ...(hasHours ? { hour: '2-digit', minute: '2-digit' } : {}),
  }).format(new Date(iso));

/** The time zone of the reader. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day of an instant in a time zone, such as `2026-03-01`. */
export const dayIn = (instant: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    instant,
  );

const dayMs = 86_400_000;

/** The days from a date to the day of an instant in a time zone. */
export const daysBetween = (date: string, instant: Date, zone: string): number =>
  Math.round((Date.parse(dayIn(instant, zone)) - Date.parse(date.slice(0, 10))) / dayMs);

const hourMs = 3_600_000;

/** The difference between the clocks of a time zone and UTC at an instant, in milliseconds. */
function offsetAt(ms: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(ms);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - ms;
}

/** The first instant of a day in a time zone. Where clocks skip midnight, it is the first one after the gap. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const near = midnight - offsetAt(midnight, zone);
  const start = midnight - offsetAt(near, zone);
  return new Date(dayIn(new Date(start), zone) < day ? start + hourMs : start);
}

/** The last second of a day in a time zone. */
export const endOfDay = (day: string, zone: string): Date => {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
  return new Date(startOfDay(next, zone).getTime() - 1_000);
};

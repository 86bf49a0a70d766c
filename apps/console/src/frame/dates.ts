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
  new Intl.DateTimeFormat(language, { ...options, timeZone: zone }).format(new Date(iso));

/** An instant as text with its seconds, and with the milliseconds that it states. */
export const preciseText = (iso: string, language: string, zone?: string): string =>
  new Intl.DateTimeFormat(language, {
    ...options,
    second: '2-digit',
    ...(/\.\d/.test(iso) ? { fractionalSecondDigits: 3 as const } : {}),
    timeZone: zone,
  }).format(new Date(iso));

/** The day of an instant in a time zone, as text. */
export const dayText = (iso: string, language: string, zone: string): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric', timeZone: zone }).format(
    new Date(iso),
  );

/** A date without a time, such as `2026-03-01`, as text: the same day for every reader. */
export const dateText = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${iso.slice(0, 10)}T00:00:00Z`),
  );

/** A month, such as `2026-03`, as text. */
export const monthText = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${iso.slice(0, 7)}-01T00:00:00Z`),
  );

/** The day or hour (UTC) at which a step of a series begins, as text without the year. */
export const stepText = (iso: string, language: string, hasHours: boolean): string =>
  new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    ...(hasHours ? { hour: '2-digit', minute: '2-digit' } : {}),
  }).format(new Date(iso));

/** The time zone of the reader. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day of an instant in a time zone, such as `2026-03-01`. */
const dayIn = (instant: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    instant,
  );

const dayMs = 86_400_000;

/** The days from a date to the day of an instant in a time zone. */
export const daysBetween = (date: string, instant: Date, zone: string): number =>
  Math.round((Date.parse(dayIn(instant, zone)) - Date.parse(date.slice(0, 10))) / dayMs);

import { z } from 'zod';
import { date, isBlank, timestamp } from './fields.js';
import { calendarDay } from './guards.js';
import { strictly } from './strict.js';

const iso8601 = /^\d{4}-\d{2}-\d{2}(T.+)?$/;
const dayAlone = /^.{10}$/;
const zone = /(Z|[+-]\d{2}:?\d{2})$/;

const isInstant = (value: string) =>
  iso8601.test(value) && calendarDay(value) !== null && !Number.isNaN(Date.parse(value));

const read = (value: string, timeOfDay: string) => {
  if (dayAlone.test(value)) return new Date(`${value}T${timeOfDay}Z`);
  return new Date(zone.test(value) ? value : `${value}Z`);
};

const blankIsAbsent = (value: unknown) => (isBlank(value) ? undefined : value);

const instant = (timeOfDay: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? 'value_is_mandatory' : 'invalid_date') })
    .refine(isInstant, 'invalid_date')
    .transform((value) => read(value, timeOfDay));

/** A day of the calendar or an instant, as clients send it. */
export const dayOrInstant = () => z.union([date(), timestamp()]);

const [firstMoment, lastMoment] = ['00:00:00.000', '23:59:59.999'];

/** A date, as its first moment, or an instant; anything else answers `invalid_date`. */
export const queryInstant = () =>
  strictly(z.preprocess(blankIsAbsent, instant(firstMoment).optional()).optional(), dayOrInstant().optional());

/** The same; missing answers `value_is_mandatory`. */
export const mandatoryInstant = () => strictly(z.preprocess(blankIsAbsent, instant(firstMoment)), dayOrInstant());

/** The inclusive end of a span: a date, as its last moment, or an instant; anything else answers `invalid_date`. */
export const queryUntil = () =>
  strictly(z.preprocess(blankIsAbsent, instant(lastMoment).optional()).optional(), dayOrInstant().optional());

/** The same; missing answers `value_is_mandatory`. */
export const mandatoryUntil = () => strictly(z.preprocess(blankIsAbsent, instant(lastMoment)), dayOrInstant());

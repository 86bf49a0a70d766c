import { z } from 'zod';
import { isBlank } from './fields.js';
import { calendarDay } from './guards.js';

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

const [firstMoment, lastMoment] = ['00:00:00.000', '23:59:59.999'];

/** A date, as its first moment, or an instant; anything else answers `invalid_date`. */
export const queryInstant = () => z.preprocess(blankIsAbsent, instant(firstMoment).optional()).optional();

/** The same; missing answers `value_is_mandatory`. */
export const mandatoryInstant = () => z.preprocess(blankIsAbsent, instant(firstMoment));

/** The inclusive end of a span: a date, as its last moment, or an instant; anything else answers `invalid_date`. */
export const queryUntil = () => z.preprocess(blankIsAbsent, instant(lastMoment).optional()).optional();

/** The same; missing answers `value_is_mandatory`. */
export const mandatoryUntil = () => z.preprocess(blankIsAbsent, instant(lastMoment));

import { z } from 'zod';
import type { Body } from './body.js';
import { bounds } from './bounds.js';
import { currencies, furtherCurrencies } from './enums.js';
import { isOutOfCalendar } from './guards.js';
import { strictly } from './strict.js';

/**
 * Building blocks of request bodies, which all parse input in one way (catalog, section 1.4). A value of the wrong JSON
 * shape counts as absent. Numbers become text where text is expected. Every error is a code, and each field has a bound.
 * `otherwise` documents further accepted values (see `openapi/otherwise.ts`).
 */

const isScalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
const scalarOnly = (value: unknown) => (isScalar(value) ? value : undefined);
const asText = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value);
/** Numbers and flags as text; other values count as absent. */
export const textOnly = (value: unknown) => asText(scalarOnly(value));

const blank = /^[\s\u0085]*$/;
const notBlank = { minLength: 1, pattern: '\\S' };

/** Null, missing, empty or only white space. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && blank.test(value));

/** Required text; blank answers `value_is_mandatory`, too long `value_is_too_long`. */
export const mandatoryText = (maximum: number = bounds.line) =>
  z
    .preprocess(
      textOnly,
      z
        .string({ error: 'value_is_mandatory' })
        .refine((text) => !isBlank(text), 'value_is_mandatory')
        .max(maximum, 'value_is_too_long')
        .meta(notBlank),
    )
    .meta({ otherwise: 'scalarsBecomeText' });

/** Optional text; null overwrites, absent leaves alone, too long answers `value_is_too_long`. */
export const text = (maximum: number = bounds.line) =>
  z
    .preprocess(textOnly, z.string().max(maximum, 'value_is_too_long').nullish())
    .optional()
    .meta({ otherwise: 'scalarsBecomeTextOrAbsent' });

const asciiBlanks = '\0\t\n\v\f\r ';

/**
 * Trims ASCII blanks and control characters at both ends. Others, such as U+00A0 and U+FEFF, are part of the text: an
 * id must be the same wherever callers use it.
 */
export function trimmed(untrimmed: string): string {
  let [start, end] = [0, untrimmed.length];
  while (start < end && asciiBlanks.includes(untrimmed.charAt(start))) start++;
  while (end > start && asciiBlanks.includes(untrimmed.charAt(end - 1))) end--;
  return untrimmed.slice(start, end);
}

/** Optional text, trimmed; numbers become text. */
export const trimmedText = () =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? trimmed(value) : typeof value === 'number' ? String(value) : value),
      text(),
    )
    .optional();

/** Optional text of several lines. */
export const prose = (maximum: number = bounds.prose) => text(maximum);

/** Optional true or false; anything else counts as absent. */
export const flag = () =>
  z
    .preprocess((value) => {
      if (value === 'true' || value === true) return true;
      if (value === 'false' || value === false) return false;
      return value === null ? null : undefined;
    }, z.boolean().nullish())
    .optional()
    .meta({ otherwise: 'anythingIsAbsent' });

/** Required true or false; anything else answers `value_is_invalid`. */
export const mandatoryFlag = () =>
  z
    .preprocess(
      (value) => (value === 'true' ? true : value === 'false' ? false : value),
      z.boolean({ error: 'value_is_invalid' }),
    )
    .meta({ otherwise: 'flagText' });

/** One of a fixed set; null or unknown answers `code`. */
export const mandatoryChoice = <const T extends readonly string[]>(values: T, code = 'value_is_invalid') =>
  z.preprocess(scalarOnly, z.enum(values, { error: code }));

/** One of a fixed set, or null, or absent; unknown answers `code`. */
export const choice = <const T extends readonly string[]>(values: T, code = 'value_is_invalid') =>
  z
    .preprocess(scalarOnly, z.enum(values, { error: code }).nullish())
    .optional()
    .meta({ otherwise: 'structureIsAbsent' });

const wholePattern = /^-?\d{1,15}$/;
const integerOnly = (value: unknown) =>
  typeof value === 'string' && wholePattern.test(value) ? Number(value) : scalarOnly(value);

/** Required integer (cents, days); missing answers `value_is_mandatory`, not a whole number `value_is_invalid`. */
export const mandatoryInteger = (minimum: number = -bounds.cents, maximum: number = bounds.cents) =>
  z
    .preprocess(
      integerOnly,
      z
        .int({
          error: (issue) => notWhole(issue.input, isBlank(issue.input) ? 'value_is_mandatory' : 'value_is_invalid'),
        })
        .min(minimum, 'value_is_out_of_range')
        .max(maximum, 'value_is_out_of_range'),
    )
    .meta({ otherwise: 'wholeText' });

/** Required integer above zero; missing or no number answers `is not a number`, zero and less `value_is_out_of_range`. */
export const mandatoryPositiveInteger = (maximum: number = bounds.cents) =>
  z
    .preprocess(
      integerOnly,
      z
        .int({
          error: (issue) =>
            notWhole(issue.input, typeof issue.input === 'number' ? 'value_is_invalid' : 'is not a number'),
        })
        .min(1, 'value_is_out_of_range')
        .max(maximum, 'value_is_out_of_range'),
    )
    .meta({ otherwise: 'wholeText' });

/** Optional integer between two bounds; not a whole number answers `value_is_invalid`, beyond them `value_is_out_of_range`. */
export const integer = (minimum: number = -bounds.cents, maximum: number = bounds.cents) =>
  z
    .preprocess(
      integerOnly,
      z
        .int({ error: (issue) => notWhole(issue.input, 'value_is_invalid') })
        .min(minimum, 'value_is_out_of_range')
        .max(maximum, 'value_is_out_of_range')
        .nullish(),
    )
    .optional()
    .meta({ otherwise: 'wholeTextOrAbsent' });

/** Whole, but with more digits than a number can hold: the error concerns its range. */
const notWhole = (untrimmed: unknown, code: string) =>
  Number.isInteger(untrimmed) || (typeof untrimmed === 'string' && /^-?\d+$/.test(untrimmed))
    ? 'value_is_out_of_range'
    : code;

/** The common grammar of decimal numbers: only a minus as sign, no exponent, digits on both sides of a point. */
const decimalPattern = /^-?\d+(\.\d+)?$/;
const boundedDecimal = new RegExp(`^-?[0-9]{1,${bounds.digits}}(\\.[0-9]{1,${bounds.fraction}})?$`);
const decimalOnly = (value: unknown) => asText(scalarOnly(value));
const decimalSchema = (minimum: number, maximum: number) =>
  z
    .string({ error: 'value_is_mandatory' })
    .refine((raw) => decimalPattern.test(raw), { error: 'is not a number', abort: true })
    .refine(
      (raw) => boundedDecimal.test(raw) && Number(raw) >= minimum && Number(raw) <= maximum,
      'value_is_out_of_range',
    )
    .meta({ pattern: boundedDecimal.source, format: 'decimal' });

const largestDecimal = 10 ** bounds.digits;

/** Required decimal, as a number or as text; stored as text, without loss. */
export const mandatoryDecimal = (minimum = -largestDecimal, maximum = largestDecimal) =>
  z
    .preprocess((value) => (isBlank(value) ? undefined : decimalOnly(value)), decimalSchema(minimum, maximum))
    .meta({ otherwise: 'number', minimum, maximum });

/** Optional decimal, as a number or as text; stored as text. */
export const decimal = (minimum = -largestDecimal, maximum = largestDecimal) =>
  z
    .preprocess(decimalOnly, decimalSchema(minimum, maximum).nullish())
    .optional()
    .meta({ otherwise: 'numberOrAbsent', minimum, maximum });

/**
 * A required field in an update: absent or of the wrong shape changes nothing, anything else is validated as on
 * creation.
 */
export const ifPresent = <S extends z.ZodType>(schema: S) =>
  z.preprocess(scalarOnly, schema.optional()).optional().meta({ otherwise: 'structureIsAbsent' });

/** Every currency that the service knows. */
export const currencyCodes = [...currencies, ...furtherCurrencies] as const;

/** Required currency code. */
export const mandatoryCurrency = () => mandatoryChoice(currencyCodes);
/** Optional currency code. */
export const currency = () => choice(currencyCodes);

/** The valid elements of a list. Its bound counts all sent elements, including the dropped ones. */
function countedElements(
  value: unknown,
  context: z.RefinementCtx,
  { counts, most, fault }: { counts: (item: unknown) => boolean; most: number; fault: string },
): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  if (value.length > most) context.addIssue({ code: 'custom', message: fault });
  return value.filter(counts);
}

const longest = { most: bounds.items, fault: 'value_is_too_long' } as const;
const isRecord = (item: unknown) => item !== null && typeof item === 'object' && !Array.isArray(item);

const isText = (item: unknown) => isScalar(item) && item !== null;

/**
 * A list of texts; null counts as absent, other elements are dropped.
 * @param bound the maximum number of its elements, and the error of one more
 */
export const textList = ({ most, fault }: { most: number; fault: string } = longest) =>
  z
    .preprocess(
      (value, context) => countedElements(value, context, { counts: isText, most, fault })?.map(String),
      z
        .array(z.string().max(bounds.line, 'value_is_too_long').meta({ otherwise: 'scalarsBecomeTextOrDropped' }))
        .max(most, fault)
        .optional(),
    )
    .optional()
    .meta({ otherwise: 'noListIsAbsent' });

/**
 * A list whose elements are validated later, one by one; null counts as absent.
 * @param bound the maximum number of its elements, and the error of one more
 */
export const recordList = ({ most, fault }: { most: number; fault: string } = longest) =>
  z
    .preprocess(
      (value, context) => countedElements(value, context, { counts: isRecord, most, fault }),
      z
        .array(z.record(z.string(), z.unknown()).meta({ otherwise: 'noObjectIsDropped' }))
        .max(most, fault)
        .optional(),
    )
    .optional()
    .meta({ otherwise: 'noListIsAbsent' });

const elements = new WeakMap<z.ZodType, Body>();

/** Documents the elements of a list that are validated later. */
export const withElements = <S extends z.ZodType>(list: S, element: Body): S => {
  elements.set(list, element);
  return list;
};

/** The documented elements of a list, if any. */
export const elementsOf = (list: z.ZodType): Body | undefined => elements.get(list);

const members = new WeakMap<z.ZodType, Body>();

/** Documents the members of an object that is validated later. */
export const withMembers = <S extends z.ZodType>(schema: S, inner: Body): S => {
  members.set(schema, inner);
  return schema;
};

/** The documented members of an object, if any. */
export const membersOf = (schema: z.ZodType): Body | undefined => members.get(schema);

/** An object whose members are validated later; null counts as absent. */
export const record = () =>
  z
    .preprocess(
      (value) => (value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined),
      z.record(z.string(), z.unknown()).optional(),
    )
    .optional()
    .meta({ otherwise: 'noObjectIsAbsent' });

const judgedElsewhere = new WeakSet<z.ZodType>();

/** A field whose text and depth the body's rules validate, with their own names and codes. */
export const judgedByRules = <S extends z.ZodType>(schema: S): S => {
  judgedElsewhere.add(schema);
  return schema;
};

/** Whether a field's content is validated later: by the contract of its elements, or by rules. */
export const isJudgedLater = (schema: z.ZodType): boolean =>
  elements.has(schema) || members.has(schema) || judgedElsewhere.has(schema);

/** A value of any shape that is validated later. */
export const anything = () => z.unknown().optional();

/**
 * Text of a date or an instant, parsed later. A day that the calendar does not have, or beyond the supported years,
 * answers `invalid_date`.
 */
export const instantText = () =>
  strictly(
    z
      .preprocess(
        textOnly,
        z
          .string()
          .max(bounds.line, { error: 'invalid_date', abort: true })
          .refine((value) => !isOutOfCalendar(value), 'invalid_date')
          .nullish(),
      )
      .optional()
      .meta({
        otherwise: 'scalarsBecomeTextOrAbsent',
        description: `ISO 8601, in the years ${bounds.firstYear} to ${bounds.lastYear}`,
      }),
    timestamp().nullish(),
  );

/** Required day `YYYY-MM-DD`; missing answers `value_is_mandatory`, one that the calendar does not have `invalid_date`. */
export const mandatoryDay = () =>
  z
    .preprocess(
      textOnly,
      z.iso
        .date({ error: ({ input }) => (isBlank(input) ? 'value_is_mandatory' : 'invalid_date') })
        .refine((value) => !isOutOfCalendar(value), 'invalid_date'),
    )
    .meta({ otherwise: 'scalarsBecomeText' });

/* ---------------------------------------------------------------- answers */

/** Decimal number as text, with at least one decimal. */
export { decimalString } from '@tollgate/rating';
/** Identifier assigned by the service. */
export const id = () => z.uuid();
/** `YYYY-MM-DDTHH:MM:SSZ` */
export const timestamp = () => z.string().meta({ format: 'date-time' });
/** `YYYY-MM-DD` */
export const date = () => z.string().meta({ format: 'date' });
/** Integer number of minor currency units. */
export const cents = () => z.int();

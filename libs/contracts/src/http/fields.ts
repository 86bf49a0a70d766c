import { z } from 'zod';
import type { Body } from './body.js';
import { currencies, furtherCurrencies } from './enums.js';

/**
 * Building blocks of request bodies. They follow one reading of input (catalog, section 1.4): a value of the
 * wrong JSON shape counts as absent, numbers sent for text become text, and every error is a code.
 */

const isScalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
const scalarOnly = (value: unknown) => (isScalar(value) ? value : undefined);
const asText = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value);
const withoutNullBytes = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\u0000', '') : value);
const textOnly = (value: unknown) => withoutNullBytes(asText(scalarOnly(value)));

/** Null, missing, empty or nothing but white space. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Required text; blank answers `value_is_mandatory`. */
export const mandatoryText = () =>
  z.preprocess(textOnly, z.string({ error: 'value_is_mandatory' }).refine((text) => !isBlank(text), 'value_is_mandatory'));

/** Optional text; null overwrites, absent leaves alone. */
export const text = (maximum?: number) =>
  z
    .preprocess(
      textOnly,
      (maximum === undefined ? z.string() : z.string().max(maximum, 'value_is_too_long')).nullish(),
    )
    .optional();

/** Optional true or false; anything else counts as absent. */
export const flag = () =>
  z
    .preprocess((value) => {
      if (value === 'true' || value === true) return true;
      if (value === 'false' || value === false) return false;
      return value === null ? null : undefined;
    }, z.boolean().nullish())
    .optional();

/** True or false, required; anything else answers `value_is_invalid`. */
export const mandatoryFlag = () =>
  z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean({ error: 'value_is_invalid' }),
  );

/** One of a fixed set; null or unknown answers `code`. */
export const mandatoryChoice = <const T extends readonly [string, ...string[]]>(values: T, code = 'value_is_invalid') =>
  z.preprocess(scalarOnly, z.enum(values, { error: code }));

/** One of a fixed set, or null, or absent; unknown answers `code`. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T, code = 'value_is_invalid') =>
  z.preprocess(scalarOnly, z.enum(values, { error: code }).nullish()).optional();

const integerOnly = (value: unknown) => {
  if (typeof value === 'string' && /^-?\d+$/.test(value.trim())) return Number(value);
  return scalarOnly(value);
};

/** Required integer (cents, days); missing answers `value_is_mandatory`, not a whole number `value_is_invalid`. */
export const mandatoryInteger = () =>
  z.preprocess(
    integerOnly,
    z.int({ error: (issue) => (isBlank(issue.input) ? 'value_is_mandatory' : 'value_is_invalid') }),
  );

/** Required integer above zero; missing or no number answers `is not a number`, zero and less `value_is_out_of_range`. */
export const mandatoryPositiveInteger = () =>
  z.preprocess(
    integerOnly,
    z.int({ error: (issue) => (typeof issue.input === 'number' ? 'value_is_invalid' : 'is not a number') }).min(1, 'value_is_out_of_range'),
  );

/** Optional integer with an optional lower bound. */
export const integer = (minimum?: number) =>
  z
    .preprocess(
      integerOnly,
      (minimum === undefined
        ? z.int({ error: 'value_is_invalid' })
        : z.int({ error: 'value_is_invalid' }).min(minimum, 'value_is_out_of_range')
      ).nullish(),
    )
    .optional();

const decimalPattern = /^-?\d+(\.\d+)?$/;
const decimalTypes = { type: ['string', 'number'], format: 'decimal' };
const decimalOnly = (value: unknown) => {
  const raw = asText(scalarOnly(value));
  return typeof raw === 'string' ? raw.trim() : raw;
};

/** Required decimal, as a number or as text; kept as text so that nothing is lost. */
export const mandatoryDecimal = () =>
  z.preprocess(
    decimalOnly,
    z
      .string({ error: 'value_is_mandatory' })
      .refine((raw) => !isBlank(raw), { error: 'value_is_mandatory', abort: true })
      .refine((raw) => decimalPattern.test(raw), 'is not a number')
      .meta(decimalTypes),
  );

/** Optional decimal, as a number or as text; kept as text. */
export const decimal = () =>
  z.preprocess(decimalOnly, z.string().regex(decimalPattern, 'is not a number').meta(decimalTypes).nullish()).optional();

/** A required field in a change: absent or of the wrong shape leaves what is there, anything else is judged as in a creation. */
export const ifGiven = <S extends z.ZodType>(schema: S) => z.preprocess(scalarOnly, schema.optional()).optional();

const currencyCodes = [...currencies, ...furtherCurrencies] as const;

/** Required currency code. */
export const mandatoryCurrency = () => mandatoryChoice(currencyCodes);
/** Optional currency code. */
export const currency = () => choice(currencyCodes);

/** A list of texts; null counts as absent, other elements are dropped. */
export const textList = () =>
  z
    .preprocess(
      (value) => (Array.isArray(value) ? value.filter((item) => isScalar(item) && item !== null).map(String) : undefined),
      z.array(z.string()).optional(),
    )
    .optional();

/** A list whose elements are looked at later, one by one; null counts as absent. */
export const recordList = () =>
  z
    .preprocess(
      (value) =>
        Array.isArray(value)
          ? value.filter((item) => item !== null && typeof item === 'object' && !Array.isArray(item))
          : undefined,
      z.array(z.record(z.string(), z.unknown())).optional(),
    )
    .optional();

const elements = new WeakMap<z.ZodType, Body>();

/** Tells readers of the interface what the elements of a list hold that are looked at later. */
export const withElements = <S extends z.ZodType>(list: S, element: Body): S => {
  elements.set(list, element);
  return list;
};

/** What the elements of a list hold, where that was told. */
export const elementsOf = (list: z.ZodType): Body | undefined => elements.get(list);

/** An object whose members are looked at later; null counts as absent. */
export const record = () =>
  z
    .preprocess(
      (value) => (value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined),
      z.record(z.string(), z.unknown()).optional(),
    )
    .optional();

/** A value of any shape that is looked at later. */
export const anything = () => z.unknown().optional();

/** An ISO 8601 date-time with a zone, read into UTC; unreadable answers `invalid_date`. */
export const dateTime = () => z.preprocess(scalarOnly, z.string().nullish()).optional();

/* ---------------------------------------------------------------- answers */

/** Identifier assigned by the service. */
export const id = () => z.uuid();
/** `YYYY-MM-DDTHH:MM:SSZ` */
export const timestamp = () => z.string().meta({ format: 'date-time' });
/** `YYYY-MM-DD` */
export const date = () => z.string().meta({ format: 'date' });
/** Decimal number as text, with at least one decimal. */
export const decimalString = () => z.string().meta({ format: 'decimal', examples: ['10.0'] });
/** Integer number of minor currency units. */
export const cents = () => z.int();

import { z } from 'zod';
import { bounds } from './bounds.js';
import { isEmailForm } from './email-addresses.js';
import { countries } from './enums.js';
import { choice } from './fields.js';

/** Fields of parties that issue or receive documents: postal and e-mail addresses (catalog, section 13). */

const tidiedEmail = (value: unknown) =>
  typeof value === 'string'
    ? value
        .replace(/[\u2012-\u2015\u2043\u2212]/g, '-')
        .replace(/[\u200B-\u200F\u00A0\uFEFF]/g, '')
        .trim()
    : value;

/** Whether a text is a single e-mail address. */
export const isEmailAddress = (text: string): boolean => isEmailForm(text) && text.length <= bounds.line;

/** One e-mail address or several separated by commas; look-alike dashes and invisible characters are replaced first. */
export const email = () =>
  z
    .preprocess(
      tidiedEmail,
      z
        .string()
        .max(bounds.url, { error: 'value_is_too_long', abort: true })
        .refine(
          (value) => value === '' || value.split(',').every((one) => isEmailForm(one.trim())),
          'invalid_email_format',
        )
        .nullish(),
    )
    .optional();

/** Text converted to upper case. */
export const upperCased = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), schema).optional();

/** Text that counts as null when it is blank. */
export const blankAsNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema).optional();

/** An ISO 3166-1 alpha-2 code, in any case. */
export const country = () => blankAsNull(upperCased(choice(countries, 'not_a_valid_country_code')));

/** A colour of the web with six digits, in lower case: `#1f4e79`. */
export const colour = () =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
    z
      .string({ error: 'value_is_invalid' })
      .regex(/^#[\da-f]{6}$/, 'value_is_invalid')
      .nullish(),
  );

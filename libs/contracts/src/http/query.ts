import { z } from 'zod';
import { bounds } from './bounds.js';
import { date } from './fields.js';
import { calendarDay, isStorableText } from './guards.js';
import { strictly } from './strict.js';
import { described } from './texts.js';

/** Errors of query parameters; errors of array and object elements are keyed by index or key. */
export interface QueryErrors {
  [parameter: string]: string[] | QueryErrors;
}

const wholeNumber = (value: unknown) =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : undefined;

const anyText = { type: ['integer', 'string'], minimum: undefined, maximum: undefined };

/**
 * `page` and `per_page` of every list (catalog, section 1.6): default 1 and 100; invalid values use the default, larger
 * ones the maximum.
 */
export const pagination = {
  page: described(
    strictly(
      z
        .preprocess((value) => Math.min(Math.max(wholeNumber(value) ?? 1, 1), bounds.page), z.int())
        .meta({ ...anyText, default: 1, description: `Page, from 1 to ${bounds.page}; 1 for anything else` }),
      z.int().min(1).max(bounds.page).default(1),
    ),
    'Number of the page, from 1',
    1,
  ),
  per_page: described(
    strictly(
      z
        .preprocess((value) => {
          const size = wholeNumber(value);
          return size === undefined || size < 1 ? 100 : Math.min(size, bounds.perPage);
        }, z.int())
        .meta({
          ...anyText,
          default: 100,
          description: `Rows on a page, ${bounds.perPage} at most; 100 when not given or unreadable`,
        }),
      z.int().min(1).max(bounds.perPage).default(100),
    ),
    'Entries per page',
    100,
  ),
};

/** Text of a parameter for a search; invalid text answers `value_is_invalid` or `value_is_too_long`. */
export const storableText = () =>
  z
    .string({ error: 'value_is_invalid' })
    .max(bounds.line, 'value_is_too_long')
    .refine(isStorableText, 'value_is_invalid');

const oneOf = (values: readonly string[]) => `must be one of: ${values.join(', ')}`;

/** One of a fixed set; anything else answers "must be one of: …". */
export const queryChoice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: oneOf(values) }).optional();

/** `true` or `false`; anything else answers "must be one of: true, false". */
export const queryFlag = () =>
  strictly(
    z
      .enum(['true', 'false'], { error: oneOf(['true', 'false']) })
      .transform((value) => value === 'true')
      .optional(),
    z.boolean().optional(),
  );

/** A flag that is true for any value. */
export const queryMark = () =>
  strictly(
    z
      .preprocess(
        (value) => (value === undefined ? undefined : 'given'),
        z
          .string()
          .transform(() => true)
          .optional(),
      )
      .optional(),
    z.literal(true).optional(),
  );

/** `name[]=a&name[]=b` from a fixed set; a scalar is ignored. */
export const queryChoices = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .preprocess(
      (value) => (Array.isArray(value) ? value : undefined),
      z.array(z.enum(values, { error: oneOf(values) })).optional(),
    )
    .optional();

/** The same, or `name=a` for one of them. */
export const queryChoiceOrChoices = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : Array.isArray(value) ? value : undefined),
      z.array(z.enum(values, { error: oneOf(values) })).optional(),
    )
    .optional();

/** `name[]=a&name[]=b`; a scalar is ignored. */
export const queryTexts = () =>
  z
    .preprocess(
      (value) => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined),
      z.array(storableText()).max(bounds.items, 'value_is_too_long').optional(),
    )
    .optional();

/** A single text; arrays and objects are ignored. */
export const queryText = () =>
  z.preprocess((value) => (typeof value === 'string' ? value : undefined), storableText().optional()).optional();

/** The same; missing, empty and anything but a text answers `value_is_mandatory`. */
export const mandatoryQueryText = () =>
  z.preprocess(
    (value) => (typeof value === 'string' && value !== '' ? value : undefined),
    z
      .string({ error: 'value_is_mandatory' })
      .max(bounds.line, 'value_is_too_long')
      .refine(isStorableText, 'value_is_invalid'),
  );

/** An identifier; anything else answers `value_is_invalid`. */
export const queryId = () => z.guid({ error: 'value_is_invalid' }).optional();

/** `name[key]=value`; each value must be a text. */
export const queryPairs = () =>
  z
    .preprocess(
      (value) => (value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined),
      z
        .record(
          z.string().refine(isStorableText, 'value_is_invalid'),
          z
            .string({ error: 'must be a string' })
            .max(bounds.line, 'value_is_too_long')
            .refine(isStorableText, 'value_is_invalid'),
        )
        .optional(),
    )
    .optional();

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function recordOfText(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `name[key]=value`, `name[key][]=value` for several values, or the text of a JSON object of the same. */
export const queryGroups = () =>
  z
    .preprocess(
      (value) => {
        const parsedRecord = typeof value === 'string' ? recordOfText(value) : value;
        if (!isRecord(parsedRecord)) return undefined;
        const groups = Object.entries(parsedRecord).map(([key, values]) => [
          key,
          (Array.isArray(values) ? values : [values]).map(String),
        ]);
        return groups.length > 0 ? Object.fromEntries(groups) : undefined;
      },
      z.record(z.string(), z.array(storableText()).max(bounds.items, 'value_is_too_long')).optional(),
    )
    .optional();

/** A whole number; anything else counts as absent, one beyond the amount limits answers `value_is_out_of_range`. */
export const queryInteger = () =>
  strictly(
    z
      .preprocess(
        wholeNumber,
        z
          .int({ error: 'value_is_out_of_range' })
          .min(-bounds.cents, 'value_is_out_of_range')
          .max(bounds.cents, 'value_is_out_of_range')
          .optional(),
      )
      .optional()
      .meta({ type: ['integer', 'string'] }),
    z.int().min(-bounds.cents).max(bounds.cents).optional(),
  );

/** The day of a date or an instant; one that the calendar does not have counts as absent. */
export const queryDay = () =>
  strictly(
    z
      .preprocess(
        (value) => (typeof value === 'string' ? (calendarDay(value) ?? undefined) : undefined),
        z.string().optional(),
      )
      .optional()
      .meta({ description: 'YYYY-MM-DD; anything else is not given' }),
    date().optional(),
  );

export interface Query<S extends z.ZodRawShape = z.ZodRawShape> {
  shape: S;
  rules?: (input: Partial<z.output<z.ZodObject<S>>>, add: (parameter: string, message: string) => void) => void;
}
export type QueryInput<Q> = Q extends Query<infer S> ? z.output<z.ZodObject<S>> : never;

/** Declares the query parameters of a call. */
export function query<S extends z.ZodRawShape>(shape: S, rules?: Query<S>['rules']): Query<S> {
  return rules ? { shape, rules } : { shape };
}

function place(errors: QueryErrors, path: PropertyKey[], message: string) {
  const [head, ...rest] = path;
  const key = String(head);
  if (rest.length === 0) {
    const messages = (errors[key] ??= []);
    if (Array.isArray(messages) && !messages.includes(message)) messages.push(message);
    return;
  }
  const inner = errors[key];
  place((errors[key] = inner && !Array.isArray(inner) ? inner : {}), rest, message);
}

/** Parses query parameters, and collects all errors. */
export function readQuery<S extends z.ZodRawShape>(
  contract: Query<S>,
  raw: Record<string, unknown>,
): { input: z.output<z.ZodObject<S>> } | { errors: QueryErrors } {
  const errors: QueryErrors = {};
  const input: Record<string, unknown> = {};
  for (const [parameter, schema] of Object.entries(contract.shape)) {
    const read = (schema as z.ZodType).safeParse(raw[parameter]);
    if (read.success) {
      if (read.data !== undefined) input[parameter] = read.data;
    } else {
      for (const issue of read.error.issues) place(errors, [parameter, ...issue.path], issue.message);
    }
  }
  contract.rules?.(input as Partial<z.output<z.ZodObject<S>>>, (parameter, message) =>
    place(errors, [parameter], message),
  );
  return Object.keys(errors).length > 0 ? { errors } : { input: input as z.output<z.ZodObject<S>> };
}

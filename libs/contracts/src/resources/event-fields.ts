import { z } from 'zod';
import { decimalString, isBlank } from '../http/fields.js';
import { isStorableText } from '../http/guards.js';
import { strictly } from '../http/strict.js';

/** Maximum events of a batch. */
export const maximumBatch = 100;

/**
 * Bounds of a usage event. The event log and the usage store accept every event within them. So one sender's event
 * never makes a batch with others' events fail (metering, section 2.1).
 */
export const eventBounds = {
  /** Characters of an identifier, a code or the name of a property. */
  text: 255,
  /** Unix seconds: events lie between 1970 and the end of 2199. Milliseconds lie far beyond. */
  latestSecond: Date.UTC(2200, 0, 1) / 1000 - 1,
  /** Digits of an amount in cents before the point: more than 15 would not be an exact JSON number. */
  centsDigits: 15,
  /** Bytes of the properties as JSON text. */
  propertiesBytes: 64 * 1024,
  properties: 200,
  /** Nesting of lists and objects; the properties themselves are the first level. */
  depth: 10,
} as const;

const asText = (value: unknown) => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === null || typeof value === 'string' ? value : undefined;
};

const storable = (schema: z.ZodString) =>
  schema.max(eventBounds.text, { error: 'value_is_too_long', abort: true }).refine(isStorableText, 'value_is_invalid');

/** Text that identifies events; it is never truncated or replaced, which could make two events equal. */
export const mandatoryEventText = () =>
  z.preprocess(
    asText,
    storable(z.string({ error: 'value_is_mandatory' })).refine((text) => !isBlank(text), 'value_is_mandatory'),
  );

/** The same where it may be absent. */
export const eventText = () => z.preprocess(asText, storable(z.string()).nullish()).optional();

const unixSeconds = /^\d{1,20}(\.\d{1,40})?$/;

/**
 * Unix seconds with any fraction, as a number or as text; stored as text. A value out of range is as invalid as a
 * non-number.
 */
export const eventTimestamp = () =>
  z
    .preprocess(
      (value) => (typeof value === 'number' ? String(value) : value),
      z
        .string({ error: 'invalid_format' })
        .regex(unixSeconds, { error: 'invalid_format', abort: true })
        .refine((text) => Number(text.split('.')[0]) <= eventBounds.latestSecond, 'invalid_format')
        .meta({ type: ['number', 'string'], minimum: 0, exclusiveMaximum: eventBounds.latestSecond + 1 })
        .nullish(),
    )
    .optional();

const decimalPattern = /^-?\d+(\.\d+)?$/;
const fitsCents = new RegExp(`^-?0*\\d{1,${eventBounds.centsDigits}}(\\.\\d+)?$`);
const longestDecimal = 100;

/** Cents with any fraction, as a number or as text; stored as text. */
export const eventCents = () =>
  strictly(
    z
      .preprocess(
        (value) => {
          const text = asText(value);
          return typeof text === 'string' ? text.trim() : text;
        },
        z
          .string()
          .max(longestDecimal, { error: 'value_is_out_of_range', abort: true })
          .regex(decimalPattern, { error: 'is not a number', abort: true })
          .refine((text) => fitsCents.test(text), 'value_is_out_of_range')
          .meta({ type: ['string', 'number'], format: 'decimal' })
          .nullish(),
      )
      .optional(),
    decimalString().nullish(),
  );

/** The first error of an event's properties, by field: `properties`, or `properties.<name>` for one of them. */
export function propertyErrors(properties: Record<string, unknown>): { field: string; code: string } | null {
  const names = Object.keys(properties);
  if (names.length > eventBounds.properties) return { field: 'properties', code: 'too_many_properties' };
  for (const name of names) {
    if (!isStorableText(name)) return { field: 'properties', code: 'value_is_invalid' };
    if (name.length > eventBounds.text) return { field: 'properties', code: 'value_is_too_long' };
    const code = valueError(properties[name], eventBounds.depth - 1);
    if (code) return { field: `properties.${name}`, code };
  }
  return Buffer.byteLength(JSON.stringify(properties)) > eventBounds.propertiesBytes
    ? { field: 'properties', code: 'value_is_too_long' }
    : null;
}

function valueError(value: unknown, levels: number): string | null {
  if (typeof value === 'string') return isStorableText(value) ? null : 'value_is_invalid';
  if (value === null || typeof value !== 'object') return null;
  if (levels === 0) return 'nesting_too_deep';
  for (const [name, inner] of Object.entries(value)) {
    const code = isStorableText(name) ? valueError(inner, levels - 1) : 'value_is_invalid';
    if (code) return code;
  }
  return null;
}

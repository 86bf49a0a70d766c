import { Decimal } from '../decimal.js';

/** Texts of an event's properties; a missing one is undefined or null. */
export type EventTexts = Readonly<Record<string, string | null | undefined>>;

/** Text of an event property, for comparisons; null when it is missing. Numbers have no exponent. */
export function propertyText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : new Decimal(value).toFixed();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Texts of all properties of an event. */
export function propertyTexts(properties: Readonly<Record<string, unknown>>): EventTexts {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, propertyText(value)]));
}

/** The text of an event's property, null when it is missing; names such as `constructor` are ordinary names. */
export const textOf = (event: EventTexts, name: string): string | null =>
  Object.hasOwn(event, name) ? (event[name] ?? null) : null;

/** The text of a metric's field; null if the metric counts events, or the event lacks it (metering, section 4). */
export function fieldText(metric: { readonly fieldName: string | null }, event: EventTexts): string | null {
  return metric.fieldName === null ? null : textOf(event, metric.fieldName);
}

/** The pricing group of an event: the text of each key, null if it is missing or empty (metering, section 6.2). */
export function groupOfEvent(event: EventTexts, keys: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(keys.map((key) => [key, textOf(event, key) || null]));
}

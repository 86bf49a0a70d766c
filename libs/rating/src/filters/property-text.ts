import { Decimal } from '../decimal.js';
import type { EventTexts } from './charge-filters.js';

/** Text form of an event property, by which values are compared; null where it is missing. Numbers without an exponent. */
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

/** The pricing group of an event: the text of each key, null where it is missing or empty (metering, section 6.2). */
export function groupOfEvent(event: EventTexts, keys: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(keys.map((key) => [key, event[key] || null]));
}

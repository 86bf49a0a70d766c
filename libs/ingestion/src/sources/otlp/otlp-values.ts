import type { Attributes } from '../rules/source-input.js';

export const isRecord = (value: unknown): value is Attributes =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

export const recordsIn = (value: unknown): Attributes[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Attributes by name; of several with one name the last one counts. */
export const attributesOf = (list: unknown): Attributes =>
  Object.fromEntries(
    recordsIn(list).flatMap(({ key, value }) => (typeof key === 'string' ? [[key, valueOf(value, 0)]] : [])),
  );

/** Values beyond this level are absent: a property of an event may have ten levels. */
const deepest = 16;

/** A value of OTLP as JSON. Integers beyond 2^53 are text, so that none of their digits is lost. */
export function valueOf(value: unknown, depth: number): unknown {
  if (!isRecord(value) || depth > deepest) return undefined;
  if (value['stringValue'] !== undefined) return value['stringValue'];
  if (value['boolValue'] !== undefined) return value['boolValue'];
  if (value['intValue'] !== undefined) return integerOf(value['intValue']);
  if (value['doubleValue'] !== undefined) return value['doubleValue'];
  if (value['bytesValue'] !== undefined) return value['bytesValue'];
  const { arrayValue, kvlistValue } = value;
  if (isRecord(arrayValue)) return recordsIn(arrayValue['values']).map((one) => valueOf(one, depth + 1) ?? null);
  if (!isRecord(kvlistValue)) return undefined;
  return Object.fromEntries(
    recordsIn(kvlistValue['values']).map((one) => [String(one['key']), valueOf(one['value'], depth + 1) ?? null]),
  );
}

function integerOf(value: unknown): unknown {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

const nanoseconds = /^\d{1,20}$/;

/** Unix nanoseconds as text of seconds with nine decimals; undefined for 0, which stands for an unknown time. */
export function secondsOfNanoseconds(value: unknown): string | undefined {
  const digits = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (!nanoseconds.test(digits) || /^0+$/.test(digits)) return undefined;
  const padded = digits.padStart(10, '0');
  return `${padded.slice(0, -9).replace(/^0+(?=\d)/, '')}.${padded.slice(-9)}`;
}

import { isDeepStrictEqual } from 'node:util';

/** A list or an object, whose values have keys. */
const isComposite = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The first difference of two JSON values, as a line for people; undefined if they are equal. */
export function firstDifference(actual: unknown, expected: unknown, at = 'figures'): string | undefined {
  if (isDeepStrictEqual(actual, expected)) return undefined;
  if (isComposite(actual) && isComposite(expected)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const found = firstDifference(actual[key], expected[key], `${at}.${key}`);
      if (found) return found;
    }
  }
  return `${at}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
}

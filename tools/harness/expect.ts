// Expectations of checks.
import { isDeepStrictEqual } from 'node:util';

/** @throws Error that names both, unless they are the same */
export function equal(what: string, seen: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(seen, expected)) throw new Error(`${what} is ${textOf(seen)} instead of ${textOf(expected)}`);
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

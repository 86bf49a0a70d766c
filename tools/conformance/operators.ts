// Compares a value with an expected one, which may hold operators (FORMAT.md).
import { getPath } from './paths.ts';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** @returns the first difference in words; undefined if there is none. @param at where the value was, for people */
export function differs(actual: unknown, expected: unknown, at: string): string | undefined {
  if (isObject(expected)) return differsFromObject(actual, expected, at);
  if (Array.isArray(expected)) {
    const problem = listProblem(actual, expected, at);
    if (problem || !Array.isArray(actual)) return problem;
    return expected.map((item, index) => differs(actual[index], item, `${at}[${index}]`)).find(Boolean);
  }
  if (actual === expected) return undefined;
  return `${at}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
}

function differsFromObject(actual: unknown, expected: Record<string, unknown>, at: string): string | undefined {
  const names = Object.keys(expected).filter((name) => name.startsWith('$'));
  if (names.length > 0) return names.map((name) => differsByOperator(actual, name, expected[name], at)).find(Boolean);
  if (!isObject(actual)) return `${at}: expected an object, got ${JSON.stringify(actual)}`;
  for (const [path, value] of Object.entries(expected)) {
    const difference = differs(getPath(actual, path), value, `${at}.${path}`);
    if (difference) return difference;
  }
  return undefined;
}

function listProblem(actual: unknown, expected: unknown[], at: string, shown = ''): string | undefined {
  if (!Array.isArray(actual)) return `${at}: expected an array, got ${JSON.stringify(actual)}`;
  if (actual.length === expected.length) return undefined;
  return `${at}: expected ${expected.length} items, got ${actual.length}${shown}`;
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;
const secondOf = (instant: unknown): number => Math.floor(Date.parse(String(instant)) / 1000);

/** An operator gives the first difference in words. `shown` is the actual value as JSON. */
type Operator = (actual: unknown, expected: unknown, at: string, shown: string) => string | undefined;

/** Operator of a simple question; `goal` says what a good value is. */
const question =
  (isGood: (actual: unknown, expected: unknown) => boolean, goal: (expected: unknown) => string): Operator =>
  (actual, expected, at, shown) =>
    isGood(actual, expected) ? undefined : `${at}: expected ${goal(expected)}, got ${shown}`;

const isNumber = (actual: unknown, expected: unknown): boolean =>
  !isAbsent(actual) && actual !== '' && typeof actual !== 'boolean' && Number(actual) === Number(expected);

function isNear(actual: unknown, expected: unknown): boolean {
  const [value, tolerance] = listOf(expected);
  return !isAbsent(actual) && Math.abs(Number(actual) - Number(value)) <= Number(tolerance);
}

/** The same items in any order. */
const hasSameItems: Operator = (actual, expected, at, shown) => {
  const expectedItems = listOf(expected);
  const problem = listProblem(actual, expectedItems, at, `: ${shown}`);
  if (problem || !Array.isArray(actual)) return problem;
  const unmatched: unknown[] = [...actual];
  for (const item of expectedItems) {
    const index = unmatched.findIndex((one) => !differs(one, item, at));
    if (index < 0) return `${at}: no item like ${JSON.stringify(item)} in ${shown}`;
    unmatched.splice(index, 1);
  }
  return undefined;
};

/** Every listed item is present; others may be present too. */
const hasItems: Operator = (actual, expected, at, shown) => {
  if (!Array.isArray(actual)) return `${at}: expected an array, got ${shown}`;
  const missing = listOf(expected).findIndex((item) => !actual.some((one) => !differs(one, item, at)));
  return missing < 0 ? undefined : `${at}: no item like ${JSON.stringify(listOf(expected)[missing])} in ${shown}`;
};

const operators = new Map<string, Operator>([
  // Numeric value, in any notation: "10.0" and 10 are equal.
  ['$num', question(isNumber, (expected) => `the number ${String(expected)}`)],
  ['$near', question(isNear, (expected) => listOf(expected).slice(0, 2).join(' +/- '))],
  [
    '$exists',
    question(
      (actual, expected) => !isAbsent(actual) === expected,
      (expected) => (expected ? 'a value' : 'no value'),
    ),
  ],
  [
    '$match',
    question(
      (actual, expected) => typeof actual === 'string' && new RegExp(String(expected)).test(actual),
      (expected) => `a match of /${String(expected)}/`,
    ),
  ],
  // The same point in time, in any notation; fractions of a second are ignored.
  [
    '$instant',
    question(
      (actual, expected) => typeof actual === 'string' && secondOf(actual) === secondOf(expected),
      (expected) => `the instant ${String(expected)}`,
    ),
  ],
  ['$set', hasSameItems],
  ['$has', hasItems],
  [
    '$not',
    (actual, expected, at) =>
      differs(actual, expected, at) ? undefined : `${at}: expected anything but ${JSON.stringify(expected)}`,
  ],
  [
    '$oneOf',
    (actual, expected, at, shown) =>
      listOf(expected).some((one) => !differs(actual, one, at))
        ? undefined
        : `${at}: expected one of ${JSON.stringify(expected)}, got ${shown}`,
  ],
  [
    '$gt',
    question(
      (actual, expected) => Number(actual) > Number(expected),
      (expected) => `more than ${String(expected)}`,
    ),
  ],
  [
    '$lt',
    question(
      (actual, expected) => Number(actual) < Number(expected),
      (expected) => `less than ${String(expected)}`,
    ),
  ],
]);

export const isOperator = (name: string): boolean => operators.has(name);

function differsByOperator(actual: unknown, name: string, expected: unknown, at: string): string | undefined {
  const operator = operators.get(name);
  return operator ? operator(actual, expected, at, JSON.stringify(actual)) : `${at}: unknown operator ${name}`;
}

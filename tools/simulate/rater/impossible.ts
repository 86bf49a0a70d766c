// Histories that refer to missing objects.

/** Thrown for an incomplete life. */
export class Impossible extends Error {}

/** A value that a history refers to. @throws Impossible without it */
export function need<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Impossible(`No such ${name}`);
  return value;
}

/** A value that the rater itself has set. @throws Error without it */
export function present<T>(value: T | null | undefined, name: string): T {
  if (value === undefined || value === null) throw new Error(`The rater has no ${name}`);
  return value;
}

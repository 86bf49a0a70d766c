import type { RangeInput } from './types.js';

/** Adds ends to ranges: one without an end is open. */
export const withEnds = <R extends { readonly to_value: number | null }>(ranges: readonly RangeInput<R>[]): R[] =>
  ranges.map((range) => ({ ...range, to_value: range.to_value ?? null }) as R);

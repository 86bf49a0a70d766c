import type { RangeInput } from './types.js';

/** Ranges with their ends: one of which none was given is open. */
export const withEnds = <R extends { readonly to_value: number | null }>(ranges: readonly RangeInput<R>[]): R[] =>
  ranges.map((range) => ({ ...range, to_value: range.to_value ?? null }) as R);

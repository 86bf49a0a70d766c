import { Decimal } from '../decimal.js';
import type { z } from 'zod';
import type { rateRange, unitPriceRange } from './schemas.js';

type Ended<R extends { readonly to_value?: number | null | undefined }> = Readonly<Omit<R, 'to_value'>> & {
  /** Null: the last range, which is open. */
  readonly to_value: number | null;
};

/** A range of units with its prices. */
export type PriceRange = Ended<z.infer<typeof unitPriceRange>>;
/** A range of units with its percentage. */
export type PercentageRange = Ended<z.infer<typeof rateRange>>;

/** A range in input form: an open one may omit its end. */
export type RangeInput<R extends { readonly to_value: number | null }> = Omit<R, 'to_value'> & {
  readonly to_value?: number | null | undefined;
};

/** Adds ends to ranges: one without an end is open. */
export const withEnds = <R extends { readonly to_value: number | null }>(ranges: readonly RangeInput<R>[]): R[] =>
  ranges.map((range) => ({ ...range, to_value: range.to_value ?? null }) as R);

/** The ranges that a quantity reaches, in order, up to the first range that is open or ends at or above it. */
export function touchedRanges<R extends { readonly to_value: number | null }>(
  ranges: readonly R[],
  units: Decimal,
): readonly R[] {
  const last = ranges.findIndex(({ to_value: to }) => to === null || units.lte(to));
  return last < 0 ? ranges : ranges.slice(0, last + 1);
}

/** Whether a range may start at the end of the previous range, or only after it. */
export type RangeBounds = 'shared' | 'separate';

/**
 * Whether ranges follow each other without a gap and the last one, and only the last one, is open (catalog, section
 * 4.2). Each starts at the next value or at that plus one. The next value is the end of the range before it; if ranges
 * do not share their bounds, it is that plus one. In decimals, because bounds may have a fraction.
 */
export function boundsFit(ranges: readonly Readonly<Record<string, unknown>>[], bounds: RangeBounds): boolean {
  let next = new Decimal(0);
  for (const [index, { from_value: from, to_value: to }] of ranges.entries()) {
    if (typeof from !== 'number' || !(next.equals(from) || next.plus(1).equals(from))) return false;
    if (index === ranges.length - 1) return to === null || to === undefined;
    if (typeof to !== 'number' || to <= from) return false;
    next = bounds === 'shared' ? new Decimal(to) : new Decimal(to).plus(1);
  }
  return true;
}

import { Decimal } from '@tollgate/rating';
import type { Properties } from '../../model/tables/charges.tables.js';

/** Whether a range may start at the end of the previous range, or only after it. */
export type RangeBounds = 'shared' | 'separate';

/** The ranges of a property; a value that is not a list of objects has no ranges. */
export const rangesOf = (property: unknown): Properties[] =>
  Array.isArray(property)
    ? property.map((range) => (range !== null && typeof range === 'object' ? (range as Properties) : {}))
    : [];

/**
 * Whether ranges follow each other without a gap and the last one, and only the last one, is open (catalog, section
 * 4.2). Each starts at the next value or at that plus one. The next value is the end of the range before it; if ranges
 * do not share their bounds, it is that plus one. In decimals, because bounds may have a fraction.
 */
export function boundsFit(ranges: Properties[], bounds: RangeBounds): boolean {
  let next = new Decimal(0);
  for (const [index, { from_value: from, to_value: to }] of ranges.entries()) {
    if (typeof from !== 'number' || !(next.equals(from) || next.plus(1).equals(from))) return false;
    if (index === ranges.length - 1) return to === null || to === undefined;
    if (typeof to !== 'number' || to <= from) return false;
    next = bounds === 'shared' ? new Decimal(to) : new Decimal(to).plus(1);
  }
  return true;
}

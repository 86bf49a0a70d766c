import { ZERO } from '../decimal.js';
import type { Decimal } from '../decimal.js';

/** The free allowance of a percentage charge: a number of events, and a total of units. */
export interface Allowance {
  readonly events: number;
  readonly total: Decimal;
}

/** Is there a free allowance? */
export function hasAllowance({ events, total }: Allowance): boolean {
  return events > 0 || !total.isZero();
}

/**
 * Does the running total list one more event: the first free events, or up to the sum that exceeds the free total
 * (metering, section 5.6)?
 */
export function listsFurther({ events, total }: Allowance, listed: readonly Decimal[]): boolean {
  return events > 0 ? listed.length < events : (listed.at(-1) ?? ZERO).lte(total);
}

/** Cumulative sums of events in time order, as far as free units can apply; empty without an allowance. */
export function runningTotal(values: Iterable<Decimal>, allowance: Allowance): Decimal[] {
  const sums: Decimal[] = [];
  if (!hasAllowance(allowance)) return sums;
  for (const value of values) {
    if (!listsFurther(allowance, sums)) break;
    sums.push((sums.at(-1) ?? ZERO).plus(value));
  }
  return sums;
}

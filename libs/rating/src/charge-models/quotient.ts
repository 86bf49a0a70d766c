import { Decimal, ZERO } from '../decimal.js';
import type { Usage } from './types.js';

/** a / b, and 0 where there is nothing to divide by. */
export function perUnit(a: Decimal, b: Decimal): Decimal {
  return b.isZero() ? ZERO : a.div(b);
}

/** The quantity that a unit amount is stated for: without proration where there is one. */
export function statedUnits(usage: Usage): Decimal {
  return usage.fullUnits ?? usage.units;
}

/** A property's decimal; absent or empty is 0. */
export function decimalOf(text: string | number | null | undefined): Decimal {
  return text === null || text === undefined || text === '' ? ZERO : new Decimal(text);
}

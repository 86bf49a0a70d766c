import { Decimal, ZERO } from '../decimal.js';
import type { Usage } from './types.js';

/** a / b, or 0 for a divisor of 0. */
export function perUnit(a: Decimal, b: Decimal): Decimal {
  return b.isZero() ? ZERO : a.div(b);
}

/** The quantity to which a unit amount refers: the full units of a prorated charge. */
export function statedUnits(usage: Usage): Decimal {
  return usage.fullUnits ?? usage.units;
}

/** A property's decimal; absent or empty is 0. */
export function decimalOf(text: string | number | null | undefined): Decimal {
  return text === null || text === undefined || text === '' ? ZERO : new Decimal(text);
}

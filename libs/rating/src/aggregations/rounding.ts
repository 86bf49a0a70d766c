import { ceilTo, floorTo, roundHalfUp } from '../decimal.js';
import type { Decimal } from '../decimal.js';
import type { MetricTerms } from './usage.js';

type Rounding = Pick<MetricTerms, 'roundingFunction' | 'roundingPrecision'>;

/** Units after the metric's rounding, and those before it if it rounds. */
export function roundedUnits(
  unrounded: Decimal,
  rounding: Rounding,
): { readonly units: Decimal; readonly unroundedUnits?: Decimal } {
  return rounding.roundingFunction === null
    ? { units: unrounded }
    : { units: roundUnits(unrounded, rounding), unroundedUnits: unrounded };
}

/** Applies the metric's rounding to a final number of units: once, after aggregating (metering, section 4). */
export function roundUnits(units: Decimal, { roundingFunction, roundingPrecision }: Rounding): Decimal {
  const places = roundingPrecision ?? 0;
  switch (roundingFunction) {
    case 'round':
      return roundHalfUp(units, places);
    case 'ceil':
      return ceilTo(units, places);
    case 'floor':
      return floorTo(units, places);
    case null:
      return units;
  }
}

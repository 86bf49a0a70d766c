import { ceilTo, floorTo, roundHalfUp } from '../decimal.js';
import type { Decimal } from '../decimal.js';
import type { Metric } from './types.js';

/** Applies the metric's rounding to a final number of units: once, after aggregating (metering, section 4). */
export function roundUnits(
  units: Decimal,
  { roundingFunction, roundingPrecision }: Pick<Metric, 'roundingFunction' | 'roundingPrecision'>,
): Decimal {
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

import { ZERO, decimalText } from '../decimal.js';
import { decimalOf, perUnit, statedUnits } from './quotient.js';
import { withEnds } from './ranges.js';
import type { Decimal } from '../decimal.js';
import type { ChargeProperties, ModelResult, PriceRange, Usage } from './types.js';

const OPEN_RANGE: PriceRange = { from_value: 0, to_value: null, per_unit_amount: '0', flat_amount: '0' };

/**
 * The range that prices a whole quantity. A quantity in a gap between bounds, or below the first bound, belongs to the
 * range that ends above it.
 */
export function volumeRange(properties: ChargeProperties, units: Decimal): PriceRange {
  const ranges = withEnds<PriceRange>(properties.volume_ranges ?? []).sort((a, b) => a.from_value - b.from_value);
  const endsAbove = ({ to_value: to }: PriceRange): boolean => to === null || units.lte(to);
  return (
    ranges.find((range) => units.ceil().gte(range.from_value) && endsAbove(range)) ??
    ranges.find(endsAbove) ??
    OPEN_RANGE
  );
}

/** All units at the price of the range that their number reaches (metering, section 5.7). */
export function volume(properties: ChargeProperties, usage: Usage): ModelResult {
  const reached = statedUnits(usage);
  const range = volumeRange(properties, reached);
  const flat = decimalOf(range.flat_amount);
  const unitsTotal = usage.units.times(decimalOf(range.per_unit_amount));
  const amount = unitsTotal.plus(flat);
  return {
    amount,
    unitAmount: perUnit(amount, reached),
    amountDetails: {
      flat_unit_amount: decimalText(flat),
      per_unit_amount: decimalText(reached.isZero() ? ZERO : perUnit(unitsTotal, reached)),
      per_unit_total_amount: decimalText(unitsTotal),
    },
  };
}

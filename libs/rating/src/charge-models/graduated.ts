import { Decimal, ONE, ZERO, decimalText, sumOf } from '../decimal.js';
import { decimalOf, perUnit, statedUnits } from './quotient.js';
import { withEnds } from './ranges.js';
import type { AmountDetails, ChargeProperties, ModelResult, PriceRange, Usage } from './types.js';

const OPEN_RANGE: readonly PriceRange[] = [{ from_value: 0, to_value: null, per_unit_amount: '0', flat_amount: '0' }];

/** Ranges of a graduated charge; the default is one open range at price 0. */
export function graduatedRanges(properties: ChargeProperties): readonly PriceRange[] {
  const ranges = properties.graduated_ranges;
  return ranges && ranges.length > 0 ? withEnds(ranges) : OPEN_RANGE;
}

/** The ranges that a quantity reaches, in order, up to the first range that is open or ends at or above it. */
export function touchedRanges<R extends { readonly to_value: number | null }>(
  ranges: readonly R[],
  units: Decimal,
): readonly R[] {
  const last = ranges.findIndex(({ to_value: to }) => to === null || units.lte(to));
  return last < 0 ? ranges : ranges.slice(0, last + 1);
}

/** Do all neighbours share their bound (0–10, 10–20), rather than counting on (0–10, 11–20)? */
export function sharesBounds(
  ranges: readonly { readonly from_value: number; readonly to_value: number | null }[],
): boolean {
  return ranges.length >= 2 && ranges.slice(1).every((range, i) => range.from_value === ranges[i]?.to_value);
}

function rangeUnits(range: PriceRange, units: Decimal, shared: boolean): Decimal {
  const reached = range.to_value === null ? units : Decimal.min(units, range.to_value);
  if (range.from_value === 0) return reached;
  return reached.minus(range.from_value).plus(shared ? ZERO : ONE);
}

interface RangePrice {
  readonly total: Decimal;
  readonly details: AmountDetails;
}

function priceRange(range: PriceRange, units: Decimal): RangePrice {
  const perUnitAmount = decimalOf(range.per_unit_amount);
  const flat = decimalOf(range.flat_amount);
  const unitsTotal = units.times(perUnitAmount);
  const total = unitsTotal.plus(flat);
  const details = {
    from_value: range.from_value,
    to_value: range.to_value,
    flat_unit_amount: decimalText(flat),
    per_unit_amount: decimalText(units.isZero() ? ZERO : perUnitAmount),
    units: decimalText(units),
    per_unit_total_amount: decimalText(unitsTotal),
    total_with_flat_amount: decimalText(total),
  };
  return { total, details };
}

/**
 * Each range at its own price, plus its flat amount once reached; the first range's flat also at 0 units (metering,
 * section 5.3).
 */
export function graduated(properties: ChargeProperties, usage: Usage): ModelResult {
  const ranges = graduatedRanges(properties);
  const shared = sharesBounds(ranges);
  const priced = touchedRanges(ranges, usage.units).map((range) =>
    priceRange(range, rangeUnits(range, usage.units, shared)),
  );
  const amount = sumOf(priced.map(({ total }) => total));
  return {
    amount,
    unitAmount: perUnit(amount, statedUnits(usage)),
    amountDetails: { graduated_ranges: priced.map(({ details }) => details) },
  };
}

import { Decimal, ONE, ZERO, decimalText, sumOf } from '../../decimal.js';
import { decimalOf, perUnit, statedUnits } from '../quotient.js';
import { touchedRanges, type PriceRange } from '../ranges.js';
import { graduatedRanges, sharesBounds, type GraduatedProperties } from './ranges.js';
import type { AmountDetails, ModelResult, Usage } from '../types.js';

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
export function graduatedPrice(properties: GraduatedProperties, usage: Usage): ModelResult {
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

/**
 * The amount of projected units (metering, section 7.3). Each tier takes units up to its bound; only tiers with units
 * have their flat amount.
 */
export function projectedTiers(properties: GraduatedProperties, units: Decimal): Decimal {
  let placed = ZERO;
  let amount = ZERO;
  for (const range of graduatedRanges(properties)) {
    const left = units.minus(placed);
    if (left.lte(0)) break;
    const taken = range.to_value === null ? left : Decimal.min(left, new Decimal(range.to_value).minus(placed));
    placed = placed.plus(taken);
    amount = amount.plus(taken.times(decimalOf(range.per_unit_amount))).plus(decimalOf(range.flat_amount));
  }
  return amount;
}

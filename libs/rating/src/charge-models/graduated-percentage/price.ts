import { z } from 'zod';
import { Decimal, decimalText, percentOf, sumOf } from '../../decimal.js';
import { described, type FieldText } from '../field-text.js';
import { decimalOf, perUnit, statedUnits } from '../quotient.js';
import { touchedRanges, withEnds, type PercentageRange } from '../ranges.js';
import { openRange, rateRange, type Lenient } from '../schemas.js';
import type { ModelResult, Usage } from '../types.js';

/** The text of the ranges in properties and in details. */
export const rangesText: FieldText = ['Ranges, each with its own percentage'];

export const properties = z.object({
  graduated_percentage_ranges: described(z.array(rateRange).nonempty(), ...rangesText),
});
export type GraduatedPercentageProperties = Lenient<typeof properties>;

const free: readonly PercentageRange[] = [{ ...openRange, rate: '0', flat_amount: '0' }];

/** Ranges of a graduated percentage charge; the default is one open range at rate 0. */
export function percentageRanges(stated: GraduatedPercentageProperties): readonly PercentageRange[] {
  const ranges = stated.graduated_percentage_ranges;
  return ranges && ranges.length > 0 ? withEnds<PercentageRange>(ranges) : free;
}

function rangeUnits({ from_value: from, to_value: to }: PercentageRange, units: Decimal): Decimal {
  if (to !== null && units.gte(to)) return new Decimal(to).minus(Math.max(from, 1)).plus(1);
  return from === 0 ? units : units.minus(from).plus(1);
}

/**
 * Each range at its own percentage, plus its flat amount once reached; the first range's flat also at 0 units
 * (metering, section 5.4).
 */
export function graduatedPercentagePrice(stated: GraduatedPercentageProperties, usage: Usage): ModelResult {
  const priced = touchedRanges(percentageRanges(stated), usage.units).map((range) => {
    const units = rangeUnits(range, usage.units);
    const flat = decimalOf(range.flat_amount);
    const unitsTotal = percentOf(units, decimalOf(range.rate));
    return { range, units, flat, unitsTotal, total: unitsTotal.plus(flat) };
  });
  const amount = sumOf(priced.map(({ total }) => total));
  const details = priced.map(({ range, units, flat, unitsTotal, total }) => ({
    from_value: range.from_value,
    to_value: range.to_value,
    flat_unit_amount: decimalText(flat),
    rate: decimalText(decimalOf(range.rate)),
    units: decimalText(units),
    per_unit_total_amount: decimalText(unitsTotal),
    total_with_flat_amount: decimalText(total),
  }));
  return {
    amount,
    unitAmount: perUnit(amount, statedUnits(usage)),
    amountDetails: { graduated_percentage_ranges: details },
  };
}

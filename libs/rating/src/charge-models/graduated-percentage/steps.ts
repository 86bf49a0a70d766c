import { argumentOf, rangeName, type PricedUsage } from '../explained-usage.js';
import { touchedRanges } from '../ranges.js';
import { rangeTotal } from '../range-steps.js';
import { percentageRanges, type GraduatedPercentageProperties } from './price.js';

const rule = 'metering, section 5.4';

/** Each range at its own percentage, by the units in it (metering, section 5.4). */
export function graduatedPercentageSteps(priced: PricedUsage<GraduatedPercentageProperties>): string {
  const { steps, prefix, units, properties } = priced;
  const quantity = steps.decimalOf(units);
  const totals = touchedRanges(percentageRanges(properties), quantity).map((range, position) => {
    const id = `${prefix}range_${position + 1}`;
    const { from_value: from, to_value: to } = range;
    const of = rangeName(range);
    const sub = (args: string[]) => steps.add({ id: `${id}_units`, kind: 'range_units', rule, of, op: 'sub', args });
    const within =
      to !== null && quantity.gte(to)
        ? sub([String(to), String(Math.max(from, 1)), '-1'])
        : from === 0
          ? units
          : sub([units, String(from), '-1']);
    const price = [argumentOf(range.rate), '0.01'];
    return rangeTotal(priced, { id, rule, of, within, price, flat: argumentOf(range.flat_amount) });
  });
  return steps.add({ id: `${prefix}amount`, kind: 'ranges_price', rule, op: 'sum', args: totals });
}

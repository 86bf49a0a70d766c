import { argumentOf, rangeName, type PricedUsage } from '../explained-usage.js';
import { touchedRanges } from '../ranges.js';
import { rangeTotal } from '../range-steps.js';
import { graduatedRanges, sharesBounds, type GraduatedProperties } from './ranges.js';

const rule = 'metering, section 5.3';

/** Each range at its own price, by the units in it (metering, section 5.3). */
export function graduatedSteps(priced: PricedUsage<GraduatedProperties>): string {
  const { steps, prefix, units, properties } = priced;
  const ranges = graduatedRanges(properties);
  const shared = sharesBounds(ranges);
  const totals = touchedRanges(ranges, steps.decimalOf(units)).map((range, position) => {
    const id = `${prefix}range_${position + 1}`;
    const { from_value: from, to_value: to } = range;
    const of = rangeName(range);
    const reached =
      to === null
        ? units
        : steps.add({ id: `${id}_reached`, kind: 'reached', rule, of, op: 'min', args: [units, String(to)] });
    const args = [reached, String(from), ...(shared ? [] : ['-1'])];
    const within =
      from === 0 ? reached : steps.add({ id: `${id}_units`, kind: 'range_units', rule, of, op: 'sub', args });
    const price = [argumentOf(range.per_unit_amount)];
    return rangeTotal(priced, { id, rule, of, within, price, flat: argumentOf(range.flat_amount) });
  });
  return steps.add({ id: `${prefix}amount`, kind: 'ranges_price', rule, op: 'sum', args: totals });
}

import { isZero, type PricedUsage } from './explained-usage.js';

interface PricedRange {
  id: string;
  rule: string;
  of: string;
  /** The units in the range. */
  within: string;
  /** Factors of a unit's price. */
  price: string[];
  flat: string;
}

/** The price of the units in a range, with its flat amount. */
export function rangeTotal(
  { steps }: Pick<PricedUsage<unknown>, 'steps'>,
  { id, rule, of, within, price, flat }: PricedRange,
): string {
  const kind = 'range_price';
  if (isZero(flat)) return steps.add({ id, kind, rule, of, op: 'mul', args: [within, ...price] });
  const units = steps.add({ id: `${id}_price`, kind: 'units_price', rule, of, op: 'mul', args: [within, ...price] });
  return steps.add({ id, kind, rule, of, op: 'sum', args: [units, flat] });
}

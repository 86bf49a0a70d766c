import { Decimal, ZERO, decimalText, roundHalfUp } from '../../decimal.js';
import { decimalIn, textIn } from '../detail-values.js';
import type { AmountDetails } from '../types.js';

const RANGES = 'graduated_percentage_ranges';

function rangesIn(details: AmountDetails): readonly AmountDetails[] {
  const ranges = details[RANGES];
  return typeof ranges === 'object' && ranges !== null ? ranges : [];
}

/**
 * Details of one event on a graduated percentage charge: the difference that it made per range (metering, section
 * 5.10).
 */
export function eventDetails(withEvent: AmountDetails, without: AmountDetails): AmountDetails {
  const earlier = rangesIn(without);
  const ranges = rangesIn(withEvent).map((range, i): AmountDetails => {
    const difference = (key: string): Decimal => decimalIn(range, key).minus(decimalIn(earlier[i], key));
    const units = difference('units');
    const total = difference('total_with_flat_amount');
    return {
      from_value: range.from_value ?? null,
      to_value: range.to_value ?? null,
      rate: textIn(range, 'rate'),
      units: decimalText(units),
      flat_unit_amount: decimalText(difference('flat_unit_amount')),
      total_with_flat_amount: decimalText(total),
      per_unit_total_amount: decimalText(units.isZero() ? ZERO : roundHalfUp(total.div(units), 2)),
    };
  });
  return { [RANGES]: ranges };
}

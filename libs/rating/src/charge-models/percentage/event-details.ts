import { decimalText } from '../../decimal.js';
import { decimalIn, textIn } from '../detail-values.js';
import type { Decimal } from '../../decimal.js';
import type { AmountDetails } from '../types.js';

const DIFFERENCES = [
  'units',
  'paid_units',
  'free_events',
  'paid_events',
  'per_unit_total_amount',
  'fixed_fee_total_amount',
  'min_max_adjustment_total_amount',
];

/** Details of one event on a percentage charge: the difference that it made, as decimals (metering, section 5.10). */
export function eventDetails(withEvent: AmountDetails, without: AmountDetails): AmountDetails {
  const difference = (key: string): Decimal => decimalIn(withEvent, key).minus(decimalIn(without, key));
  return {
    ...Object.fromEntries(DIFFERENCES.map((key) => [key, decimalText(difference(key))])),
    free_units: decimalText(difference('units').minus(difference('paid_units'))),
    rate: textIn(withEvent, 'rate'),
    fixed_fee_unit_amount: textIn(withEvent, 'fixed_fee_unit_amount'),
  };
}

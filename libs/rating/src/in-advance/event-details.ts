import { Decimal, ZERO, decimalText, roundHalfUp } from '../decimal.js';
import type { AmountDetails } from '../charge-models/types.js';

type Entry = AmountDetails[string];

function decimalIn(details: AmountDetails | undefined, key: string): Decimal {
  const value: Entry | undefined = details?.[key];
  return typeof value === 'string' || typeof value === 'number' ? new Decimal(value) : ZERO;
}

function textIn(details: AmountDetails, key: string): string {
  return decimalText(decimalIn(details, key));
}

const PERCENTAGE_DIFFERENCES = [
  'units',
  'paid_units',
  'free_events',
  'paid_events',
  'per_unit_total_amount',
  'fixed_fee_total_amount',
  'min_max_adjustment_total_amount',
];

/** Details of one event on a percentage charge: the difference that it made, as decimals (metering, section 5.10). */
export function percentageEventDetails(withEvent: AmountDetails, without: AmountDetails): AmountDetails {
  const difference = (key: string): Decimal => decimalIn(withEvent, key).minus(decimalIn(without, key));
  return {
    ...Object.fromEntries(PERCENTAGE_DIFFERENCES.map((key) => [key, decimalText(difference(key))])),
    free_units: decimalText(difference('units').minus(difference('paid_units'))),
    rate: textIn(withEvent, 'rate'),
    fixed_fee_unit_amount: textIn(withEvent, 'fixed_fee_unit_amount'),
  };
}

const RANGES = 'graduated_percentage_ranges';

function rangesIn(details: AmountDetails): readonly AmountDetails[] {
  const ranges = details[RANGES];
  return typeof ranges === 'object' && ranges !== null ? ranges : [];
}

/**
 * Details of one event on a graduated percentage charge: the difference that it made per range (metering, section
 * 5.10).
 */
export function graduatedPercentageEventDetails(withEvent: AmountDetails, without: AmountDetails): AmountDetails {
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

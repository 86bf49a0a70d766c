import { z } from 'zod';
import { Decimal } from '../../decimal.js';
import { described } from '../field-text.js';
import { isAmount, isPresent, isWholeNumber, type Codes, type Submitted } from '../property-checks.js';
import { decimalOf } from '../quotient.js';
import { rate, type Lenient } from '../schemas.js';
import type { Allowance } from '../running-total.js';

const eventPrice = 'price of an event, in the main unit of the currency';

export const percentageProperties = z.object({
  rate,
  fixed_amount: described(z.string().nullish(), 'Price of each event, in the main unit of the currency', '0.1'),
  free_units_per_events: described(z.int().nullish(), 'Number of free events', 3),
  free_units_per_total_aggregation: described(z.string().nullish(), 'Free quantity', '100.0'),
  per_transaction_min_amount: described(z.string().nullish(), `Minimum ${eventPrice}`, '0.5'),
  per_transaction_max_amount: described(z.string().nullish(), `Maximum ${eventPrice}`, '20'),
});
export type PercentageProperties = Lenient<typeof percentageProperties>;

/** The free events and the free total in a charge's properties. */
export function allowanceOf(properties: PercentageProperties): Allowance {
  return {
    events: properties.free_units_per_events ?? 0,
    total: decimalOf(properties.free_units_per_total_aggregation),
  };
}

/** Checks properties (catalog, section 4.2). */
export function checkPercentage(properties: Submitted, codes: Codes): void {
  const optionalAmount = (property: string, code: string) =>
    codes.require(!isPresent(properties[property]) || isAmount(properties[property]), property, code);
  const {
    free_units_per_events: freeEvents,
    per_transaction_min_amount: minimum,
    per_transaction_max_amount: maximum,
  } = properties;

  codes.require(isAmount(properties['rate']), 'rate', 'invalid_rate');
  optionalAmount('fixed_amount', 'invalid_fixed_amount');
  codes.require(
    !isPresent(freeEvents) || isWholeNumber(freeEvents, 1),
    'free_units_per_events',
    'invalid_free_units_per_events',
  );
  optionalAmount('free_units_per_total_aggregation', 'invalid_free_units_per_total_aggregation');
  optionalAmount('per_transaction_min_amount', 'invalid_amount');
  optionalAmount('per_transaction_max_amount', 'invalid_amount');
  if (isAmount(minimum) && isAmount(maximum) && new Decimal(minimum).greaterThan(maximum)) {
    codes.add('per_transaction_max_amount', 'per_transaction_max_lower_than_per_transaction_min');
  }
}

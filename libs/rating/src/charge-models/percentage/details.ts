import { z } from 'zod';
import { Decimal } from '../../decimal.js';
import { freeLine, type DocumentLine } from '../document-lines.js';
import { described } from '../field-text.js';
import { decimalString, priced } from '../schemas.js';

/** Whole events; on the fee of a single event, the difference that it made as decimal text. */
const eventCount = () => z.union([z.int(), decimalString()]);

export const percentageDetails = z.object({
  units: priced.units,
  free_units: priced.free_units,
  free_events: described(eventCount(), 'Free events', 3),
  paid_units: priced.paid_units,
  rate: priced.rate,
  per_unit_total_amount: priced.per_unit_total_amount,
  paid_events: described(eventCount(), 'Events that are not free', 7),
  fixed_fee_unit_amount: described(decimalString(), 'Price of each event', '0.1'),
  fixed_fee_total_amount: described(decimalString(), 'Price of all events', '0.7'),
  min_max_adjustment_total_amount: described(
    decimalString(),
    'Adjustment by minimum and maximum prices of events',
    '0.0',
  ),
});
export type PercentageDetails = z.infer<typeof percentageDetails>;

/** Free units, the share of the others, the price of events, and what their limits changed. */
export function percentageLines(details: PercentageDetails): DocumentLine[] {
  const paid = new Decimal(details.paid_units);
  const perEvent = new Decimal(details.fixed_fee_total_amount);
  const adjustment = new Decimal(details.min_max_adjustment_total_amount);
  const share: DocumentLine = {
    name: [{ label: 'share' }],
    units: paid,
    price: { rate: new Decimal(details.rate) },
    amount: new Decimal(details.per_unit_total_amount),
  };
  const transactions: DocumentLine = {
    name: [{ label: 'perTransaction' }],
    units: new Decimal(details.paid_events),
    price: { amount: new Decimal(details.fixed_fee_unit_amount) },
    amount: perEvent,
  };
  const limits: DocumentLine = { name: [{ label: 'transactionLimits' }], units: null, price: null, amount: adjustment };
  return [
    ...freeLine(new Decimal(details.units).minus(paid), 'freeAmount'),
    share,
    ...(perEvent.isZero() ? [] : [transactions]),
    ...(adjustment.isZero() ? [] : [limits]),
  ];
}

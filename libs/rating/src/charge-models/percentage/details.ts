import { z } from 'zod';
import { Decimal } from '../../decimal.js';
import { freeLine, type DocumentLine } from '../document-lines.js';
import { decimalString } from '../schemas.js';
import type { FieldText } from '../charge-model.js';

/** Whole events; on the fee of a single event, the difference that it made as decimal text. */
const eventCount = () => z.union([z.int(), decimalString()]);

export const percentageDetails = z.object({
  units: decimalString(),
  free_units: decimalString(),
  free_events: eventCount(),
  paid_units: decimalString(),
  rate: decimalString(),
  per_unit_total_amount: decimalString(),
  paid_events: eventCount(),
  fixed_fee_unit_amount: decimalString(),
  fixed_fee_total_amount: decimalString(),
  min_max_adjustment_total_amount: decimalString(),
});
export type PercentageDetails = z.infer<typeof percentageDetails>;

export const percentageDetailTexts: Readonly<Record<string, FieldText>> = {
  free_events: ['Free events', 3],
  paid_events: ['Events that are not free', 7],
  fixed_fee_unit_amount: ['Price of each event', '0.1'],
  fixed_fee_total_amount: ['Price of all events', '0.7'],
  min_max_adjustment_total_amount: ['Adjustment by minimum and maximum prices of events', '0.0'],
};

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

import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { AmountDetails, chargeModels } from '@tollgate/contracts';
import { Decimal, eventFeeBetween, priceUsage, type ChargeProperties, type Usage } from '@tollgate/rating';

/** The shapes of the contract, without further keys. */
const exact = z.union(AmountDetails.options.map((shape) => z.strictObject(shape.shape)));

const ranges = [
  { from_value: 0, to_value: 10, per_unit_amount: '2', flat_amount: '1', rate: '5' },
  { from_value: 10, to_value: null, per_unit_amount: '1', flat_amount: '0.5', rate: '7' },
];
const properties: ChargeProperties = {
  amount: '3',
  package_size: 4,
  free_units: 2,
  rate: '1.5',
  fixed_amount: '0.1',
  per_transaction_max_amount: '9',
  graduated_ranges: ranges,
  volume_ranges: ranges,
  graduated_percentage_ranges: ranges,
};
const usageOf = (values: number[]): Usage => ({
  units: new Decimal(values.reduce((total, value) => total + value, 0)),
  eventsCount: values.length,
  eventValues: values.map((value) => new Decimal(value)),
  runningTotal: [],
  eventsPriceCents: new Decimal(120),
});

it.each(chargeModels)('the details of a fee priced by %s have their shape in the contract', (model) => {
  const charge = { model, properties, currency: 'EUR' };
  for (const values of [[], [4], [4, 15]])
    expect(exact.safeParse(priceUsage(charge, usageOf(values)).amountDetails).error).toBeUndefined();
});

it.each(chargeModels)('so do those of the fee of a single event priced by %s', (model) => {
  const charge = { model, properties, currency: 'EUR' };
  const increment = { feeUnits: new Decimal(15), priced: true };
  const { amountDetails } = eventFeeBetween(charge, usageOf([4, 15]), usageOf([4]), increment);
  expect(exact.safeParse(amountDetails).error).toBeUndefined();
});

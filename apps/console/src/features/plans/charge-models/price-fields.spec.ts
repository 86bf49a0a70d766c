import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Charge } from '../../../api/records.js';
import { typedAtFirst, valuesOf } from '../../../acts/values.js';
import { priceFields, pricedBy } from './price-fields.js';

/** The properties that a form sends when a person opens it, types something in a language, and sends it. */
const sent = (charge: Pick<Charge, 'charge_model' | 'properties'>, typed = {}, language = 'de') => {
  const fields = priceFields(charge);
  const all = { ...typedAtFirst(fields, language, 'UTC'), ...typed };
  return pricedBy(charge, valuesOf(fields, all, language, 'UTC').values);
};

const amount = fc.integer({ min: 0, max: 1_000_000 }).map((units) => String(units / 1_000));

it.each([
  ['standard', fc.record({ amount })],
  ['package', fc.record({ amount, package_size: fc.integer({ min: 1, max: 999 }), free_units: fc.nat(999) })],
  [
    'percentage',
    fc.record({
      rate: amount,
      fixed_amount: fc.option(amount),
      free_units_per_events: fc.option(fc.nat(99)),
      per_transaction_min_amount: fc.option(amount),
      per_transaction_max_amount: fc.option(amount),
    }),
  ],
  [
    'graduated',
    fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 5 }).chain((ends) => {
      const sorted = [...ends].sort((one, other) => one - other);
      const bounds = [...sorted, null];
      return fc.tuple(...bounds.map(() => amount)).map((amounts) => ({
        graduated_ranges: bounds.map((to, place) => ({
          from_value: place === 0 ? 0 : (sorted[place - 1] ?? 0) + 1,
          to_value: to,
          per_unit_amount: amounts[place] ?? '0',
          flat_amount: '0',
        })),
      }));
    }),
  ],
] as const)('a price of the model %s that nobody changes stays as it is', (model, properties) => {
  fc.assert(
    fc.property(properties as fc.Arbitrary<Charge['properties']>, (before) => {
      expect(sent({ charge_model: model, properties: before })).toEqual(before);
    }),
  );
});

it('groups stay, and ranges follow each other', () => {
  const properties = {
    volume_ranges: [{ from_value: 0, to_value: null, per_unit_amount: '1', flat_amount: '0' }],
    pricing_group_keys: ['region'],
  };
  const typed = {
    'ranges.rows': '2',
    'ranges.0.to_value': '1.000',
    'ranges.0.per_unit_amount': '0,05',
    'ranges.0.flat_amount': '0',
    'ranges.1.per_unit_amount': '0,04',
  };
  expect(sent({ charge_model: 'volume', properties }, typed)).toEqual({
    volume_ranges: [
      { from_value: 0, to_value: 1000, per_unit_amount: '0.05', flat_amount: '0' },
      { from_value: 1001, to_value: null, per_unit_amount: '0.04', flat_amount: '0' },
    ],
    pricing_group_keys: ['region'],
  });
});

import { createElement } from 'react';
import { expect, it } from '@jest/globals';
import type { Charge, ChargeModelName } from '../../../api/records.js';
import { textOf } from '../../../ui/testing.fixture.js';
import { ChargeModel } from './charge-model.js';

const euro = { currency: 'EUR', isPricingUnit: false };

const priceOf = (model: ChargeModelName, properties: object, unit = euro) =>
  textOf(createElement(ChargeModel, { model, properties: properties as Charge['properties'], unit, label: 'Storage' }));

it.each([
  ['standard', { amount: '0.5' }, '€0.50 for each unit.'],
  [
    'package',
    { amount: '5', package_size: 100, free_units: 10 },
    '€5.00 for every started package of 100 units. Free units: 10 .',
  ],
  ['percentage', { rate: '2.5', fixed_amount: '0.1' }, '2.5 % of the amount. €0.10 for each event.'],
  ['dynamic', {}, 'Each event states its own price.'],
] as const)('the price of the model %s is in words', (model, properties, words) => {
  expect(priceOf(model, properties)).toBe(words);
});

it('a model with ranges has a table, whose last range is open', () => {
  const text = priceOf('graduated', {
    graduated_ranges: [
      { from_value: 0, to_value: 10, per_unit_amount: '1', flat_amount: '0' },
      { from_value: 11, to_value: null, per_unit_amount: '0.5', flat_amount: '2' },
    ],
  });
  expect(text).toContain('0 10 €1.00 €0.00');
  expect(text).toContain('11 ∞ €0.50 €2.00');
});

it('a price in a pricing unit has the code of the unit', () => {
  expect(priceOf('standard', { amount: '3' }, { currency: 'TOKENS', isPricingUnit: true })).toBe(
    '3 TOKENS for each unit.',
  );
});

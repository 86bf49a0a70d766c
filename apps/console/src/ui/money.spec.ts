import { expect, it } from '@jest/globals';
import { decimalOf, decimalText, mainUnits, minorUnits, moneyText, priceText } from './money.js';

it.each([
  [12345, 'EUR', '123.45'],
  [-5, 'EUR', '-0.05'],
  [0, 'EUR', '0.00'],
  [5, 'JPY', '5'],
  [-1234, 'JPY', '-1234'],
  [1234, 'KWD', '1.234'],
  [1, 'CLF', '0.0001'],
  [1200, 'HUF', '12.00'],
  [999_999_999_999_999, 'USD', '9999999999999.99'],
])('%p of %s is %s', (cents, currency, decimal) => {
  expect(decimalOf(cents, currency)).toBe(decimal);
});

it('amounts have the digits of their currency, and every digit of a large one', () => {
  expect(moneyText(120000, 'HUF', 'en')).toBe('HUF\u00a01,200.00');
  expect(moneyText(-999_999_999_999_999, 'USD', 'en')).toBe('−$9,999,999,999,999.99');
  expect(moneyText(1200, 'JPY', 'en')).toBe('¥1,200');
});

it('prices and units keep their own digits', () => {
  expect(priceText('0.0035', 'EUR', 'en')).toBe('€0.0035');
  expect(priceText('12.5', 'EUR', 'en')).toBe('€12.50');
  expect(decimalText('1234.50', 'en')).toBe('1,234.5');
  expect(decimalText('123456789012345678.5', 'en')).toBe('123,456,789,012,345,678.5');
});

it.each([
  ['163.63636', 'EUR', '1.6363636'],
  ['5', 'EUR', '0.05'],
  ['-12.5', 'EUR', '-0.125'],
  ['12.5', 'JPY', '12.5'],
  ['1', 'KWD', '0.001'],
])('%s minor units of %s are %s in the main unit', (minor, currency, main) => {
  expect(mainUnits(minor, currency)).toBe(main);
});

it.each([
  ['957.92', 'EUR', '95792'],
  ['957,9', 'EUR', '95790'],
  ['12', 'EUR', '1200'],
  ['0.05', 'EUR', '5'],
  ['12', 'JPY', '12'],
  ['12.5', 'JPY', undefined],
  ['1.234', 'KWD', '1234'],
  ['1.234', 'EUR', undefined],
  ['-5', 'EUR', undefined],
  ['abc', 'EUR', undefined],
])('%s typed of %s is %s in minor units', (typed, currency, cents) => {
  expect(minorUnits(typed, currency)).toBe(cents);
});

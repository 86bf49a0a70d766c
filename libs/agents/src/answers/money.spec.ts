import { describe, expect, it } from '@jest/globals';
import { amountText, difference, money } from './money.js';

describe('an amount', () => {
  it.each([
    [0, 'EUR', '0.00 EUR'],
    [5, 'EUR', '0.05 EUR'],
    [123_456_789, 'USD', '1,234,567.89 USD'],
    [-4500, 'EUR', '-45.00 EUR'],
    [1500, 'JPY', '1,500 JPY'],
    [1500, 'BHD', '1.500 BHD'],
    [999_999_999_999_999, 'EUR', '9,999,999,999,999.99 EUR'],
  ])('of %d in %s is %s', (cents, currency, text) => expect(amountText(cents, currency)).toBe(text));

  it('keeps the cents of the interface', () => {
    expect(money(1050, 'EUR')).toEqual({ amount_cents: 1050, currency: 'EUR', amount: '10.50 EUR' });
  });

  it('has an exact difference', () => {
    expect(difference(10_000, 9_999, 'EUR')).toEqual({ amount_cents: -1, currency: 'EUR', amount: '-0.01 EUR' });
  });
});

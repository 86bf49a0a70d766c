import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromAdyenAmount, isAdyenAmount, toAdyenAmount } from './amounts.rules.js';

describe('an amount at Adyen', () => {
  it.each([
    ['EUR', 1234n, 1234],
    ['eur', 1234n, 1234],
    ['JPY', 1234n, 1234],
    ['KWD', 1234n, 1234],
    ['ISK', 1234n, 123_400],
    ['CLP', 1234n, 123_400],
    ['IDR', 123_400n, 1234],
    ['CVE', 123_400n, 1234],
  ])('in %s of %s is %s', (currency, cents, value) => {
    expect(toAdyenAmount(cents, currency)).toEqual({ currency: currency.toUpperCase(), value });
  });

  it('has no digits after the point in some currencies', () => {
    expect(isAdyenAmount(150n, 'IDR')).toBe(false);
    expect(isAdyenAmount(200n, 'IDR')).toBe(true);
    expect(isAdyenAmount(151n, 'EUR')).toBe(true);
  });

  it('comes back as it went', () => {
    const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'ISK', 'CLP', 'IDR', 'CVE');
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), currency, (cents, code) => {
        fc.pre(isAdyenAmount(cents, code));
        expect(fromAdyenAmount(toAdyenAmount(cents, code))).toBe(cents);
      }),
    );
  });
});

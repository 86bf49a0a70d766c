import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { currencyExponent } from '@tollgate/rating';
import { convertedCents, convertedTaxTotals } from './converted-tax.js';
import { customer, issuer } from './documents.fixture.js';
import { languageFor } from './parties.js';

describe('a tax in the currency of the seller', () => {
  it.each([
    [1900, 'USD', 'EUR', '0.92234', 1752],
    [100, 'USD', 'JPY', '155.27', 155],
    [10_000, 'JPY', 'EUR', '0.005941', 5941],
    [12_345, 'KWD', 'EUR', '3.0123', 3719],
    [-1900, 'USD', 'EUR', '0.92234', -1752],
    [0, 'USD', 'EUR', '0.92234', 0],
  ])('%d cents of %s are %s at %s: %d', (cents, from, to, rate, converted) =>
    expect(convertedCents(cents, { from, to, rate })).toBe(converted),
  );

  it('is off by half of its smallest unit at most', () => {
    const currencies = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        currencies,
        currencies,
        fc.integer({ min: 1, max: 1e6 }),
        (cents, from, to, tenThousandths) => {
          const rate = (tenThousandths / 10_000).toFixed(4);
          const main = (cents / 10 ** currencyExponent(from)) * Number(rate);
          const difference = convertedCents(cents, { from, to, rate }) / 10 ** currencyExponent(to) - main;
          expect(Math.abs(difference)).toBeLessThanOrEqual((0.5 / 10 ** currencyExponent(to)) * 1.001 + main * 1e-12);
        },
      ),
    );
  });

  it('shows the rate, who publishes it, and its day', () => {
    const tax = { currency: 'EUR', amountCents: 1752, rate: '0.92234', day: '2026-11-27', source: 'ECB' };
    const language = languageFor(customer(), issuer({ document_locale: 'de' }));
    const [total] = convertedTaxTotals(tax, 'USD', language);
    expect(total).toMatchObject({
      label: 'Steuer in EUR',
      value: '17,52\u00A0€',
      remark: '1 USD = 0,92234 EUR, ECB, 27.11.2026',
    });
    expect(convertedTaxTotals(undefined, 'USD', language)).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { currencies, furtherCurrencies } from '@tollgate/contracts';
import { amountFault, fromProviderAmount, toProviderAmount } from './currency-units.rules.js';
import { paymentProviders } from './registry.js';

const tables = Object.values(paymentProviders).flatMap(({ name, currencies: published }) =>
  published ? [{ name, published }] : [],
);
const every = [...currencies, ...furtherCurrencies];

/** Currencies of the interface that are not in the published list of a provider; a new currency must be looked up. */
const unsupported: Record<string, string[]> = {
  stripe: ['BGN', 'CLF', 'GHS', 'HRK', 'IRR', 'MRO', 'SLL'],
  adyen: [
    ...['AFN', 'ANG', 'BGN', 'BIF', 'CDF', 'CLF', 'HRK', 'IRR', 'LBP', 'LRD', 'LSL', 'MGA', 'MRO', 'SLL', 'STD', 'TJS'],
  ],
  gocardless: every.filter((code) => !['AUD', 'CAD', 'DKK', 'EUR', 'GBP', 'NZD', 'SEK', 'USD'].includes(code)),
};

const {
  stripe: { currencies: stripe },
  adyen: { currencies: adyen },
  gocardless: { currencies: gocardless },
} = paymentProviders;

describe.each(tables)('the currencies of $name (webhooks, section 11.4)', ({ name, published }) => {
  it('have an entry for every currency of the interface, or are refused in clear words', () => {
    expect(every.filter((code) => !published.units.has(code)).sort()).toEqual([...(unsupported[name] ?? [])].sort());
    for (const code of unsupported[name] ?? []) {
      const message = `${published.provider} does not take ${code}.`;
      expect(amountFault(published, 100n, code)).toEqual({ message, error_code: 'currency_not_supported' });
      expect(() => toProviderAmount(published, 100n, code)).toThrow(RangeError);
    }
  });

  it('bring each amount back as it went, and refuse all that cannot', () => {
    const code = fc.constantFrom(...published.units.keys());
    const amount = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 10n ** 19n }));
    fc.assert(
      fc.property(amount, code, (cents, currency) => {
        const fault = amountFault(published, cents, currency);
        if (fault) {
          expect(fault.error_code).toBe('invalid_charge_amount');
          expect(() => toProviderAmount(published, cents, currency)).toThrow(RangeError);
          return;
        }
        const units = toProviderAmount(published, cents, currency);
        expect(Number.isSafeInteger(units)).toBe(true);
        expect(BigInt(units) % (published.units.get(currency)?.step ?? 1n)).toBe(0n);
        expect(fromProviderAmount(published, units, currency.toLowerCase())).toBe(cents);
      }),
    );
  });
});

describe('an amount for a provider', () => {
  it.each([
    ['EUR', 1234n, 1234],
    ['JPY', 500n, 500],
    ['MGA', 500_000n, 5000],
    ['ISK', 500n, 50_000],
    ['ugx', 7n, 700],
    ['KWD', 1230n, 1230],
    ['IDR', 1234n, 1234],
  ])('at Stripe of %s: %s is %s', (currency, cents, amount) => {
    expect(stripe && toProviderAmount(stripe, cents, currency)).toBe(amount);
  });

  it.each([
    ['eur', 1234n, 1234],
    ['JPY', 1234n, 1234],
    ['KWD', 1234n, 1234],
    ['ISK', 1234n, 123_400],
    ['CLP', 1234n, 123_400],
    ['UGX', 1234n, 1234],
    ['IDR', 123_400n, 1234],
    ['CVE', 123_400n, 1234],
  ])('at Adyen of %s: %s is %s', (currency, cents, amount) => {
    expect(adyen && toProviderAmount(adyen, cents, currency)).toBe(amount);
  });

  it.each([
    ['Stripe', stripe, 'MGA', 500_050n, 'Stripe takes amounts in MGA only in steps of 1.'],
    ['Stripe', stripe, 'KWD', 1235n, 'Stripe takes amounts in KWD only in steps of 0.010.'],
    ['Adyen', adyen, 'IDR', 150n, 'Adyen takes amounts in IDR only in steps of 1.'],
    ['GoCardless', gocardless, 'EUR', 10n ** 17n, 'GoCardless takes no amount as large as this one.'],
  ])('is refused at %s where that has no such unit', (_name, published, currency, cents, message) => {
    expect(published && amountFault(published, cents, currency)).toEqual({
      message,
      error_code: 'invalid_charge_amount',
    });
  });

  it('comes from a provider also in a currency beyond its list', () => {
    expect(gocardless && fromProviderAmount(gocardless, 500, 'JPY')).toBe(500n);
    expect(stripe && fromProviderAmount(stripe, 550, 'ISK')).toBe(5n);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { centsOfTyped, decimalOfTyped, typedOfCents, typedOfDecimal } from './typed.js';

const languages = ['en', 'de', 'fr', 'es', 'ja'] as const;

describe('a typed decimal', () => {
  it.each([
    ['en', '1,234.50', '1234.5'],
    ['en', ' 0012.5 ', '12.5'],
    ['en', '-3', '-3'],
    ['de', '1.234,5', '1234.5'],
    ['de', '12,50', '12.5'],
    ['fr', '1 234,5', '1234.5'],
    ['fr', '1\u202f234,5', '1234.5'],
    ['ja', '1,234', '1234'],
  ])('in %s: %s is %s', (language, typed, expected) => {
    expect(decimalOfTyped(typed, language)).toBe(expected);
  });

  it.each([
    ['de', '12.50'],
    ['en', '12,50'],
    ['en', '1.2.3'],
    ['en', '1,23,456'],
    ['en', '.5'],
    ['en', '5.'],
    ['en', '12a'],
    ['en', '1e3'],
    ['en', '--1'],
    ['en', ''],
  ])('in %s: %s is no number', (language, typed) => {
    expect(decimalOfTyped(typed, language)).toBeNull();
  });

  it('is the decimal that a form wrote', () => {
    fc.assert(
      fc.property(fc.constantFrom(...languages), fc.bigInt(0n, 10n ** 15n), fc.nat(99_999), (language, whole, part) => {
        const digits = String(part).padStart(5, '0').replace(/0+$/, '');
        const decimal = digits === '' ? String(whole) : `${whole}.${digits}`;
        expect(decimalOfTyped(typedOfDecimal(decimal, language), language)).toBe(decimal);
      }),
    );
  });
});

describe('a typed amount', () => {
  it.each([
    ['en', 'EUR', '12.5', '1250'],
    ['de', 'EUR', '1.234,56', '123456'],
    ['en', 'JPY', '1,500', '1500'],
    ['en', 'KWD', '1.234', '1234'],
    ['en', 'EUR', '0', '0'],
    ['en', 'EUR', '-0.05', '-5'],
  ])('in %s and %s: %s is %s', (language, currency, typed, expected) => {
    expect(centsOfTyped(typed, currency, language)).toBe(expected);
  });

  it.each([
    ['EUR', '1.234'],
    ['JPY', '1.5'],
  ])('has no more digits than %s: %s', (currency, typed) => {
    expect(centsOfTyped(typed, currency, 'en')).toBeNull();
  });

  it('is the amount that a form wrote', () => {
    const currencies = fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF');
    fc.assert(
      fc.property(fc.constantFrom(...languages), currencies, fc.maxSafeInteger(), (language, currency, cents) => {
        fc.pre(cents !== 0 && !Object.is(cents, -0));
        const typed = typedOfCents(String(cents), currency, language);
        expect(centsOfTyped(typed, currency, language)).toBe(String(cents));
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasAmount, typedAmount } from './searched-amounts.js';

describe('a typed amount', () => {
  it.each([
    ['957.92', '957.92'],
    ['957,92', '957.92'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ["1'234.50", '1234.5'],
    ['1 234', '1234'],
    ['12', '12'],
  ])('%s is %s', (term, decimal) => expect(typedAmount(term)?.toFixed()).toBe(decimal));

  it.each(['', 'LIT-0001-001', '12a', '-5', '1.23456', '12.34.56', '1,23,4', '.5'])('%s is none', (term) => {
    expect(typedAmount(term)).toBeUndefined();
    expect(hasAmount(term, 'total_amount_cents', 'currency')).toBeUndefined();
  });

  it('is read back from every number of cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (cents) => {
        const text = (cents / 100).toFixed(2);
        expect(typedAmount(text)?.times(100).toFixed()).toBe(String(cents));
        expect(typedAmount(text.replace('.', ','))?.times(100).toFixed()).toBe(String(cents));
      }),
    );
  });
});

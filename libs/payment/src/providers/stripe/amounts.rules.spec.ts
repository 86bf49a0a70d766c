import { describe, expect, it } from '@jest/globals';
import { fromStripeAmount, isStripeAmount, toStripeAmount } from './amounts.rules.js';

describe('an amount at Stripe (webhooks, section 11.4)', () => {
  it.each([
    ['EUR', 1234n, 1234],
    ['JPY', 500n, 500],
    ['ISK', 500n, 50_000],
    ['ugx', 7n, 700],
    ['KWD', 1230n, 1230],
  ])('of %s: %s is %s', (currency, cents, amount) => {
    expect(toStripeAmount(cents, currency)).toBe(amount);
    expect(fromStripeAmount(amount, currency)).toBe(cents);
  });

  it('of three digits after the point ends with a 0', () => {
    expect([isStripeAmount(1230n, 'KWD'), isStripeAmount(1234n, 'KWD'), isStripeAmount(1234n, 'EUR')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

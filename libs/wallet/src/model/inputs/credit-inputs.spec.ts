import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FieldErrors } from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';
import { creditsFor, creditsIn, inbound, limitFault, readCredits } from './credit-inputs.js';

describe('credits of a request (wallets, sections 1 and 3.4)', () => {
  it.each(['0', '1', '17.9699999999999988631316', '0.00001', '9999999999999999999999999.99999'])(
    'accept the text %p',
    (text) => {
      expect(readCredits(text)?.toFixed()).toBe(text);
    },
  );

  it.each([
    ['a number', 10],
    ['text that is no number', 'foo'],
    ['an empty text', ''],
    ['a negative value', '-0.1'],
    ['an infinite value', 'Infinity'],
    ['no number', 'NaN'],
    ['the limit of 10^25', '10000000000000000000000000'],
    ['a list', ['1']],
    ['an object', {}],
    ['a flag', true],
  ])('refuse %s', (_, raw) => {
    expect(readCredits(raw)).toBeUndefined();
  });

  it('may be absent', () => {
    expect([readCredits(undefined), readCredits(null)]).toEqual([null, null]);
  });

  it('name their field and both codes when they are invalid, and then count as none', () => {
    const errors: FieldErrors = {};
    expect(creditsIn('paid_credits', 5, errors).toFixed()).toBe('0');
    expect(creditsIn('voided_credits', 'x', errors).toFixed()).toBe('0');
    expect(creditsIn('granted_credits', '3.5', errors).toFixed()).toBe('3.5');
    expect(errors).toEqual({
      paid_credits: ['invalid_paid_credits', 'invalid_amount'],
      voided_credits: ['invalid_voided_credits', 'invalid_amount'],
    });
  });
});

describe('the value of credits (wallets, section 1)', () => {
  it.each([
    ['17.9699999999999988631316', '1', 'EUR', 1797n, '17.97'],
    ['1034', '0.001', 'EUR', 103n, '1030'],
    ['100', '0.5', 'EUR', 5000n, '100'],
    ['0.4', '0.01', 'EUR', 0n, '0'],
    ['10.4', '1', 'JPY', 10n, '10'],
    ['1.2345', '1', 'KWD', 1235n, '1.235'],
    ['10', '3', 'EUR', 3000n, '10'],
  ])('of %s at %s in %s is %s minor units, stored as %s credits', (credits, rate_amount, currency, cents, stored) => {
    const value = inbound(new Decimal(credits), { rate_amount, currency });
    expect([value.amountCents, value.creditAmount.toFixed()]).toEqual([cents, stored]);
  });

  it.each([
    [1000n, '0.5', 'EUR', '20'],
    [1000n, '1', 'JPY', '1000'],
    [1000n, '1', 'KWD', '1'],
    [1n, '3', 'EUR', '0.00333'],
    [2n, '3', 'EUR', '0.00667'],
  ])('%s minor units at %s in %s are %s credits', (cents, rate_amount, currency, credits) => {
    expect(creditsFor(cents, { rate_amount, currency }).creditAmount.toFixed()).toBe(credits);
  });

  // Five decimals of credits identify a cent while a credit costs less than a thousand.
  const price = fc.record({
    rate_amount: fc
      .integer({ min: 1, max: 90_000_000 })
      .map((hundredThousandths) => new Decimal(hundredThousandths).div(100_000).toFixed()),
    currency: fc.constantFrom('EUR', 'JPY'),
  });

  it('returns to the same cents', () => {
    fc.assert(
      fc.property(price, fc.bigInt({ min: 0n, max: 10_000_000_000n }), (each, cents) => {
        expect(inbound(creditsFor(cents, each).creditAmount, each).amountCents).toBe(cents);
      }),
    );
  });

  it('is a whole number of cents, so the stored credits have the same value', () => {
    const credits = fc.integer({ min: 0, max: 1_000_000_000 }).map((thousandths) => new Decimal(thousandths).div(1000));
    fc.assert(
      fc.property(price, credits, (each, paid) => {
        const once = inbound(paid, each);
        const twice = inbound(once.creditAmount, each);
        expect(twice.amountCents).toBe(once.amountCents);
        expect(twice.creditAmount.toFixed()).toBe(once.creditAmount.toFixed());
      }),
    );
  });
});

describe('the limits of a sale (wallets, section 3.4)', () => {
  const limits = { paid_top_up_min_amount_cents: 500n, paid_top_up_max_amount_cents: 1000n };

  it('include their bounds', () => {
    expect([499n, 500n, 1000n, 1001n].map((cents) => limitFault(cents, limits))).toEqual([
      'amount_below_minimum',
      null,
      null,
      'amount_above_maximum',
    ]);
  });

  it('apply each by itself, or not at all', () => {
    const none = { paid_top_up_min_amount_cents: null, paid_top_up_max_amount_cents: null };
    expect([1n, 10n ** 12n].map((cents) => limitFault(cents, none))).toEqual([null, null]);
    expect(limitFault(1n, { ...limits, paid_top_up_min_amount_cents: null })).toBeNull();
    expect(limitFault(2000n, { ...limits, paid_top_up_max_amount_cents: null })).toBeNull();
  });
});

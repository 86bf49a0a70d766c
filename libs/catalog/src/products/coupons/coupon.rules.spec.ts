import { describe, expect, it } from '@jest/globals';
import { checkCouponInput } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';
import { readExpiry } from './coupon.rules.js';

const now = Date.UTC(2024, 0, 10, 12);
const errorsOf = (terms: Parameters<typeof checkCouponInput>[0]) => {
  const errorsByField: Record<string, string[]> = {};
  checkCouponInput(terms, (field, ...codes) => void (errorsByField[field] = codes));
  return errorsByField;
};

describe('rules of a coupon (catalog, section 11)', () => {
  it('require the fields of its kind', () => {
    expect(errorsOf({ coupon_type: 'fixed_amount', frequency: 'recurring' })).toEqual({
      amount_cents: ['value_is_mandatory'],
      amount_currency: ['value_is_mandatory'],
      frequency_duration: ['value_is_mandatory', 'is not a number'],
    });
    expect(errorsOf({ coupon_type: 'percentage', frequency: 'once' })).toEqual({
      percentage_rate: ['value_is_mandatory'],
    });
    expect(
      errorsOf({
        coupon_type: 'fixed_amount',
        amount_cents: 0,
        amount_currency: 'EUR',
        frequency: 'recurring',
        frequency_duration: 0,
      }),
    ).toEqual({
      amount_cents: ['value_is_out_of_range'],
      frequency_duration: ['value_is_out_of_range'],
    });
    expect(errorsOf({ coupon_type: 'percentage', percentage_rate: '250', frequency: 'forever' })).toEqual({});
  });

  it.each([
    ['2024-03-01', Date.UTC(2024, 2, 1)],
    ['2024-03-01T08:00:00', Date.UTC(2024, 2, 1, 8)],
    ['2024-03-01T08:00:00+02:00', Date.UTC(2024, 2, 1, 6)],
  ])('read an expiry, in UTC unless it has an offset: %s', (text, at) =>
    expect(readExpiry(text, now)?.getTime()).toBe(at),
  );

  it.each(['2024-01-10T12:00:00Z', 'soon', 17])('reject a past or unreadable expiry: %s', (raw) => {
    expect(() => readExpiry(raw, now)).toThrow(ValidationFailed);
  });

  it('distinguish a cleared expiry from an absent one', () => {
    expect([readExpiry(undefined, now), readExpiry(null, now), readExpiry('', now)]).toEqual([undefined, null, null]);
  });
});

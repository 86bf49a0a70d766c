import { expect, it } from '@jest/globals';
import { readAuthorization } from './authorization.js';

const refusal = (input: unknown) => {
  try {
    return readAuthorization(input);
  } catch (error) {
    return (error as { body: object }).body;
  }
};

it('reads nothing where a request has no authorization', () => {
  for (const input of [undefined, null, 'x', 1, []]) expect(readAuthorization(input)).toBeNull();
});

it('reads the amount and the currency', () => {
  expect(readAuthorization({ amount_cents: 100, amount_currency: 'eur' })).toEqual({
    amountCents: 100,
    currency: 'EUR',
  });
  expect(readAuthorization({ amount_cents: '100', amount_currency: 'EUR' })?.amountCents).toBe(100);
});

it('refuses a request without a member, naming it', () => {
  expect(refusal({ amount_currency: 'EUR' })).toEqual({
    status: 400,
    error: 'BadRequest: param is missing or the value is empty or invalid: amount_cents',
  });
  expect(refusal({ amount_cents: 100 })).toMatchObject({ status: 400 });
});

it('refuses amounts that no card can hold, and unreadable currencies', () => {
  for (const amount of [0, -1, 1.5, 'many', '1e30', {}, true])
    expect(refusal({ amount_cents: amount, amount_currency: 'EUR' })).toMatchObject({
      status: 422,
      error_details: { amount_cents: ['invalid_value'] },
    });
  expect(refusal({ amount_cents: 1, amount_currency: 'euros' })).toMatchObject({
    error_details: { amount_currency: ['value_is_invalid'] },
  });
});

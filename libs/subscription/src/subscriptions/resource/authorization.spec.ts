import { expect, it } from '@jest/globals';
import { refuseAuthorization } from './authorization.js';

const refusal = (input: unknown) => {
  try {
    refuseAuthorization(input);
    return null;
  } catch (error) {
    return (error as { body: { status: number; error: string; code?: string } }).body;
  }
};

it('accepts requests without an authorization', () => {
  for (const input of [undefined, null, 'x', 1, []]) expect(refusal(input)).toBeNull();
});

it('reports missing members, and rejects complete ones', () => {
  expect(refusal({ amount_currency: 'EUR' })).toEqual({
    status: 400,
    error: 'BadRequest: param is missing or the value is empty or invalid: amount_cents',
  });
  expect(refusal({ amount_cents: 100 })?.error).toMatch(/amount_currency$/);
  expect(refusal({ amount_cents: 100, amount_currency: 'EUR' })).toMatchObject({
    status: 422,
    code: 'stripe_required',
  });
});

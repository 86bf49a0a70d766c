import { describe, expect, it } from '@jest/globals';
import type { FieldErrors, RawInput } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { isPaymentMethod, paymentMethodOf, PaymentMethods, hasOwnPaymentMethod } from './payment-methods.js';
import { checkPayment } from './payment-terms.js';

const known = '018f0000-0000-7000-8000-000000000001';
const unknown = '018f0000-0000-7000-8000-000000000002';
const transaction = {} as TenantTransaction;

/** Payment methods of one customer: `known`, and a default one; undefined without a linked provider. */
const methodsWith = (defaultId: string | null | undefined): PaymentMethods => ({
  owners: async (_, ids) => new Map(ids.filter((id) => id === known).map((id) => [id, 'customer'])),
  defaults: async () => new Map(defaultId === undefined ? [] : [['customer', defaultId]]),
  findConnection: async () => 'payment_provider_not_found',
});

interface Request {
  raw?: RawInput;
  activationRules?: unknown;
  stored?: { payment_method_type: 'provider' | 'manual'; payment_method_id: string | null };
  keepsRules?: boolean;
  defaultId?: string | null;
  customerId?: string | null;
}

/** The rules of a request, and its errors. */
async function checked({
  raw,
  activationRules,
  stored,
  keepsRules = false,
  defaultId,
  customerId = 'customer',
}: Request) {
  const errors: FieldErrors = {};
  const input = { raw, activationRules, ...(stored ? { stored } : {}), keepsRules, customerId: async () => customerId };
  return { rules: await checkPayment(transaction, methodsWith(defaultId), input, errors), errors };
}

const outcomeOf = async (request: Request) => (await checked(request)).errors;

describe('a payment method (webhooks, section 14)', () => {
  const provider = (payment_method_id?: unknown) => ({ payment_method_type: 'provider', payment_method_id });

  it.each([
    ['no method', undefined],
    ['null', null],
    ['both blank', {}],
    ['the default of a provider', provider(null)],
    ['a known method', provider(known)],
    ['a known method in capitals', provider(known.toUpperCase())],
    ['a manual payment', { payment_method_type: 'manual' }],
  ])('may be %s', (_, raw) => {
    expect(isPaymentMethod(raw, new Set([known]))).toBe(true);
  });

  it.each([
    ['an unknown method', provider(unknown)],
    ['no id', provider('card')],
    ['an id without a type', { payment_method_id: known }],
    ['a manual payment by a method', { payment_method_type: 'manual', payment_method_id: known }],
    ['an unknown type', { payment_method_type: 'card' }],
  ])('may not be %s', async (_, raw) => {
    expect(isPaymentMethod(raw, new Set([known]))).toBe(false);
    expect(await outcomeOf({ raw: raw as RawInput })).toEqual({ payment_method: ['invalid_payment_method'] });
  });

  it('decides for its resource only when it is manual or names one', () => {
    expect(hasOwnPaymentMethod(paymentMethodOf(undefined))).toBe(false);
    expect(hasOwnPaymentMethod(paymentMethodOf(provider(null)))).toBe(false);
    expect(hasOwnPaymentMethod(paymentMethodOf(provider(known)))).toBe(true);
    expect(hasOwnPaymentMethod(paymentMethodOf({ payment_method_type: 'manual' }))).toBe(true);
  });
});

describe('activation rules (subscriptions, section 3.5; customers, section 4.8)', () => {
  const payment = { type: 'payment' };

  it.each<[string, unknown, object]>([
    ['no list', 'payment', { activation_rules: ['invalid_format'] }],
    ['an object', payment, { activation_rules: ['invalid_format'] }],
    ['an unknown type', [{ type: 'manual' }], { activation_rules: ['invalid_type'] }],
    ['no object', [7], { activation_rules: ['invalid_type'] }],
    ['one type twice', [payment, payment], { activation_rules: ['duplicated_type'] }],
    ['a negative timeout', [{ ...payment, timeout_hours: -1 }], { timeout_hours: ['value_must_be_positive_or_zero'] }],
    ['more than a century', [{ ...payment, timeout_hours: 876_601 }], { timeout_hours: ['value_is_out_of_range'] }],
    ['half an hour', [{ ...payment, timeout_hours: 0.5 }], { timeout_hours: ['value_must_be_positive_or_zero'] }],
  ])('are refused with %s', async (_, activationRules, errors) => {
    expect(await outcomeOf({ activationRules, defaultId: known })).toEqual(errors);
  });

  it('are not there for null or an empty list', async () => {
    expect(await outcomeOf({ activationRules: null })).toEqual({});
    expect(await outcomeOf({ activationRules: [] })).toEqual({});
  });

  it.each<[string, Request, string]>([
    [
      'a manual payment',
      { raw: { payment_method_type: 'manual' }, defaultId: known },
      'manual_payment_method_invalid_for_payment_activation_rules',
    ],
    ['no provider', {}, 'no_linked_payment_provider'],
    ['no customer yet', { customerId: null }, 'no_linked_payment_provider'],
    ['no default method', { defaultId: null }, 'no_default_payment_method'],
    ['a provider type without a provider', { raw: { payment_method_type: 'provider' } }, 'no_default_payment_method'],
    [
      'a stored provider type without a provider',
      { stored: { payment_method_type: 'provider', payment_method_id: null } },
      'no_default_payment_method',
    ],
  ])('need a customer that can be charged: %s', async (_, request, code) => {
    expect(await outcomeOf({ ...request, activationRules: [payment] })).toEqual({ customer: [code] });
  });

  it('report an unknown method as such, and gather the errors', async () => {
    const raw = { payment_method_type: 'provider', payment_method_id: unknown };
    expect(await outcomeOf({ raw, activationRules: [payment], defaultId: known })).toEqual({
      payment_method: ['invalid_payment_method'],
      customer: ['payment_method_not_found'],
    });
    expect(await outcomeOf({ activationRules: [{ ...payment, timeout_hours: -1 }] })).toEqual({
      timeout_hours: ['value_must_be_positive_or_zero'],
      customer: ['no_linked_payment_provider'],
    });
  });

  it('have no time-out unless they name one', async () => {
    const raw = { payment_method_type: 'provider', payment_method_id: known };
    expect(await checked({ activationRules: [payment], defaultId: known })).toEqual({
      rules: [{ type: 'payment', timeoutHours: 0 }],
      errors: {},
    });
    expect(await checked({ raw, activationRules: [{ ...payment, timeout_hours: 24 }] })).toEqual({
      rules: [{ type: 'payment', timeoutHours: 24 }],
      errors: {},
    });
    expect((await checked({})).rules).toBeUndefined();
    expect((await checked({ activationRules: null })).rules).toEqual([]);
  });

  it('that are stored need a customer that can be charged by another method, too', async () => {
    const byHand = { payment_method_type: 'manual' };
    const code = 'manual_payment_method_invalid_for_payment_activation_rules';
    expect(await outcomeOf({ raw: byHand, keepsRules: true })).toEqual({ customer: [code] });
    expect(await outcomeOf({ keepsRules: true })).toEqual({});
    expect(await outcomeOf({ raw: byHand, keepsRules: true, activationRules: [] })).toEqual({});
  });
});

import { describe, expect, it } from '@jest/globals';
import { linkedMethod } from '../connections/rows.fixture.js';
import type { PaymentRequestRow } from '../requests/payment-requests.repository.js';
import { byDefault, methodOfRequest, payingMethod } from './method-references.js';

const provider = (payment_method_id: string | null) => ({
  payment_method_type: 'provider' as const,
  payment_method_id,
});
const manual = { payment_method_type: 'manual' as const, payment_method_id: null };

describe('the method that pays (webhooks, section 14)', () => {
  const methods = [linkedMethod('first'), linkedMethod('default', true), linkedMethod('last')];
  const paying = (reference: Parameters<typeof payingMethod>[1], of = methods) =>
    payingMethod(of, reference)?.method.id;

  it('is the referenced one, else the default', () => {
    expect(paying(provider('last'))).toBe('last');
    expect(paying(provider(null))).toBe('default');
    expect(paying(byDefault)).toBe('default');
  });

  it('is the default when the referenced one was removed or belongs to another customer', () => {
    expect(paying(provider('of another customer'))).toBe('default');
  });

  it('is none for a manual payment', () => {
    expect(paying(manual)).toBeUndefined();
  });

  it('is none without a default', () => {
    expect(paying(provider(null), [linkedMethod('first')])).toBeUndefined();
    expect(paying(byDefault, [])).toBeUndefined();
  });
});

describe('the method of a payment request', () => {
  it("is the customer's default unless the request names one", () => {
    const row = (changes: Partial<PaymentRequestRow>) => methodOfRequest(changes as PaymentRequestRow);
    expect(row({ payment_method_type: null, payment_method_id: null })).toEqual(byDefault);
    expect(row(manual)).toEqual(manual);
    expect(row(provider('m'))).toEqual(provider('m'));
  });
});

import { describe, expect, it } from '@jest/globals';
import { chargeOf, customerData, paymentId } from '../requests.fixture.js';
import { customerParams, paymentParams, refundParams } from './requests.rules.js';

describe('a customer for GoCardless (webhooks, section 12)', () => {
  it('has its names and its mail address, without empty ones', () => {
    expect(customerParams(customerData())).toEqual({
      email: 'pay@acme.example',
      company_name: 'Acme',
      given_name: 'Ada',
      metadata: { svc_customer_id: customerData().id, customer_id: 'acme' },
    });
  });

  it('has a name that GoCardless accepts, whatever is missing', () => {
    const nameOf = (first: string | null, last: string | null) =>
      customerParams(customerData({ name: null, names: { company: null, first, last } }));
    expect(nameOf(null, null)).toMatchObject({ company_name: 'acme' });
    expect(nameOf('Ada', null)).toMatchObject({ company_name: 'Ada', given_name: 'Ada' });
    expect(nameOf(null, 'Byron')).toMatchObject({ company_name: 'Byron', family_name: 'Byron' });
  });

  it('has no mail address that GoCardless refuses', () => {
    expect(customerParams(customerData({ email: 'jürgen@acme.example' }))).not.toHaveProperty('email');
  });

  it('has no company when only a person is named', () => {
    const names = { company: null, first: 'Ada', last: 'Byron' };
    const params = customerParams(customerData({ name: 'Ada Byron', names, email: null }));
    expect(params).not.toHaveProperty('company_name');
    expect(params).not.toHaveProperty('email');
    expect(params).toMatchObject({ given_name: 'Ada', family_name: 'Byron' });
  });
});

describe('a payment for GoCardless', () => {
  it('has three names of ours, and is not repeated there', () => {
    expect(paymentParams(chargeOf({ amountCents: 123_456_789_012n }), 'MD1')).toEqual({
      amount: 123_456_789_012,
      currency: 'EUR',
      description: 'Acme - Invoice A-1',
      retry_if_possible: false,
      metadata: { svc_payment_id: paymentId, svc_payable_id: 'invoice', svc_payable_type: 'Invoice' },
      links: { mandate: 'MD1' },
    });
  });
});

describe('a refund for GoCardless', () => {
  it('states the sum of all refunds of the payment', () => {
    const request = { key: 'n', chargeKey: 'p', chargeId: 'PM1', amountCents: 300n, currency: 'EUR', reason: null };
    expect(refundParams(request, 'PM1', 200)).toEqual({
      amount: 300,
      total_amount_confirmation: 500,
      metadata: { svc_refund_key: 'n' },
      links: { payment: 'PM1' },
    });
  });
});

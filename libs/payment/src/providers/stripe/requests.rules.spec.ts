import { describe, expect, it } from '@jest/globals';
import type { ChargeRequest } from '../ports/charges.js';
import type { CustomerData } from '../ports/customers.js';
import type { PaymentPageRequest } from '../ports/pages.js';
import {
  customerParams,
  holdParams,
  intentParams,
  newCustomerParams,
  paymentPageParams,
  refundParams,
  refusalOfBalance,
  setupPageParams,
} from './requests.rules.js';

const noAddress = { line1: null, line2: null, city: null, postalCode: null, state: null, country: null };
const customer: CustomerData = {
  id: 'c',
  externalId: 'acme',
  name: 'Acme',
  email: null,
  phone: null,
  address: { ...noAddress, line1: 'Main St 1', country: 'FR' },
  methodTypes: ['card'],
};
const charge: ChargeRequest = {
  key: 'p',
  amountCents: 1000n,
  currency: 'EUR',
  customerId: 'cus_1',
  methodId: 'pm_1',
  methodTypes: ['card'],
  countries: { customer: 'FR', issuer: 'DE' },
  description: 'Acme - Invoice A-1',
  metadata: { svc_payment_id: 'p' },
  mayRequireAction: false,
  onSession: false,
  at: 0,
};
const offSession = { returnUrl: 'https://example.com/' };

describe('the data of a customer at Stripe (webhooks, section 11.2)', () => {
  it('is created without empty parts, with our names', () => {
    expect(newCustomerParams(customer)).toEqual({
      name: 'Acme',
      address: { line1: 'Main St 1', country: 'FR' },
      metadata: { svc_customer_id: 'c', customer_id: 'acme' },
    });
  });

  it('is emptied by an update that removes it, and has no metadata then', () => {
    expect(customerParams({ ...customer, name: null, address: noAddress })).toEqual({
      name: '',
      email: '',
      phone: '',
      address: '',
    });
  });
});

describe('a field that Stripe refuses', () => {
  it('is left out or cut, as payments do not need it', () => {
    const long = { ...customer, name: 'n'.repeat(300), phone: '+49 (0) 30 1234567890 ext. 123456' };
    expect(customerParams(long)).toMatchObject({ name: 'n'.repeat(256), phone: '' });
    expect(customerParams({ ...customer, phone: '+49 30 1234567890' })).toMatchObject({ phone: '+49 30 1234567890' });
  });
});

it('holds an amount on a card without capture, and without the payer (customers, section 4.9)', () => {
  const { key, amountCents, currency, customerId, metadata } = charge;
  const hold = { key, amountCents, currency, customerId, methodId: 'pm_1', metadata };
  expect(holdParams(hold, offSession)).toMatchObject({
    amount: 1000,
    currency: 'eur',
    capture_method: 'manual',
    off_session: true,
    error_on_requires_action: true,
    metadata: { svc_payment_id: 'p' },
  });
});

describe('a payment intent (webhooks, section 11.4)', () => {
  it('is made and confirmed at once, off session', () => {
    expect(intentParams(charge, offSession)).toEqual({
      amount: 1000,
      currency: 'eur',
      customer: 'cus_1',
      confirm: true,
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_1',
      off_session: true,
      error_on_requires_action: true,
      return_url: 'https://example.com/',
      description: 'Acme - Invoice A-1',
      metadata: { svc_payment_id: 'p' },
    });
  });

  it('is on session for customers in India', () => {
    const params = intentParams({ ...charge, countries: { customer: 'IN', issuer: 'DE' } }, offSession);
    expect(params).not.toHaveProperty('off_session');
    expect(params).not.toHaveProperty('error_on_requires_action');
  });

  it('is on session after a payment for which the bank required the payer', () => {
    expect(intentParams({ ...charge, onSession: true }, offSession)).not.toHaveProperty('off_session');
  });

  it('never has the list that this version of the interface refuses', () => {
    expect(intentParams(charge, offSession)).not.toHaveProperty('payment_method_types');
    expect(intentParams({ ...charge, methodTypes: [] }, offSession)).not.toHaveProperty('allowed_payment_method_types');
  });

  it('by bank transfer names the kind of its currency, and the country in the EU', () => {
    const transfer = { ...charge, methodId: null, methodTypes: ['customer_balance'] };
    expect(intentParams(transfer, offSession)).toMatchObject({
      payment_method_data: { type: 'customer_balance' },
      payment_method_options: {
        customer_balance: {
          funding_type: 'bank_transfer',
          bank_transfer: { type: 'eu_bank_transfer', eu_bank_transfer: { country: 'FR' } },
        },
      },
    });
    expect(intentParams(transfer, offSession)).not.toHaveProperty('off_session');
    const dollars = intentParams({ ...transfer, currency: 'USD' }, offSession);
    expect(dollars.payment_method_options?.customer_balance).toMatchObject({
      bank_transfer: { type: 'us_bank_transfer' },
    });
  });

  it("by bank transfer in EUR takes the issuer's country, and fails without one", () => {
    const transfer = { ...charge, methodTypes: ['customer_balance'], countries: { customer: 'US', issuer: 'DE' } };
    expect(refusalOfBalance(transfer)).toBeNull();
    expect(refusalOfBalance({ ...transfer, countries: { customer: 'US', issuer: null } })).toMatchObject({
      error_code: 'missing_country',
    });
    expect(refusalOfBalance({ ...transfer, currency: 'USD', countries: { customer: null, issuer: null } })).toBeNull();
  });
});

describe('a page of Stripe', () => {
  const settings = { redirectUrl: null, requiresConsent: false };
  const payer = { customerId: 'c', providerCustomerId: 'cus_1', email: null, currency: null };
  const page = { ...payer, methodTypes: ['card', 'crypto'], at: 0 };
  const payment: PaymentPageRequest = {
    ...page,
    key: 'payment-intent-1',
    payable: { type: 'Invoice', id: 'i', title: 'A-1', amountCents: 500n, currency: 'JPY' },
    countries: { customer: 'FR', issuer: null },
    metadata: { svc_invoice_id: 'i' },
  };

  it('sets up the ways to pay that need it (webhooks, section 11.3)', () => {
    expect(setupPageParams(page, settings)).toEqual({
      mode: 'setup',
      customer: 'cus_1',
      success_url: 'https://stripe.com/',
      allowed_payment_method_types: ['card'],
    });
  });

  it('requires the consent of the payer where the connection does', () => {
    const params = setupPageParams(page, { redirectUrl: 'https://example.com/', requiresConsent: true });
    expect(params).toMatchObject({
      success_url: 'https://example.com/',
      consent_collection: { terms_of_service: 'required' },
    });
  });

  it('pays an invoice once, and stores the method unless that is impossible (webhooks, section 11.5)', () => {
    expect(paymentPageParams({ ...payment, methodTypes: ['card'] }, settings)).toMatchObject({
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: { currency: 'jpy', unit_amount: 500, product_data: { name: 'A-1' } } }],
      payment_intent_data: {
        metadata: { svc_invoice_id: 'i', payment_type: 'one-time' },
        setup_future_usage: 'off_session',
      },
    });
    for (const other of [payment, { ...payment, methodTypes: ['card'], countries: { customer: 'IN', issuer: null } }])
      expect(paymentPageParams(other, settings).payment_intent_data).not.toHaveProperty('setup_future_usage');
  });
});

describe('a page for a bank transfer', () => {
  it('names its kind', () => {
    const page: PaymentPageRequest = {
      customerId: 'c',
      providerCustomerId: 'cus_1',
      email: null,
      currency: null,
      methodTypes: ['customer_balance'],
      at: 0,
      key: 'payment-intent-1',
      payable: { type: 'Invoice', id: 'i', title: 'A-1', amountCents: 500n, currency: 'EUR' },
      countries: { customer: 'US', issuer: 'NL' },
      metadata: {},
    };
    const params = paymentPageParams(page, { redirectUrl: null, requiresConsent: false });
    expect(params.payment_method_options?.customer_balance).toEqual({
      funding_type: 'bank_transfer',
      bank_transfer: { type: 'eu_bank_transfer', eu_bank_transfer: { country: 'NL' } },
    });
    expect(params.payment_intent_data).not.toHaveProperty('setup_future_usage');
  });
});

describe('a refund at Stripe (webhooks, section 18)', () => {
  const request = { key: 'n', chargeKey: 'p', chargeId: 'pi_1', amountCents: 300n, currency: 'EUR' };

  it.each([
    ['duplicated_charge', 'duplicate'],
    ['order_change', 'requested_by_customer'],
    ['fraudulent_charge', 'fraudulent'],
    ['other', undefined],
    [null, undefined],
  ])('for %s has the reason %s', (reason, stripeReason) => {
    const params = refundParams({ ...request, reason }, 'pi_1', 'EUR');
    expect(params).toMatchObject({ payment_intent: 'pi_1', amount: 300, metadata: { svc_refund_key: 'n' } });
    expect(params.reason).toBe(stripeReason);
  });
});

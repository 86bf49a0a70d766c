import { describe, expect, it } from '@jest/globals';
import { isLinkRequested, linkColumns, methodTypesError, type ProviderLink } from './provider-link.rules.js';

describe('a link to a payment provider', () => {
  it.each([
    [true, { payment_provider: 'stripe', sync_with_provider: true }],
    [true, { payment_provider: 'adyen', provider_customer_id: 'cus_1' }],
    [false, { payment_provider: 'stripe' }],
    [false, { payment_provider: 'stripe', provider_customer_id: ' ', sync_with_provider: false }],
    [false, { payment_provider: 'nobody', sync_with_provider: true }],
    [false, { payment_provider: null, sync_with_provider: true }],
    [false, {}],
  ])('is %s for %j', (expected, configuration) => {
    expect(isLinkRequested(configuration)).toBe(expected);
  });
});

describe('the columns of a link (webhooks, section 10.1)', () => {
  const linked: ProviderLink = {
    payment_provider: 'stripe',
    payment_provider_code: 'main',
    provider_customer_id: 'cus_1',
    sync_with_provider: true,
    provider_payment_methods: ['card'],
  };
  const request = { payment_provider: 'stripe', sync_with_provider: true };

  it('are those of the connection that it finds', () => {
    expect(linkColumns(request, undefined, { code: 'main' })).toEqual({ ...linked, provider_customer_id: null });
    const known = {
      payment_provider: 'stripe',
      provider_customer_id: 'cus_2',
      provider_payment_methods: ['sepa_debit'],
    };
    expect(linkColumns(known, undefined, { code: 'main' })).toMatchObject({
      provider_customer_id: 'cus_2',
      sync_with_provider: null,
      provider_payment_methods: ['sepa_debit'],
    });
  });

  it('stay without a connection', () => {
    expect(linkColumns(request, linked, 'payment_provider_not_found')).toEqual({});
    expect(linkColumns(request, undefined, 'payment_provider_code_missing')).toEqual({});
  });

  it('keep the id at the same connection, and lose it at another one', () => {
    expect({ ...linked, ...linkColumns(request, linked, { code: 'main' }) }).toEqual(linked);
    expect({ ...linked, ...linkColumns(request, linked, { code: 'second' }) }).toEqual({
      ...linked,
      payment_provider_code: 'second',
      provider_customer_id: null,
    });
  });

  it('change field by field while the request names no provider', () => {
    expect(linkColumns({ provider_payment_methods: ['card', 'link'] }, linked, 'payment_provider_not_found')).toEqual({
      provider_payment_methods: ['card', 'link'],
    });
    expect(linkColumns({ provider_customer_id: 'cus_3' }, undefined, 'payment_provider_not_found')).toEqual({});
  });

  it('are empty for null and for an unknown provider', () => {
    for (const payment_provider of [null, 'nobody'])
      expect(linkColumns({ payment_provider }, linked, 'payment_provider_not_found')).toEqual({
        payment_provider: null,
        payment_provider_code: null,
        provider_customer_id: null,
        sync_with_provider: null,
        provider_payment_methods: null,
      });
  });

  it('name a provider without a link', () => {
    const named = linkColumns(
      { payment_provider: 'adyen', payment_provider_code: 'a' },
      undefined,
      'payment_provider_not_found',
    );
    expect(named).toMatchObject({ payment_provider: 'adyen', payment_provider_code: 'a', provider_customer_id: null });
  });
});

describe('the ways to pay of a customer (webhooks, section 11.2)', () => {
  it.each([
    [undefined, null],
    [['card'], null],
    [['card', 'link', 'sepa_debit'], null],
    [['customer_balance'], null],
    [['link'], 'value_is_invalid'],
    [['card', 'cash'], 'value_is_invalid'],
  ])('%j: %s', (methods, error) => {
    expect(methodTypesError(methods)).toBe(error);
  });

  it('has a bank transfer alone', () => {
    expect(methodTypesError(['customer_balance', 'card'])).toMatch(/cannot be combined/);
  });
});

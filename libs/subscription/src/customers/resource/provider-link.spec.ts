import { describe, expect, it } from '@jest/globals';
import { isLinkRequested } from './provider-link.rules.js';

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

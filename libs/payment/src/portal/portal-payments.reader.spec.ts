import { describe, expect, it } from '@jest/globals';
import { declineReasons } from '@tollgate/contracts';
import { paymentProviders } from '../providers/registry.js';
import { declineOf } from './portal-payments.reader.js';

const failed = (error_code: string | null) => ({
  payment_status: 'failed' as const,
  error: { message: 'In the words of the provider.', error_code },
});

describe('why a payment was declined', () => {
  it.each([
    ['stripe', 'insufficient_funds', 'insufficient_funds'],
    ['stripe', 'expired_card', 'method_expired'],
    ['stripe', 'generic_decline', 'declined'],
    ['gocardless', 'bank_account_closed', 'account_closed'],
    ['gocardless', 'mandate_cancelled', 'method_expired'],
    ['adyen', '12', 'insufficient_funds'],
    ['adyen', '2', 'declined'],
    ['sandbox', 'card_declined', 'declined'],
    ['removed', 'insufficient_funds', 'declined'],
    ['stripe', 'constructor', 'declined'],
    ['stripe', null, 'declined'],
    [null, null, 'declined'],
  ])('of %s with %s is %s', (provider, code, reason) => expect(declineOf(failed(code), provider)).toBe(reason));

  it('is nothing for a payment that did not fail', () => {
    for (const payment_status of ['pending', 'processing', 'succeeded'] as const)
      expect(declineOf({ payment_status, error: null }, 'stripe')).toBeNull();
  });

  it('has a code of some provider for each reason', () => {
    const declared = Object.values(paymentProviders).flatMap(({ declines }) => [...declines.values()]);
    expect(new Set([...declared, 'declined'])).toEqual(new Set(declineReasons));
  });
});

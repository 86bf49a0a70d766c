import { describe, expect, it } from '@jest/globals';
import { adyenType, methodOf, newestOf, outcomeOfPayment } from './states.rules.js';

describe('the state of a payment at Adyen (webhooks, section 12)', () => {
  it.each([
    ['AuthorisedPending', 'processing'],
    ['Received', 'processing'],
    ['Pending', 'processing'],
    ['NewOne', 'processing'],
    ['Authorised', 'succeeded'],
    ['SentForSettle', 'succeeded'],
    ['SettleScheduled', 'succeeded'],
    ['Settled', 'succeeded'],
    ['Refunded', 'succeeded'],
    ['Cancelled', 'failed'],
    ['CaptureFailed', 'failed'],
    ['Error', 'failed'],
    ['Expired', 'failed'],
    ['Refused', 'failed'],
    ['RedirectShopper', 'failed'],
  ])('%s is %s', (resultCode, status) => {
    const outcome = outcomeOfPayment({ pspReference: 'P1', resultCode });
    expect(outcome).toMatchObject({ id: 'P1', status, providerStatus: resultCode });
    expect(outcome.error !== null).toBe(status === 'failed');
  });

  it('has the words of a refusal, and says when a repeat is of no use', () => {
    const refused = (code: string) =>
      outcomeOfPayment({ resultCode: 'Refused', refusalReason: 'No.', refusalReasonCode: code }).error;
    expect(refused('12')).toEqual({ message: 'No.', error_code: '12' });
    expect(refused('6')).toEqual({ message: 'No.', error_code: '6', hard: true });
  });

  it('that needs the payer names that', () => {
    expect(outcomeOfPayment({ resultCode: 'ChallengeShopper' }).error?.error_code).toBe('authentication_required');
  });
});

describe('a stored method at Adyen', () => {
  it('is a card, or an account', () => {
    expect(methodOf({ id: 'T1', type: 'scheme', brand: 'VISA', lastFour: '1111' })).toEqual({
      id: 'T1',
      details: { type: 'card', brand: 'visa', last4: '1111' },
      mandateId: null,
    });
    expect(methodOf({ id: 'T2', type: 'sepadirectdebit', iban: 'DE89370400440532013000' }).details).toEqual({
      ...{ type: 'sepa_debit', bank: null, last4: '3000', mandateId: null },
    });
    expect(methodOf({ id: 'T3', type: 'paypal' }).details).toMatchObject({ type: 'other', last4: null });
  });

  it('is charged by the name of its kind', () => {
    expect([adyenType('sepa_debit'), adyenType('bacs_debit'), adyenType('card'), adyenType(undefined)]).toEqual([
      'sepadirectdebit',
      'directdebit_GB',
      'scheme',
      'scheme',
    ]);
  });

  it('is chosen as the newest', () => {
    const made = (id: string, day: number) => ({ id, createdAt: new Date(Date.UTC(2024, 0, day)) });
    expect(newestOf([made('a', 1), made('b', 3), made('c', 2), {}])?.id).toBe('b');
    expect(newestOf([])).toBeUndefined();
  });
});

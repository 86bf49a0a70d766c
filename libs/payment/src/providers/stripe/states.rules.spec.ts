import { describe, expect, it } from '@jest/globals';
import { methodOf, outcomeOfIntent, outcomeOfRefund, type IntentState, type MethodState } from './states.rules.js';

const intent = (status: string, more: object = {}) => outcomeOfIntent({ id: 'pi_1', status, ...more } as IntentState);

describe('a payment intent (webhooks, section 11.4)', () => {
  it.each([
    ['succeeded', 'succeeded'],
    ['processing', 'processing'],
    ['requires_capture', 'processing'],
    ['requires_action', 'processing'],
    ['requires_confirmation', 'processing'],
    ['canceled', 'failed'],
    ['requires_payment_method', 'failed'],
  ])('that is %s is %s', (status, outcome) => {
    expect(intent(status)).toMatchObject({ id: 'pi_1', status: outcome, providerStatus: status });
    expect(intent(status).error === null).toBe(outcome !== 'failed');
  });

  it('names the page where the payer acts', () => {
    const redirect = { type: 'redirect_to_url', redirect_to_url: { url: 'https://stripe.test/3ds', return_url: null } };
    expect(intent('requires_action', { next_action: redirect })).toMatchObject({
      nextAction: redirect,
      actionUrl: 'https://stripe.test/3ds',
    });
    const transfer = {
      type: 'display_bank_transfer_instructions',
      display_bank_transfer_instructions: { hosted_instructions_url: 'https://stripe.test/transfer' },
    };
    expect(intent('requires_action', { next_action: transfer }).actionUrl).toBe('https://stripe.test/transfer');
    expect(intent('succeeded', { next_action: redirect })).toMatchObject({ nextAction: null, actionUrl: null });
  });

  it("fails with the issuer's code in Stripe's words", () => {
    const error = { type: 'card_error', code: 'card_declined', decline_code: 'lost_card', message: 'Declined.' };
    expect(intent('requires_payment_method', { last_payment_error: error }).error).toEqual({
      message: 'Declined.',
      error_code: 'lost_card',
      hard: true,
    });
    expect(intent('canceled', { cancellation_reason: 'abandoned' }).error?.error_code).toBe('abandoned');
  });
});

describe('a refund (webhooks, section 18)', () => {
  it.each([
    ['pending', 'pending', null],
    ['requires_action', 'pending', null],
    ['succeeded', 'succeeded', null],
    ['failed', 'failed', 'The refund failed: lost or stolen card.'],
    ['canceled', 'failed', 'The refund was canceled: lost or stolen card.'],
  ])('that is %s is %s', (status, outcome, message) => {
    const read = outcomeOfRefund({ id: 're_1', status, failure_reason: 'lost_or_stolen_card' });
    expect([read.id, read.status, read.error?.message ?? null]).toEqual(['re_1', outcome, message]);
  });
});

describe('a payment method', () => {
  const details = (method: object) => methodOf({ id: 'pm_1', ...method } as MethodState).details;

  it('has the details that documents show', () => {
    expect(details({ type: 'card', card: { brand: 'Visa', last4: '4242' } })).toEqual({
      type: 'card',
      brand: 'visa',
      last4: '4242',
    });
    expect(details({ type: 'sepa_debit', sepa_debit: { bank_code: '37040044', last4: '3000' } })).toEqual({
      type: 'sepa_debit',
      bank: '37040044',
      last4: '3000',
      mandateId: null,
    });
    expect(
      details({ type: 'us_bank_account', us_bank_account: { bank_name: 'Test Bank', last4: '6789' } }),
    ).toMatchObject({ bank: 'Test Bank', last4: '6789' });
    expect(details({ type: 'link' })).toMatchObject({ type: 'link', bank: null, last4: null });
    expect(details({ type: 'swish' })).toMatchObject({ type: 'other' });
  });
});

import { describe, expect, it } from '@jest/globals';
import { isUsable, methodOf, outcomeOfPayment, outcomeOfRefund } from './states.rules.js';

describe('the state of a payment at GoCardless (webhooks, section 12)', () => {
  it.each([
    ['pending_customer_approval', 'processing'],
    ['pending_submission', 'processing'],
    ['submitted', 'processing'],
    ['confirmed', 'processing'],
    ['paid_out', 'succeeded'],
    ['cancelled', 'failed'],
    ['customer_approval_denied', 'failed'],
    ['failed', 'failed'],
    ['charged_back', 'failed'],
  ] as const)('%s is %s', (status, expected) => {
    const outcome = outcomeOfPayment({ id: 'PM1', status });
    expect(outcome).toMatchObject({ id: 'PM1', status: expected, providerStatus: status });
    expect(outcome.error !== null).toBe(expected === 'failed');
  });

  it('that is unknown goes on', () => {
    expect(outcomeOfPayment({ id: 'PM1', status: 'new_one' as 'failed' }).status).toBe('processing');
  });

  it('has the cause that an event names', () => {
    const cause = { cause: 'insufficient_funds', description: 'Not enough money.' };
    expect(outcomeOfPayment({ id: 'PM1', status: 'failed' }, cause).error).toEqual({
      message: 'Not enough money.',
      error_code: 'insufficient_funds',
    });
    expect(outcomeOfPayment({ id: 'PM1', status: 'failed' }).error).toEqual({
      message: 'The payment is failed.',
      error_code: 'failed',
    });
  });

  it('is final when the account takes no debit any more', () => {
    const closed = { cause: 'bank_account_closed', description: null };
    expect(outcomeOfPayment({ id: 'PM1', status: 'failed' }, closed).error?.hard).toBe(true);
  });
});

describe('the state of a refund at GoCardless', () => {
  it.each([
    ['created', 'pending'],
    ['pending_submission', 'pending'],
    ['submitted', 'pending'],
    ['paid', 'succeeded'],
    ['cancelled', 'failed'],
    ['bounced', 'failed'],
    ['funds_returned', 'failed'],
  ])('%s is %s', (status, expected) => {
    expect(outcomeOfRefund({ id: 'RF1', status })).toMatchObject({ id: 'RF1', status: expected });
  });
});

describe('a mandate at GoCardless', () => {
  it('is usable until it ends', () => {
    const states = ['pending_customer_approval', 'pending_submission', 'submitted', 'active'] as const;
    for (const status of states) expect(isUsable({ status })).toBe(true);
    for (const status of ['failed', 'cancelled', 'expired', 'blocked'] as const)
      expect(isUsable({ status })).toBe(false);
  });

  it('is a method with the last digits of its account, and the reference on the statement', () => {
    const account = { bank_name: 'BARCLAYS', account_number_ending: '11' };
    expect(methodOf({ id: 'MD1', scheme: 'bacs', reference: 'REF-1' }, account)).toEqual({
      id: 'MD1',
      details: { type: 'bacs_debit', bank: 'BARCLAYS', last4: '11', mandateId: null },
      mandateId: 'REF-1',
    });
    expect(methodOf({ id: 'MD1', scheme: 'autogiro', reference: null }, null)).toMatchObject({
      details: { type: 'other', bank: null },
      mandateId: 'MD1',
    });
  });
});

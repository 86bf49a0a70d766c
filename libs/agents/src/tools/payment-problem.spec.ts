import { describe, expect, it } from '@jest/globals';
import { findingsOf } from './payment-problem.js';

const invoice = {
  status: 'finalized',
  payment_status: 'pending',
  payment_overdue: false,
  payment_dispute_lost_at: null,
  total_due_amount_cents: 100,
} as const;
const dunning = { dunning_campaign_code: 'late', exclude_from_dunning_campaign: false };

describe('the findings about a payment', () => {
  it('say that nothing is wrong with a paid invoice', () => {
    const paid = { ...invoice, payment_status: 'succeeded' as const };
    expect(findingsOf({ invoice: paid, payments: [], methodsCount: 0, dunning })).toEqual(['paid']);
  });

  it('name what is missing', () => {
    const facts = { invoice, payments: [], methodsCount: 0, dunning: { ...dunning, dunning_campaign_code: null } };
    expect(findingsOf(facts)).toEqual(['no_payment_tried', 'no_payment_method', 'no_reminders', 'not_due_yet']);
  });

  it('name the state of the latest payment', () => {
    const late = { ...invoice, payment_overdue: true, payment_status: 'failed' as const };
    const payments = [{ payment_status: 'failed' as const }, { payment_status: 'pending' as const }];
    expect(findingsOf({ invoice: late, payments, methodsCount: 1, dunning })).toEqual([
      'latest_payment_failed',
      'overdue',
    ]);
  });

  it('say nothing about facts that the key may not read', () => {
    expect(findingsOf({ invoice, payments: null, methodsCount: null, dunning: null })).toEqual(['not_due_yet']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { awaitsRefund, isRefundable } from './refunds.rules.js';

describe('the refund of a credit note (webhooks, section 18)', () => {
  it('needs an amount to refund, and no outcome yet: a succeeded one never changes', () => {
    const note = { refund_amount_cents: 400, refund_status: 'pending' as const };
    expect(awaitsRefund(note)).toBe(true);
    expect(awaitsRefund({ ...note, refund_amount_cents: 0 })).toBe(false);
    expect(awaitsRefund({ ...note, refund_status: null })).toBe(false);
    expect(awaitsRefund({ ...note, refund_status: 'succeeded' })).toBe(false);
    expect(awaitsRefund({ ...note, refund_status: 'failed' })).toBe(false);
  });

  it('needs a paid invoice without a lost dispute', () => {
    const invoice = { payment_status: 'succeeded' as const, payment_dispute_lost_at: null };
    expect(isRefundable(invoice)).toBe(true);
    expect(isRefundable({ ...invoice, payment_status: 'pending' })).toBe(false);
    expect(isRefundable({ ...invoice, payment_status: 'failed' })).toBe(false);
    expect(isRefundable({ ...invoice, payment_dispute_lost_at: '2024-01-01T00:00:00Z' })).toBe(false);
  });
});

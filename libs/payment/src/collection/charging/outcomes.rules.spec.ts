import { describe, expect, it } from '@jest/globals';
import { hasEnded, isOpenAtProvider, leftOf } from './outcomes.rules.js';

const statuses = ['pending', 'processing', 'succeeded', 'failed'] as const;

describe('the outcome of a payment (webhooks, section 10.3)', () => {
  it('never undoes a success, and may still turn a failure into a success', () => {
    const open = statuses.filter((payment_status) => isOpenAtProvider({ type: 'provider', payment_status }));
    expect(open).toEqual(['pending', 'processing', 'failed']);
  });

  it('does not concern a manual payment', () => {
    expect(statuses.some((payment_status) => isOpenAtProvider({ type: 'manual', payment_status }))).toBe(false);
  });

  it('reports a failure once', () => {
    expect(statuses.filter((payment_status) => hasEnded({ payment_status }))).toEqual(['succeeded', 'failed']);
  });
});

describe('the payment of a payment request (webhooks, section 16)', () => {
  it('offers what earlier tries left', () => {
    const part = (recordedCents: bigint | null) => ({ id: 'invoice', paymentId: 'payment', recordedCents });
    expect(leftOf(1000n, [part(null), part(null)])).toBe(1000n);
    expect(leftOf(1000n, [part(700n), part(null), part(100n)])).toBe(200n);
  });
});

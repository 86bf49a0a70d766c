import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@tollgate/platform';
import { readManualPayment } from './manual-payment.rules.js';

const now = Date.parse('2024-06-01T12:00:00Z');

function faultsOf(input: Parameters<typeof readManualPayment>[0]): unknown {
  try {
    readManualPayment(input, now);
    return undefined;
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return (error.body as { error_details: unknown }).error_details;
  }
}

describe('a manual payment (invoices, section 12)', () => {
  it('is made at its instant, else now', () => {
    const paidAt = (paid_at?: string | null) => readManualPayment({ paid_at, reference: 'r' }, now).paidAt;
    expect([paidAt(undefined), paidAt(null), paidAt('')]).toEqual([now, now, now]);
    expect(paidAt('2024-05-31T10:00:00+02:00')).toBe(Date.parse('2024-05-31T08:00:00Z'));
    expect(paidAt('2024-05-31')).toBe(Date.parse('2024-05-31T00:00:00Z'));
  });

  it('has a reference of at most 40 characters', () => {
    expect(faultsOf({ reference: 'x'.repeat(40) })).toBeUndefined();
    expect(faultsOf({ reference: 'x'.repeat(41) })).toEqual({ reference: ['value_is_too_long'] });
    expect(faultsOf({ reference: ' ' })).toEqual({ reference: ['value_is_mandatory'] });
    expect(faultsOf({})).toEqual({ reference: ['value_is_mandatory'] });
  });

  it('reports its instant first', () => {
    expect(faultsOf({ paid_at: 'yesterday' })).toEqual({ paid_at: ['invalid_date'] });
  });
});

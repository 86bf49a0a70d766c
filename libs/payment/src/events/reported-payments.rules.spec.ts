import { describe, expect, it } from '@jest/globals';
import type { ChargeOutcome } from '../providers/ports/outcomes.js';
import { isEffective } from './reported-payments.rules.js';

const outcome = (status: ChargeOutcome['status'], error_code: string | null = null): ChargeOutcome => ({
  id: 'pi_1',
  status,
  providerStatus: status,
  nextAction: null,
  actionUrl: null,
  error: error_code === null ? null : { message: 'No.', error_code },
});
const stored = (provider_payment_id: string | null) => ({ provider_payment_id });
const silent = { mayRequireAction: false };

describe('a reported outcome (webhooks, section 11.6)', () => {
  it('counts for its payment', () => {
    expect(isEffective(stored('pi_1'), outcome('failed', 'card_declined'), silent)).toBe(true);
    expect(isEffective(stored(null), outcome('failed', 'card_declined'), silent)).toBe(true);
  });

  it('of another try counts only as a success', () => {
    expect(isEffective(stored('pi_2'), outcome('failed', 'card_declined'), silent)).toBe(false);
    expect(isEffective(stored('pi_2'), outcome('processing'), silent)).toBe(false);
    expect(isEffective(stored('pi_2'), outcome('succeeded'), silent)).toBe(true);
  });

  it('that demands a confirmation fails only where no payer can confirm', () => {
    const demanded = outcome('failed', 'authentication_required');
    expect(isEffective(stored('pi_1'), demanded, silent)).toBe(true);
    expect(isEffective(stored('pi_1'), demanded, { mayRequireAction: true })).toBe(false);
  });
});

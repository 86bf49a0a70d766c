import { describe, expect, it } from '@jest/globals';
import { sandboxMethods } from '@tollgate/contracts';
import { firstAnswer, lastAnswer, outcomeOf, refusalOfRefund } from './outcome.rules.js';

const at = Date.parse('2024-01-01T00:00:00Z');
const anHourLater = Date.parse('2024-01-01T01:00:00Z');

describe('a charge at the sandbox provider', () => {
  it.each([
    ['pm_succeeds', 'succeeded', null, 'succeeded'],
    ['pm_fails', 'failed', null, 'failed'],
    ['pm_requires_action', 'requires_action', anHourLater, 'succeeded'],
    ['pm_late', 'processing', anHourLater, 'succeeded'],
    ['pm_late_fails', 'processing', anHourLater, 'failed'],
    ['pm_refund_fails', 'succeeded', null, 'succeeded'],
  ])('by %s is %s first, with an event at %s, and finally %s', (method, status, answerAt, last) => {
    expect(firstAnswer(method, at)).toEqual({ status, answerAt });
    expect(lastAnswer(method)).toBe(last);
  });

  it('ends for every method', () => {
    for (const method of sandboxMethods) expect(['succeeded', 'failed']).toContain(lastAnswer(method));
  });

  it.each([
    ['succeeded' as const, 'succeeded', null],
    ['failed' as const, 'failed', null],
    ['processing' as const, 'processing', null],
    ['requires_action' as const, 'processing', 'redirect_to_url'],
  ])('that is %s is %s for the payment, with the action %s (webhooks, section 10.3)', (status, of, action) => {
    const outcome = outcomeOf('c', status);
    expect(outcome).toMatchObject({ id: 'sandbox_c', status: of, providerStatus: status });
    expect(outcome.nextAction?.['type'] ?? null).toBe(action);
    expect(outcome.error === null).toBe(status !== 'failed');
  });
});

describe('a refund at the sandbox provider', () => {
  const charge = { method: 'pm_succeeds', amount_cents: 1000n, refunded_cents: 600n };
  const reason = (...input: Parameters<typeof refusalOfRefund>) => refusalOfRefund(...input)?.error_code ?? null;

  it('returns at most the charged amount, over all refunds', () => {
    expect(reason(charge, 400n)).toBeNull();
    expect(reason(charge, 401n)).toBe('amount_too_large');
  });

  it('is refused for an unknown charge, and by the method that refuses refunds', () => {
    expect(reason(undefined, 1n)).toBe('resource_missing');
    expect(reason({ ...charge, method: 'pm_refund_fails' }, 1n)).toBe('refund_failed');
  });
});

import { describe, expect, it } from '@jest/globals';
import type { FieldErrors } from '@tollgate/contracts';
import { subscriptionRow } from '../../model/subscriptions/rows.fixture.js';
import { isCurrent, readBillingTime, startOf } from './new-start.rules.js';

const now = Date.parse('2024-06-15T12:00:00Z');
const start = (text: string, timezone = 'UTC', earlier: Parameters<typeof startOf>[1] = []) => {
  const { startedAt, isToday } = startOf(new Date(text), earlier, timezone, now);
  return [startedAt?.toISOString() ?? null, isToday];
};

describe('the start of a new subscription (subscriptions, section 3.1)', () => {
  it('is today at its own hour, even some hours ahead or ago', () => {
    expect(start('2024-06-15T23:00:00Z')).toEqual(['2024-06-15T23:00:00.000Z', true]);
    expect(start('2024-06-15T00:00:00Z')).toEqual(['2024-06-15T00:00:00.000Z', true]);
  });

  it('waits for a later local day', () => {
    expect(start('2024-06-16T00:00:00Z')).toEqual([null, false]);
    expect(start('2024-06-15T23:00:00Z', 'Europe/Paris')).toEqual([null, false]);
    expect(start('2024-06-16T03:00:00Z', 'America/New_York')).toEqual(['2024-06-16T03:00:00.000Z', true]);
  });

  it('may be an earlier day, which is not billed at once', () => {
    expect(start('2024-06-14T23:59:59Z')).toEqual(['2024-06-14T23:59:59.000Z', false]);
    expect(start('2024-06-15T03:00:00Z', 'America/New_York')).toEqual(['2024-06-15T03:00:00.000Z', false]);
  });

  it('in the past is not before the end of an earlier one that was billed to its end', () => {
    const ended = (text: string, on_termination_invoice: 'generate' | 'skip' = 'generate') =>
      subscriptionRow({ status: 'terminated', terminated_at: new Date(text), on_termination_invoice });
    const from = (...earlier: Parameters<typeof startOf>[1][number][]) => start('2024-01-01T00:00:00Z', 'UTC', earlier);
    expect(from(ended('2024-03-01T10:00:00Z'), ended('2024-02-01T00:00:00Z'))).toEqual([
      '2024-03-01T10:00:00.000Z',
      false,
    ]);
    expect(from(ended('2024-03-01T10:00:00Z', 'skip'))).toEqual(['2024-01-01T00:00:00.000Z', false]);
    expect(from(subscriptionRow({ status: 'canceled' }))).toEqual(['2024-01-01T00:00:00.000Z', false]);
    expect(from(ended('2023-12-01T00:00:00Z'))).toEqual(['2024-01-01T00:00:00.000Z', false]);
  });
});

describe('the current subscription of an external id (subscriptions, section 3)', () => {
  it('is active, or pending without a predecessor', () => {
    const current = (status: Parameters<typeof isCurrent>[0]['status'], previous: string | null = null) =>
      isCurrent({ status, previous_subscription_id: previous });
    expect([current('active'), current('active', 'p'), current('pending')]).toEqual([true, true, true]);
    expect([current('pending', 'p'), current('terminated'), current('canceled')]).toEqual([false, false, false]);
  });
});

describe('the billing time (subscriptions, section 3, point 12)', () => {
  it.each([
    [undefined, 'calendar', {}],
    [null, 'calendar', {}],
    ['calendar', 'calendar', {}],
    ['anniversary', 'anniversary', {}],
    ['', 'calendar', { billing_time: ['value_is_mandatory'] }],
    ['monthly', 'calendar', { billing_time: ['value_is_invalid'] }],
  ])('of %p is %s', (value, billingTime, expected) => {
    const errors: FieldErrors = {};
    expect(readBillingTime(value, errors)).toBe(billingTime);
    expect(errors).toEqual(expected);
  });
});

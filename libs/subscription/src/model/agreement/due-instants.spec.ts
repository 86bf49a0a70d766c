import { describe, expect, it } from '@jest/globals';
import { Decimal } from '@tollgate/rating';
import { planView, subscriptionRow } from '../subscriptions/rows.fixture.js';
import {
  activationAt,
  alertAt,
  beginsPlanPeriod,
  billingAfter,
  dueFromStart,
  firstBillingAt,
  neverDue,
  terminationAt,
  trialDueAt,
} from './schedule.js';

const at = (text: string) => Date.parse(text);
const date = (text: string) => new Date(text);
const shown = (instant: Date | null) => instant?.toISOString() ?? null;

describe('the activation of a pending subscription (subscriptions, section 3.4)', () => {
  const now = at('2024-01-01T00:00:00Z');

  it('is at the start of its local day, before its clock time', () => {
    expect(shown(activationAt(date('2024-02-05T15:00:00Z'), 'UTC', now))).toBe('2024-02-05T00:00:00.000Z');
    expect(shown(activationAt(date('2024-02-05T03:00:00Z'), 'America/New_York', now))).toBe('2024-02-04T05:00:00.000Z');
    expect(shown(activationAt(date('2024-02-05T15:00:00Z'), 'Asia/Tokyo', now))).toBe('2024-02-05T15:00:00.000Z');
  });

  it('is not before the decision', () => {
    const today = at('2024-02-05T12:00:00Z');
    expect(shown(activationAt(date('2024-02-05T15:00:00Z'), 'UTC', today))).toBe('2024-02-05T12:00:00.000Z');
  });
});

describe('the end of a subscription (subscriptions, section 9.3)', () => {
  const now = at('2024-01-01T00:00:00Z');

  it('is at the start of its local day', () => {
    expect(shown(terminationAt(date('2024-03-01T20:00:00Z'), 'UTC', now))).toBe('2024-03-01T00:00:00.000Z');
    expect(shown(terminationAt(date('2024-03-01T20:00:00Z'), 'Asia/Tokyo', now))).toBe('2024-03-01T15:00:00.000Z');
    expect(terminationAt(null, 'UTC', now)).toBeNull();
  });

  it('is now when that day has begun', () => {
    const today = at('2024-03-01T08:00:00Z');
    expect(shown(terminationAt(date('2024-03-01T20:00:00Z'), 'UTC', today))).toBe('2024-03-01T08:00:00.000Z');
  });

  it('is alerted 45 and 15 UTC days before, once a day', () => {
    const ending = date('2024-03-01T20:00:00Z');
    const alert = (text: string, alerted: string | null = null) =>
      shown(alertAt(ending, alerted === null ? null : date(alerted), at(text)));
    expect(alert('2024-01-01T00:00:00Z')).toBe('2024-01-16T00:00:00.000Z');
    expect(alert('2024-01-16T23:00:00Z')).toBe('2024-01-16T00:00:00.000Z');
    expect(alert('2024-01-16T23:00:00Z', '2024-01-16T00:00:00Z')).toBe('2024-02-15T00:00:00.000Z');
    expect(alert('2024-01-17T00:00:00Z')).toBe('2024-02-15T00:00:00.000Z');
    expect(alert('2024-02-15T12:00:00Z', '2024-02-15T00:00:00Z')).toBeNull();
    expect(alert('2024-02-16T00:00:00Z')).toBeNull();
    expect(alertAt(null, null, at('2024-01-01T00:00:00Z'))).toBeNull();
  });
});

describe('the end of a trial (subscriptions, section 5.3)', () => {
  const trial = (days: string) => ({ days: new Decimal(days), initialStartedAt: at('2024-03-05T12:12:00Z') });
  const now = at('2024-03-06T00:00:00Z');

  it('is due its days after the first start, to the second', () => {
    expect(shown(trialDueAt(trial('10'), now))).toBe('2024-03-15T12:12:00.000Z');
    expect(shown(trialDueAt(trial('1.5'), now))).toBe('2024-03-07T00:12:00.000Z');
  });

  it('is due now when it has passed, and never without a trial', () => {
    expect(shown(trialDueAt(trial('0.25'), now))).toBe('2024-03-06T00:00:00.000Z');
    expect(trialDueAt(null, now)).toBeNull();
    expect(trialDueAt(trial('0'), now)).toBeNull();
  });
});

describe('the billing days of a subscription (subscriptions, section 2)', () => {
  const row = subscriptionRow({
    subscription_at: date('2024-01-31T09:00:00Z'),
    started_at: date('2024-01-31T09:00:00Z'),
  });
  const anniversary = { ...row, billing_time: 'anniversary' as const };
  const monthly = planView();
  const days = (subscription: typeof row, plan = monthly, timezone = 'UTC') => {
    const found: string[] = [];
    for (let last = firstBillingAt(subscription, plan, timezone, at('2024-02-01T12:00:00Z')); found.length < 3;) {
      found.push(shown(last) ?? '');
      last = billingAfter(subscription, plan, timezone, last);
    }
    return found;
  };

  it('are the first days of calendar months; today counts, from now on', () => {
    expect(days(row)).toEqual(['2024-02-01T12:00:00.000Z', '2024-03-01T00:00:00.000Z', '2024-04-01T00:00:00.000Z']);
  });

  it('are the last days of shorter months by anniversary', () => {
    expect(days(anniversary)).toEqual([
      '2024-02-29T00:00:00.000Z',
      '2024-03-31T00:00:00.000Z',
      '2024-04-30T00:00:00.000Z',
    ]);
  });

  it('begin in the local time zone', () => {
    expect(days(anniversary, monthly, 'Europe/Paris')).toEqual([
      '2024-02-28T23:00:00.000Z',
      '2024-03-30T23:00:00.000Z',
      '2024-04-29T22:00:00.000Z',
    ]);
  });

  it('include the split days of a yearly plan, on which no other plan begins (subscriptions, section 8.2)', () => {
    const split = planView({ interval: 'yearly', billChargesMonthly: true });
    expect(days(row, split)).toEqual(days(row));
    const begins = (text: string, plan = split) => beginsPlanPeriod(row, plan, 'UTC', at(text));
    expect([begins('2025-01-01T00:00:00Z'), begins('2024-03-01T00:00:00Z')]).toEqual([true, false]);
    expect(begins('2024-03-01T00:00:00Z', monthly)).toBe(true);
    expect(begins('2024-03-02T00:00:00Z', monthly)).toBe(false);
  });

  it('are due from the start on, with the end, the trial and the alert', () => {
    const starting = { ...row, ending_at: date('2024-06-15T10:00:00Z') };
    const trial = { days: new Decimal(10), initialStartedAt: row.subscription_at.getTime() };
    expect(dueFromStart(starting, monthly, 'UTC', trial, row.subscription_at.getTime())).toEqual({
      start_timezone: 'UTC',
      activation_at: null,
      next_billing_at: date('2024-02-01T00:00:00Z'),
      termination_at: date('2024-06-15T00:00:00Z'),
      trial_end_at: date('2024-02-10T09:00:00Z'),
      alert_at: date('2024-05-01T00:00:00Z'),
    });
  });

  it('are none without an active status', () => {
    expect(Object.values(neverDue).every((instant) => instant === null)).toBe(true);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '../decimal.js';
import { isBelowThreshold, nextTopUp, topUpCredits, type TopUpInterval } from './top-up-rules.js';

const at = (text: string) => Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text);
const day = (instant: number) => new Date(instant).toISOString().slice(0, 10);

describe('the interval of a top-up rule', () => {
  const days = (interval: TopUpInterval, created: string, count: number, startedAt: string | null = null) => {
    const rule = {
      interval,
      startedAt: startedAt === null ? null : at(startedAt),
      walletCreatedAt: at(created),
      timezone: 'UTC',
    };
    const found: string[] = [];
    for (let last = rule.walletCreatedAt; found.length < count; found.push(day(last))) last = nextTopUp(rule, last);
    return found;
  };

  it('uses the last day of shorter months', () => {
    expect(days('monthly', '2021-01-31', 4)).toEqual(['2021-02-28', '2021-03-31', '2021-04-30', '2021-05-31']);
    expect(days('quarterly', '2021-03-31', 3)).toEqual(['2021-06-30', '2021-09-30', '2021-12-31']);
    expect(days('semiannual', '2021-08-31', 2)).toEqual(['2022-02-28', '2022-08-31']);
    expect(days('yearly', '2024-02-29', 4)).toEqual(['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']);
    expect(days('weekly', '2021-02-20', 3)).toEqual(['2021-02-27', '2021-03-06', '2021-03-13']);
  });

  it('begins with its start, at its hour, and not on the day of its wallet', () => {
    expect(days('monthly', '2025-03-31', 3, '2025-04-15T09:00:00Z')).toEqual([
      '2025-04-15',
      '2025-05-15',
      '2025-06-15',
    ]);
    expect(days('monthly', '2025-04-15', 2, '2025-04-15T09:00:00Z')).toEqual(['2025-05-15', '2025-06-15']);
    expect(days('monthly', '2025-04-15', 1, '2025-01-15')).toEqual(['2025-05-15']);
    const rule = {
      interval: 'monthly' as const,
      startedAt: at('2025-04-15T09:00:00Z'),
      walletCreatedAt: at('2025-03-31'),
      timezone: 'UTC',
    };
    expect(nextTopUp(rule, at('2025-04-01'))).toBe(at('2025-04-15T09:00:00Z'));
    expect(nextTopUp(rule, at('2025-04-16'))).toBe(at('2025-05-15'));
  });

  it('skips no week between two months', () => {
    const rule = { interval: 'weekly' as const, startedAt: null, walletCreatedAt: at('2024-12-26'), timezone: 'UTC' };
    expect(nextTopUp(rule, at('2025-01-01'))).toBe(at('2025-01-02'));
  });

  it('continues forever, one interval after the other', () => {
    const interval = fc.constantFrom<TopUpInterval>('weekly', 'monthly', 'quarterly', 'semiannual', 'yearly');
    const timezone = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland');
    const instant = fc.integer({ min: at('2015-01-01'), max: at('2035-01-01') });
    fc.assert(
      fc.property(interval, timezone, instant, fc.option(instant), instant, (each, zone, created, started, after) => {
        const rule = { interval: each, startedAt: started, walletCreatedAt: created, timezone: zone };
        const next = nextTopUp(rule, after);
        expect(next).toBeGreaterThan(after);
        expect(next).toBeGreaterThanOrEqual(started ?? created);
        // No top-up lies in between.
        expect(nextTopUp(rule, next - 1)).toBe(next);
      }),
    );
  });
});

describe('the credits that a threshold rule sells', () => {
  const fixed = { trigger: 'threshold' as const, method: 'fixed' as const, grantsTarget: false, targetCredits: null };
  it.each([
    [10, 50, 0, 0, -429.8, null, 450],
    [10, 50, 0, 0, -50, null, 100],
    [10, 50, 0, 0, -100, null, 150],
    [10, 50, 0, 0, -40, null, 100],
    [10, 50, 0, 0, -90, null, 150],
    [10, 50, 0, 0, -39, null, 50],
    [10, 50, 0, 50, -429.8, null, 400],
    [10, 50, 50, 0, -429.8, null, 400],
    [10, 50, 0, 0, -429.8, 100, 100],
  ])('threshold %p, paid %p, granted %p, pending %p, left %p, at most %p: %p', (t, p, g, pending, left, most, sold) => {
    const rule = {
      ...fixed,
      thresholdCredits: new Decimal(t),
      paidCredits: new Decimal(p),
      grantedCredits: new Decimal(g),
    };
    const wallet = {
      ongoingCredits: new Decimal(left),
      pendingCredits: new Decimal(pending),
      minimumCredits: null,
      maximumCredits: most === null ? null : new Decimal(most),
    };
    expect(topUpCredits(rule, wallet).paidCredits.toNumber()).toBe(sold);
  });

  it('waits while pending credits lift the wallet over the threshold, but not at the threshold itself', () => {
    const fires = (left: number, pending: number) =>
      isBelowThreshold(
        { thresholdCredits: new Decimal(5) },
        { ongoingCredits: new Decimal(left), pendingCredits: new Decimal(pending) },
      );
    expect([fires(5, 0), fires(5.00001, 0), fires(4, 2), fires(4, 1)]).toEqual([true, false, false, true]);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ruleRow, walletRow } from '../wallets/rows.fixture.js';
import { firstSchedule, scheduleAfter } from './rule-schedule.js';

const at = (text: string) => Date.parse(text);
const walletOf = (created: string) => walletRow({ created_at: new Date(created) });

interface Case {
  created: string;
  now: string;
  interval?: 'weekly' | 'monthly' | 'quarterly' | 'semiannual' | 'yearly';
  started?: string;
  timezone?: string;
}

const first = ({ created, now, interval = 'monthly', started, timezone = 'UTC' }: Case): string | undefined =>
  firstSchedule(
    ruleRow({ interval, started_at: started === undefined ? null : new Date(started) }),
    walletOf(created),
    timezone,
    at(now),
  ).next_at?.toISOString();

describe('the first top-up of a rule (wallets, section 2.6, "Interval trigger")', () => {
  it.each<[string, Case, string]>([
    [
      'is one interval after the creation of its wallet',
      { created: '2024-01-15T10:00:00Z', now: '2024-01-15T10:00:00Z' },
      '2024-02-15T00:00:00.000Z',
    ],
    [
      'is due now on a later day of its interval: today still counts',
      { created: '2024-01-15T10:00:00Z', now: '2024-02-15T12:30:00Z' },
      '2024-02-15T12:30:00.000Z',
    ],
    [
      'waits for the next month on the day after',
      { created: '2024-01-15T10:00:00Z', now: '2024-02-16T00:00:00Z' },
      '2024-03-15T00:00:00.000Z',
    ],
    [
      'never falls on the day of its wallet, even at a start of that day',
      { created: '2024-01-15T10:00:00Z', now: '2024-01-15T10:00:00Z', started: '2024-01-15T18:00:00Z' },
      '2024-02-15T00:00:00.000Z',
    ],
    [
      'is at a future start',
      { created: '2024-01-15T10:00:00Z', now: '2024-01-20T00:00:00Z', started: '2024-02-03T09:00:00Z' },
      '2024-02-03T09:00:00.000Z',
    ],
    [
      'is at a start later today, after the day of its wallet',
      { created: '2024-01-15T10:00:00Z', now: '2024-01-20T08:00:00Z', started: '2024-01-20T18:00:00Z' },
      '2024-01-20T18:00:00.000Z',
    ],
    [
      'is due now after a start earlier today',
      { created: '2024-01-15T10:00:00Z', now: '2024-01-20T08:00:00Z', started: '2024-01-20T07:00:00Z' },
      '2024-01-20T08:00:00.000Z',
    ],
    [
      'follows the day of its start, not the day of its wallet',
      { created: '2024-01-15T10:00:00Z', now: '2024-03-04T00:00:00Z', started: '2024-02-03T09:00:00Z' },
      '2024-04-03T00:00:00.000Z',
    ],
  ])('%s', (_, each, expected) => {
    expect(first(each)).toBe(expected);
  });

  it.each<[string, Case, string]>([
    ['a month of 30 days', { created: '2024-03-31T10:00:00Z', now: '2024-04-01T00:00:00Z' }, '2024-04-30'],
    ['February', { created: '2024-01-31T10:00:00Z', now: '2024-02-01T00:00:00Z' }, '2024-02-29'],
    ['February of a common year', { created: '2023-01-31T10:00:00Z', now: '2023-02-01T00:00:00Z' }, '2023-02-28'],
    [
      '29 February in a common year',
      { created: '2024-02-29T10:00:00Z', now: '2024-03-01T00:00:00Z', interval: 'yearly' },
      '2025-02-28',
    ],
    [
      'a quarter',
      { created: '2024-01-31T10:00:00Z', now: '2024-02-01T00:00:00Z', interval: 'quarterly' },
      '2024-04-30',
    ],
    [
      'half a year',
      { created: '2024-08-31T10:00:00Z', now: '2024-09-01T00:00:00Z', interval: 'semiannual' },
      '2025-02-28',
    ],
    ['a week', { created: '2024-02-26T10:00:00Z', now: '2024-02-27T00:00:00Z', interval: 'weekly' }, '2024-03-04'],
  ])('is on the last day that fits: %s', (_, each, day) => {
    expect(first(each)).toBe(`${day}T00:00:00.000Z`);
  });

  it('is due now on the last day of a shorter month', () => {
    expect(first({ created: '2024-03-31T10:00:00Z', now: '2024-04-30T15:00:00Z' })).toBe('2024-04-30T15:00:00.000Z');
  });

  it("counts days in the customer's time zone", () => {
    // 02:00 UTC on the 16th is still the 15th in New York.
    const created = '2024-01-16T02:00:00Z';
    const timezone = 'America/New_York';
    expect(first({ created, now: created, timezone })).toBe('2024-02-15T05:00:00.000Z');
    expect(first({ created, now: '2024-02-16T04:59:59Z', timezone })).toBe('2024-02-16T04:59:59.000Z');
    expect(first({ created, now: '2024-02-16T05:00:00Z', timezone })).toBe('2024-03-15T04:00:00.000Z');
    expect(first({ created, now: created, timezone: 'Pacific/Auckland' })).toBe('2024-02-15T11:00:00.000Z');
  });

  it('records the time zone of the computation', () => {
    const schedule = firstSchedule(ruleRow(), walletRow(), 'Asia/Tokyo', at('2024-01-20T00:00:00Z'));
    expect(schedule).toEqual({ next_at: new Date('2024-02-14T15:00:00Z'), timezone: 'Asia/Tokyo' });
  });

  it('has no day with a threshold trigger', () => {
    const rule = ruleRow({ trigger: 'threshold' });
    expect(firstSchedule(rule, walletRow(), 'UTC', at('2024-02-15T00:00:00Z'))).toEqual({
      next_at: null,
      timezone: null,
    });
  });
});

describe('the further top-ups of a rule', () => {
  it('are at the start of the local day', () => {
    const wallet = walletOf('2024-01-31T10:00:00Z');
    const days: string[] = [];
    for (let last = wallet.created_at.getTime(); days.length < 4;) {
      const { next_at: next } = scheduleAfter(ruleRow(), wallet, 'Europe/Paris', last);
      days.push(next?.toISOString() ?? '');
      last = next?.getTime() ?? Infinity;
    }
    expect(days).toEqual([
      '2024-02-28T23:00:00.000Z',
      '2024-03-30T23:00:00.000Z',
      '2024-04-29T22:00:00.000Z',
      '2024-05-30T22:00:00.000Z',
    ]);
  });

  it('are later than the one before, and a new schedule on the way is never later than the next', () => {
    const instant = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
    const timezone = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland');
    const interval = fc.constantFrom('weekly' as const, 'monthly' as const, 'quarterly' as const, 'yearly' as const);
    fc.assert(
      fc.property(instant, instant, timezone, interval, (created, now, zone, each) => {
        const [rule, wallet] = [ruleRow({ interval: each }), walletRow({ created_at: new Date(created) })];
        const next = scheduleAfter(rule, wallet, zone, now).next_at?.getTime() ?? 0;
        const firstAt = firstSchedule(rule, wallet, zone, now).next_at?.getTime() ?? 0;
        expect(next).toBeGreaterThan(now);
        expect(firstAt).toBeGreaterThanOrEqual(now);
        expect(firstAt).toBeLessThanOrEqual(next);
      }),
    );
  });
});

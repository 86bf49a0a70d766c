import { describe, expect, it } from '@jest/globals';
import { billingCycle, nextPeriodStart, periodDays, periodEnd, periodStart } from './billing-cycle.js';
import { daysBetween, endOfDate, localDate, startOfDate } from './local-time.js';
import { firstBillingInstant, isBillingDayAt, nextBillingInstant } from './billing-days.js';
import { dayNumber, formatDate, parseDate, weekday } from './plain-date.js';
import type { BillingTime, Interval } from './billing-cycle.js';

const at = (iso: string): number => new Date(iso).getTime();

function period(interval: Interval, billingTime: BillingTime, anchor: string, date: string): string {
  const cycle = billingCycle(interval, billingTime, at(`${anchor}T00:00:00Z`), 'UTC');
  const start = periodStart(parseDate(date), cycle);
  return `${formatDate(start)} ${formatDate(periodEnd(start, cycle))}`;
}

describe('plain dates', () => {
  it('count days from 1970', () => {
    expect(dayNumber(parseDate('1970-01-01'))).toBe(0);
    expect(dayNumber(parseDate('2024-03-01'))).toBe(at('2024-03-01T00:00:00Z') / 86_400_000);
    expect(weekday(parseDate('2024-01-01'))).toBe(1);
    expect(() => parseDate('2023-02-29')).toThrow();
  });
});

describe('billing periods', () => {
  it.each([
    ['weekly', 'calendar', '2024-01-05', '2024-01-05', '2024-01-01 2024-01-07'],
    ['monthly', 'calendar', '2024-01-05', '2024-02-05', '2024-02-01 2024-02-29'],
    ['quarterly', 'calendar', '2024-01-05', '2024-05-31', '2024-04-01 2024-06-30'],
    ['semiannual', 'calendar', '2024-01-05', '2024-08-31', '2024-07-01 2024-12-31'],
    ['yearly', 'calendar', '2024-03-05', '2024-08-31', '2024-01-01 2024-12-31'],
    ['weekly', 'anniversary', '2024-01-05', '2024-01-11', '2024-01-05 2024-01-11'],
    ['monthly', 'anniversary', '2024-01-31', '2024-02-28', '2024-01-31 2024-02-28'],
    ['monthly', 'anniversary', '2024-01-31', '2024-02-29', '2024-02-29 2024-03-30'],
    ['monthly', 'anniversary', '2024-01-31', '2024-04-01', '2024-03-31 2024-04-29'],
    ['monthly', 'anniversary', '2024-01-31', '2024-05-01', '2024-04-30 2024-05-30'],
    ['yearly', 'anniversary', '2020-02-29', '2023-12-01', '2023-02-28 2024-02-28'],
    ['yearly', 'anniversary', '2020-02-29', '2024-02-29', '2024-02-29 2025-02-27'],
    ['yearly', 'anniversary', '2024-02-29', '2025-02-20', '2024-02-29 2025-02-27'],
    ['yearly', 'anniversary', '2024-02-29', '2025-03-10', '2025-02-28 2026-02-27'],
    ['quarterly', 'anniversary', '2022-01-31', '2022-05-31', '2022-04-30 2022-07-30'],
    ['quarterly', 'anniversary', '2022-01-31', '2022-08-15', '2022-07-31 2022-10-30'],
    ['quarterly', 'anniversary', '2021-04-30', '2021-05-31', '2021-04-30 2021-07-29'],
    ['quarterly', 'anniversary', '2021-04-30', '2021-08-15', '2021-07-30 2021-10-29'],
    ['semiannual', 'anniversary', '2023-08-31', '2024-02-29', '2024-02-29 2024-08-30'],
  ] as const)('%s %s from %s on %s: %s', (interval, billingTime, anchor, date, expected) => {
    expect(period(interval, billingTime, anchor, date)).toBe(expected);
  });

  it('have their full length in days', () => {
    const yearly = billingCycle('yearly', 'calendar', 0, 'UTC');
    expect(periodDays(parseDate('2024-06-01'), yearly)).toBe(366);
    expect(periodDays(parseDate('2023-06-01'), yearly)).toBe(365);
  });

  it('follow one another', () => {
    const cycle = billingCycle('monthly', 'anniversary', at('2024-01-31T00:00:00Z'), 'UTC');
    expect(formatDate(nextPeriodStart(parseDate('2024-02-29'), cycle))).toBe('2024-03-31');
  });
});

describe('days between instants', () => {
  it.each([
    ['2023-08-01T00:00:00Z', '2023-08-21T12:00:00Z', 'UTC', 21],
    ['2023-08-21T00:00:00Z', '2023-08-31T23:59:59Z', 'UTC', 11],
    ['2023-09-05T00:00:00Z', '2023-09-06T00:00:00Z', 'UTC', 2],
    ['2023-09-01T00:00:00Z', '2023-09-30T23:59:59.999Z', 'UTC', 30],
    ['2024-02-29T23:00:00Z', '2024-03-31T21:59:59.999Z', 'Europe/Paris', 31],
    ['2024-10-31T04:00:00Z', '2024-11-30T04:59:59.999Z', 'America/New_York', 30],
  ])('%s to %s in %s: %d', (from, to, zone, days) => expect(daysBetween(at(from), at(to), zone)).toBe(days));
});

describe('local days', () => {
  it('start at the first instant of the date', () => {
    expect(startOfDate(parseDate('2018-11-04'), 'America/Sao_Paulo')).toBe(at('2018-11-04T03:00:00Z'));
    expect(startOfDate(parseDate('2023-11-05'), 'America/Havana')).toBe(at('2023-11-05T04:00:00Z'));
    expect(endOfDate(parseDate('2024-03-31'), 'Europe/Paris')).toBe(at('2024-03-31T21:59:59.999Z'));
    expect(localDate(at('2024-03-31T22:00:00Z'), 'Europe/Paris')).toBe('2024-04-01');
  });
});

describe('billing days', () => {
  const schedule = {
    interval: 'yearly',
    billingTime: 'anniversary',
    subscriptionAt: at('2024-01-31T01:00:00Z'),
    startedAt: at('2024-01-31T01:00:00Z'),
    timezone: 'UTC',
    monthlySplit: true,
  } as const;

  it('include the split days of a yearly plan, but not the start day', () => {
    const first = nextBillingInstant({ ...schedule, after: at('2024-01-30T00:00:00Z') });
    expect(first).toBe(at('2024-02-29T00:00:00Z'));
    expect(nextBillingInstant({ ...schedule, after: first })).toBe(at('2024-03-31T00:00:00Z'));
    expect(nextBillingInstant({ ...schedule, monthlySplit: false, after: first })).toBe(at('2025-01-31T00:00:00Z'));
    expect(isBillingDayAt(at('2024-01-31T12:00:00Z'), schedule)).toBe(false);
    expect(isBillingDayAt(at('2024-02-29T12:00:00Z'), schedule)).toBe(true);
  });

  it('include the day on which a backdated subscription is created', () => {
    expect(firstBillingInstant({ ...schedule, createdAt: at('2024-03-31T15:00:00Z') })).toBe(
      at('2024-03-31T00:00:00Z'),
    );
    expect(firstBillingInstant({ ...schedule, createdAt: at('2024-01-31T15:00:00Z') })).toBe(
      at('2024-02-29T00:00:00Z'),
    );
  });
});

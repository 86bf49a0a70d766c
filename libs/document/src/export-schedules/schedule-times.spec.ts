import { describe, expect, it } from '@jest/globals';
import { exportIntervals } from '@tollgate/contracts';
import { localDate } from '@tollgate/rating';
import fc from 'fast-check';
import { nextRun } from './schedule-times.js';

const at = (text: string) => Date.parse(text);
const iso = (instant: number) => new Date(instant).toISOString();

describe('the next run', () => {
  it('is at its hour in the local time of the organization', () => {
    const daily = { interval: 'daily', hour: 3 } as const;
    expect(iso(nextRun(daily, 'UTC', at('2024-01-10T02:59:59Z')))).toBe('2024-01-10T03:00:00.000Z');
    expect(iso(nextRun(daily, 'UTC', at('2024-01-10T03:00:00Z')))).toBe('2024-01-11T03:00:00.000Z');
    expect(iso(nextRun(daily, 'Asia/Tokyo', at('2024-01-10T00:00:00Z')))).toBe('2024-01-10T18:00:00.000Z');
    expect(iso(nextRun(daily, 'Europe/Berlin', at('2024-03-31T00:00:00Z')))).toBe('2024-03-31T01:00:00.000Z');
  });

  it('is on Mondays, or on the first day of a month', () => {
    const after = at('2024-01-10T12:00:00Z');
    expect(iso(nextRun({ interval: 'weekly', hour: 0 }, 'UTC', after))).toBe('2024-01-15T00:00:00.000Z');
    expect(iso(nextRun({ interval: 'monthly', hour: 5 }, 'UTC', after))).toBe('2024-02-01T05:00:00.000Z');
    expect(iso(nextRun({ interval: 'monthly', hour: 5 }, 'UTC', at('2024-01-01T00:00:00Z')))).toBe(
      '2024-01-01T05:00:00.000Z',
    );
  });

  it('comes once in each day, week or month, whatever the clocks do', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...exportIntervals),
        fc.integer({ min: 0, max: 23 }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'Australia/Lord_Howe'),
        fc.integer({ min: at('2010-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }),
        (interval, hour, timezone, start) => {
          const longest = { daily: 2, weekly: 8, monthly: 32 }[interval] * 86_400_000;
          let last = start;
          for (let run = 0; run < 5; run += 1) {
            const next = nextRun({ interval, hour }, timezone, last);
            expect(next).toBeGreaterThan(last);
            expect(next - last).toBeLessThanOrEqual(longest);
            if (run > 0) expect(localDate(next, timezone) > localDate(last, timezone)).toBe(true);
            last = next;
          }
        },
      ),
    );
  });
});

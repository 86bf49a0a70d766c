import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { localDate } from './local-time.js';
import { daysOfMonth, monthToDate } from './month-to-date.js';

const zones = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kathmandu', 'Pacific/Honolulu'];

describe('the month to date', () => {
  it('begins at midnight of its zone', () => {
    expect(monthToDate(Date.parse('2026-03-01T03:00:00Z'), 'Europe/Berlin')).toEqual({
      running: {
        firstDay: '2026-03-01',
        lastDay: '2026-03-01',
        from: Date.parse('2026-02-28T23:00:00Z'),
        end: Date.parse('2026-03-01T23:00:00Z'),
      },
      previous: {
        firstDay: '2026-02-01',
        lastDay: '2026-02-01',
        from: Date.parse('2026-01-31T23:00:00Z'),
        end: Date.parse('2026-02-01T23:00:00Z'),
      },
    });
    expect(monthToDate(Date.parse('2026-03-01T03:00:00Z'), 'America/Los_Angeles').running.lastDay).toBe('2026-02-28');
  });

  it('compares the last days of a long month with the last day of a short one', () => {
    const days = ['2026-03-28', '2026-03-29', '2026-03-31', '2028-03-31', '2026-01-31'].map(
      (day) => monthToDate(Date.parse(`${day}T12:00:00Z`), 'UTC').previous.lastDay,
    );
    expect(days).toEqual(['2026-02-28', '2026-02-28', '2026-02-28', '2028-02-29', '2025-12-31']);
  });

  it('has now within its running days, after all previous ones', () => {
    const instants = fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2040-01-01') });
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (now, zone) => {
        const { running, previous } = monthToDate(now, zone);
        expect(running.from <= now && now < running.end).toBe(true);
        expect(previous.end <= running.from).toBe(true);
        expect([localDate(running.from, zone), localDate(running.end - 1, zone)]).toEqual([
          running.firstDay,
          running.lastDay,
        ]);
        expect(previous.lastDay.slice(8) <= running.lastDay.slice(8)).toBe(true);
      }),
    );
  });
});

it('the days of a month are all of them, between midnights of the zone', () => {
  expect(daysOfMonth('2026-10', 'Europe/Berlin')).toEqual({
    firstDay: '2026-10-01',
    lastDay: '2026-10-31',
    from: Date.parse('2026-09-30T22:00:00Z'),
    end: Date.parse('2026-10-31T23:00:00Z'),
  });
  expect(daysOfMonth('2028-02', 'UTC').lastDay).toBe('2028-02-29');
});

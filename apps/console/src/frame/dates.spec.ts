import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  dateText,
  dayIn,
  dayText,
  daysBetween,
  endOfDay,
  instantText,
  monthText,
  preciseText,
  startOfDay,
  stepText,
} from './dates.js';

it('an instant is shown in a time zone, with its name', () => {
  expect(instantText('2026-03-01T23:30:00Z', 'en', 'UTC')).toBe('Mar 1, 2026, 11:30 PM UTC');
  expect(instantText('2026-03-01T23:30:00Z', 'en', 'Europe/Paris')).toMatch(/^Mar 2, 2026, 12:30 AM (GMT\+1|CET)$/);
  expect(instantText('2026-03-01T23:30:00Z', 'de', 'UTC')).toContain('1. März 2026');
});

it('a date is the same day for every reader', () => {
  expect(dateText('2026-03-01', 'en')).toBe('Mar 1, 2026');
  expect(dateText('2026-03-01T23:59:59Z', 'fr')).toBe('1 mars 2026');
  expect(monthText('2026-03-01', 'en')).toBe('Mar 2026');
});

it('days pass at midnight of the time zone', () => {
  const instant = new Date('2026-03-11T23:30:00Z');
  expect(daysBetween('2026-03-01', instant, 'UTC')).toBe(10);
  expect(daysBetween('2026-03-01', instant, 'Asia/Tokyo')).toBe(11);
  expect(daysBetween('2026-03-29', new Date('2026-03-30T22:30:00Z'), 'Europe/Paris')).toBe(2);
});

it('a step of a series begins at a day or an hour', () => {
  expect(stepText('2026-03-01T13:00:00Z', 'en', false)).toBe('Mar 1');
  expect(stepText('2026-03-01T13:00:00Z', 'en', true)).toBe('Mar 1, 01:00 PM');
});

it('an instant of a log has its seconds, and the milliseconds that it states', () => {
  expect(preciseText('2026-03-01T23:30:07Z', 'en', 'UTC')).toBe('Mar 1, 2026, 11:30:07 PM UTC');
  expect(preciseText('2026-03-01T23:30:07.042Z', 'en', 'UTC')).toBe('Mar 1, 2026, 11:30:07.042 PM UTC');
});

it('the day of an instant is that of its time zone', () => {
  expect(dayText('2026-03-01T23:30:00Z', 'en', 'UTC')).toBe('Mar 1, 2026');
  expect(dayText('2026-03-01T23:30:00Z', 'en', 'Asia/Tokyo')).toBe('Mar 2, 2026');
});

it('a day of a time zone has its first instant and its last second', () => {
  expect(startOfDay('2026-07-04', 'America/New_York').toISOString()).toBe('2026-07-04T04:00:00.000Z');
  expect(endOfDay('2026-03-29', 'Europe/Paris').toISOString()).toBe('2026-03-29T21:59:59.000Z');
  // Clocks skipped midnight.
  expect(startOfDay('2024-09-08', 'America/Santiago').toISOString()).toBe('2024-09-08T04:00:00.000Z');
  const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Santiago', 'Pacific/Honolulu');
  const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(zones, days, (zone, date) => {
      const day = date.toISOString().slice(0, 10);
      const start = startOfDay(day, zone);
      expect(dayIn(start, zone)).toBe(day);
      expect(dayIn(new Date(start.getTime() - 1), zone) < day).toBe(true);
      expect(dayIn(endOfDay(day, zone), zone)).toBe(day);
    }),
  );
});

import { expect, it } from '@jest/globals';
import { dateText, instantText, monthText } from './dates.js';

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

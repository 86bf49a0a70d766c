import { expect, it } from '@jest/globals';
import { daysOfMonth, monthsUntil } from './months.js';

it('names months over the turn of a year, with none left out', () => {
  expect(monthsUntil(new Date('2026-02-28T23:59:59Z'), 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
});

it('knows the last day of a month', () => {
  expect(daysOfMonth('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29' });
  expect(daysOfMonth('2026-12')).toEqual({ first: '2026-12-01', last: '2026-12-31' });
});

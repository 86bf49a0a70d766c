import { expect, it } from '@jest/globals';
import { laterBy } from './later.js';

it.each([
  ['2026-01-31T10:00:00Z', { months: 1 }, '2026-02-28T10:00:00Z'],
  ['2026-12-15T00:00:00Z', { months: 1 }, '2027-01-15T00:00:00Z'],
  ['2026-02-28T23:59:59Z', { days: 1 }, '2026-03-01T23:59:59Z'],
  ['2026-02-28T23:59:59Z', { days: 7 }, '2026-03-07T23:59:59Z'],
])('%s and %j is %s', (from, step, to) => {
  expect(laterBy(from, step)).toBe(to);
});

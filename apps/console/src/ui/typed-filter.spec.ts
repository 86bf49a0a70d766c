import { expect, it } from '@jest/globals';
import { isDay } from './typed-filter.js';

it.each([
  ['2026-02-28', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2025-13-45', false],
  ['2026-2-3', false],
  ['yesterday', false],
])('whether %s is a day of the calendar: %s', (text, expected) => expect(isDay(text)).toBe(expected));

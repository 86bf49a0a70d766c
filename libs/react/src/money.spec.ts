import { describe, expect, it } from '@jest/globals';
import { dayText, moneyText, unitsText } from './money.js';

describe('amounts', () => {
  it.each([
    [120_000, 'EUR', 'en', '€1,200.00'],
    [-5, 'EUR', 'en', '-€0.05'],
    [0, 'USD', 'en', '$0.00'],
    [1_200, 'JPY', 'en', '¥1,200'],
    [1_234, 'KWD', 'en', 'KWD 1.234'],
    [9_007_199_254_740_991, 'EUR', 'en', '€90,071,992,547,409.91'],
  ])('%d of %s in %s are %s', (cents, currency, locale, text) => {
    expect(moneyText(cents, currency, locale).replaceAll('\u00a0', ' ')).toBe(text);
  });
});

it('units keep every digit', () => {
  expect(unitsText('12345678901234567890.125', 'en')).toBe('12,345,678,901,234,567,890.125');
});

it('a day is that of UTC', () => {
  expect([dayText('2026-03-01', 'en'), dayText('2026-03-01T23:59:59Z', 'en')]).toEqual(['Mar 1, 2026', 'Mar 1, 2026']);
});

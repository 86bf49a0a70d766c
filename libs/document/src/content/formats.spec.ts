import { describe, expect, it } from '@jest/globals';
import { Formats } from './formats.js';

describe('figures on documents', () => {
  const english = new Formats('en');

  it('show money with its symbol, else with its code', () => {
    expect(english.money(123_450, 'USD')).toBe('$1,234.50');
    expect(english.money(1_200, 'CHF')).toBe('CHF 12.00');
    expect(english.money(-500, 'EUR')).toBe('-€5.00');
    expect(english.money(500, 'JPY')).toBe('¥500');
    expect(english.money(9_007_199_254_740_991, 'EUR')).toBe('€90,071,992,547,409.91');
  });

  it('show units and their prices to six places', () => {
    expect(english.units('12.50')).toBe('12.5');
    expect(english.units('1.23456789')).toBe('1.234568');
    expect(english.units('0.00012345678')).toBe('0.000123457');
    expect(english.unitPrice('0.0200', 'EUR')).toBe('€0.02');
    expect(english.unitPrice('0.00000123', 'EUR')).toBe('€0.000001');
  });

  it('show rates, days and countries in their language', () => {
    expect(english.rate(20)).toBe('20.0%');
    expect(english.day('2024-01-05')).toBe('Jan 05, 2024');
    expect(english.dayOf('2024-01-05T23:30:00Z', 'Asia/Tokyo')).toBe('Jan 06, 2024');
    expect(new Formats('de').money(123_450, 'EUR')).toBe('€1.234,50');
    const chinese = new Formats('zh-TW');
    expect(chinese.day('2024-01-05')).toBe('2024年1月05日');
    expect(chinese.money(123_450, 'TWD')).toBe('TWD 1,234.50');
    expect(chinese.country('TW')).toBe('台灣');
    expect(new Formats('fr').country('DE')).toBe('Allemagne');
  });
});

import { describe, expect, it } from '@jest/globals';
import { Decimal } from '@tollgate/rating';
import { Formats } from './formats.js';

const price = (formats: Formats, amount: string, product?: { units: string; amount: string }) =>
  formats.unitPrice(
    new Decimal(amount),
    'EUR',
    product && { units: new Decimal(product.units), amount: new Decimal(product.amount) },
  );

describe('figures on documents', () => {
  const english = new Formats('en');

  it('show money with its symbol, else with its code', () => {
    expect(english.money(123_450, 'USD')).toBe('$1,234.50');
    expect(english.money(1_200, 'CHF')).toBe('CHF\u00a012.00');
    expect(english.money(-500, 'EUR')).toBe('\u2212€5.00');
    expect(english.money(500, 'JPY')).toBe('¥500');
    expect([english.moneyWithCode(500, 'JPY'), english.moneyWithCode(500, 'EUR')]).toEqual(['¥500\u00a0JPY', '€5.00']);
    expect(english.money(1_500, 'KWD')).toBe('KWD\u00a01.500');
    expect(english.money(9_007_199_254_740_991, 'EUR')).toBe('€90,071,992,547,409.91');
  });

  it('show the code beside a symbol that currencies share, where an amount stands alone', () => {
    expect(english.moneyWithCode(123_450, 'USD')).toBe('$1,234.50\u00a0USD');
    expect(new Formats('sv').moneyWithCode(514_306, 'JPY')).toBe('514\u00a0306\u00a0¥\u00a0JPY');
    expect(english.moneyWithCode(500, 'EUR')).toBe('€5.00');
    expect(english.moneyWithCode(1_500, 'KWD')).toBe('KWD\u00a01.500');
  });

  it('show money as the locale writes it', () => {
    expect(new Formats('de').money(123_450, 'EUR')).toBe('1.234,50\u00a0€');
    expect(new Formats('de').money(-1_200, 'CHF')).toBe('\u221212,00\u00a0CHF');
    expect(new Formats('fr').money(123_450, 'USD')).toBe('1\u202f234,50\u00a0$');
    expect(new Formats('pt-BR').money(123_450, 'BRL')).toBe('BRL\u00a01.234,50');
    expect(new Formats('zh-TW').money(123_450, 'TWD')).toBe('TWD\u00a01,234.50');
  });

  it('show units to six places', () => {
    const units = (text: string) => english.units(new Decimal(text));
    expect(units('12.50')).toBe('12.5');
    expect(units('1.23456789')).toBe('1.234568');
    expect(units('0.00012345678')).toBe('0.000123457');
  });

  it('show prices to six places, and small ones to six digits', () => {
    expect(price(english, '0.0200')).toBe('€0.02');
    expect(price(english, '1.23456789')).toBe('€1.234568');
    expect(price(english, '0.0000025')).toBe('€0.0000025');
    expect(price(english, '0.00123456789')).toBe('€0.00123457');
  });

  it('show as many places of a price as its amount needs', () => {
    // 123,456,789 × 0.0000025 = 308.6419725; with 0.12345678 the product of six places is 12,345.7 instead.
    expect(price(english, '0.0000025', { units: '123456789', amount: '308.64' })).toBe('€0.0000025');
    expect(price(english, '0.12345678', { units: '100000', amount: '12345.68' })).toBe('€0.1234568');
    // No price gives the amount of an average with a minimum: it stays short.
    expect(price(english, '0.12345678', { units: '100000', amount: '1.00' })).toBe('€0.123457');
  });

  it('show rates, days and countries in their language', () => {
    expect(english.rate(20)).toBe('20.0%');
    expect(english.rate(7.25)).toBe('7.25%');
    expect(new Formats('de').rate(19)).toBe('19,0\u00a0%');
    expect(english.zeroRate()).toBe('0%');
    expect(english.day('2024-01-05')).toBe('Jan 05, 2024');
    expect(english.dayOf('2024-01-05T23:30:00Z', 'Asia/Tokyo')).toBe('Jan 06, 2024');
    expect(new Formats('de').day('2024-01-05')).toBe('05.01.2024');
    expect(new Formats('zh-TW').day('2024-01-05')).toBe('2024年1月5日');
    expect(new Formats('zh-TW').country('TW')).toBe('台灣');
    expect(new Formats('fr').country('DE')).toBe('Allemagne');
  });
});

import { describe, expect, it } from '@jest/globals';
import { Decimal, ceilTo, decimalText, floorTo, plainDecimal, roundHalfUp, toCents } from './decimal.js';
import { currencyExponent } from './currencies.js';

describe('decimals', () => {
  it.each([
    ['3', '3.0'],
    ['2.5', '2.5'],
    ['0', '0.0'],
    ['-0', '0.0'],
    ['1e-20', '0.00000000000000000001'],
    ['1e30', '1000000000000000000000000000000.0'],
  ])('print %s as %s', (value, text) => expect(decimalText(new Decimal(value))).toBe(text));

  it('round half away from zero, also to tens and hundreds', () => {
    expect(roundHalfUp(new Decimal('2.345'), 2).toFixed()).toBe('2.35');
    expect(roundHalfUp(new Decimal('-2.345'), 2).toFixed()).toBe('-2.35');
    expect(roundHalfUp(new Decimal('1250'), -2).toFixed()).toBe('1300');
    expect(ceilTo(new Decimal('3.445'), 1).toFixed()).toBe('3.5');
    expect(floorTo(new Decimal('3.445'), 2).toFixed()).toBe('3.44');
    expect(ceilTo(new Decimal('-11'), -1).toFixed()).toBe('-10');
  });

  it('are converted to cents of the currency', () => {
    expect(toCents(new Decimal('0.125'), 'EUR')).toBe(13n);
    expect(toCents(new Decimal('12.5'), 'JPY')).toBe(13n);
    expect(toCents(new Decimal('1.2345'), 'TND')).toBe(1235n);
    expect(['EUR', 'JPY', 'BHD', 'CLF'].map(currencyExponent)).toEqual([2, 0, 3, 4]);
  });

  it.each(['1e3', '+5', '.5', ' 5', '5 ', '', '5.'])('do not read "%s" as a plain decimal', (text) =>
    expect(plainDecimal(text)).toBeNull(),
  );
});

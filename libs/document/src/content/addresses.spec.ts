import { describe, expect, it } from '@jest/globals';
import { addressLines, type Address } from './addresses.js';
import { formatsOf } from './formats.js';

const linesOf = (country: string | null, parts: Partial<Address>): string[] =>
  addressLines(
    {
      address_line1: 'Line 1',
      address_line2: null,
      zipcode: null,
      city: null,
      state: null,
      country,
      ...parts,
    },
    formatsOf('en'),
  );

describe('addresses', () => {
  it('follow their country', () => {
    expect(linesOf('DE', { zipcode: '10117', city: 'Berlin' })).toEqual(['Line 1', '10117 Berlin', 'Germany']);
    expect(linesOf('US', { zipcode: '94016', city: 'San Francisco', state: 'CA' })).toEqual([
      'Line 1',
      'San Francisco, CA 94016',
      'United States',
    ]);
    expect(linesOf('GB', { zipcode: 'SW1A 1AA', city: 'London' })).toEqual([
      'Line 1',
      'London',
      'SW1A 1AA',
      'United Kingdom',
    ]);
    expect(linesOf('JP', { address_line1: '神南1-2-3', zipcode: '150-0041', city: '渋谷区', state: '東京都' })).toEqual(
      ['〒150-0041', '東京都渋谷区', '神南1-2-3', 'Japan'],
    );
  });

  it('lose no part that their country does not know', () => {
    expect(linesOf('GB', { zipcode: 'SW1A 1AA', city: 'London', state: 'Middlesex' })).toContain('Middlesex');
    expect(linesOf('AE', { zipcode: '00000', city: 'Dubai' })).toEqual([
      'Line 1',
      '00000 Dubai',
      'United Arab Emirates',
    ]);
    expect(linesOf('JP', { zipcode: '150-0041', city: 'Shibuya', state: 'Tokyo' })).toEqual([
      'Line 1',
      '150-0041 Shibuya',
      'Tokyo',
      'Japan',
    ]);
    expect(linesOf(null, { zipcode: '1', city: 'Town' })).toEqual(['Line 1', '1 Town']);
    expect(linesOf('DE', { address_line1: null })).toEqual(['Germany']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { derivedAddress, isWellFormed, registrationOf } from './identifiers.js';

describe('identifiers', () => {
  it.each([
    ['0007', '5567321707', '5567321708'], // a Swedish organization number
    ['0088', '4035811991014', '4035811991015'], // GLN
    ['0151', '51824753556', '51824753557'], // ABN
    ['0184', '12345678', '1234567'],
    ['0192', '991825827', '991825828'],
    ['0208', '0123456749', '0123456748'],
    ['EM', 'a@b.example', 'a b@c'],
  ])('of scheme %s have its form and check digits', (scheme, right, wrong) => {
    expect(isWellFormed({ scheme, id: right })).toBe(true);
    expect(isWellFormed({ scheme, id: wrong })).toBe(false);
  });

  it('of an unknown form count as right', () => {
    expect(isWellFormed({ scheme: '0130', id: 'x' })).toBe(true);
  });

  it('of registers have their scheme, or none', () => {
    expect(registrationOf('732 829 320', 'FR')).toEqual({ id: '732829320', scheme: '0002' });
    expect(registrationOf('732 829 320 00074', 'FR')).toEqual({ id: '73282932000074', scheme: '0009' });
    expect(registrationOf('BE 0123.456.749', 'BE')).toEqual({ id: '0123456749', scheme: '0208' });
    expect(registrationOf('BE 0123.456.748', 'BE')).toEqual({ id: 'BE 0123.456.748', scheme: null });
    expect(registrationOf('HRB 12', 'DE')).toEqual({ id: 'HRB 12', scheme: null });
  });

  it('give electronic addresses: registers first, then VAT numbers', () => {
    expect(derivedAddress({ id: '732829320', scheme: '0002' }, 'FR32123456789')?.scheme).toBe('0002');
    expect(derivedAddress({ id: 'HRB 12', scheme: null }, 'DE123456788')?.scheme).toBe('9930');
    expect(derivedAddress(null, 'BE0123456749')).toEqual({ id: '0123456749', scheme: '0208' });
    expect(derivedAddress(null, 'SE556732170701')).toEqual({ id: '5567321707', scheme: '0007' });
    expect(derivedAddress(null, 'NO991825827MVA')).toEqual({ id: '991825827', scheme: '0192' });
    expect(derivedAddress(null, 'DK12345678')).toEqual({ id: 'DK12345678', scheme: '0184' });
    expect(derivedAddress(null, null)).toBeNull();
  });
});

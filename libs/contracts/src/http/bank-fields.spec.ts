import { describe, expect, it } from '@jest/globals';
import { bic, iban } from './bank-fields.js';

const readOf = (schema: ReturnType<typeof iban>, value: unknown) => {
  const read = schema.safeParse(value);
  return read.success ? read.data : read.error.issues.map(({ message }) => message);
};

describe('the number of a bank account', () => {
  it('is kept without spaces, in capitals', () => {
    expect(readOf(iban(), ' de89 3704 0044 0532 0130 00 ')).toBe('DE89370400440532013000');
    expect(readOf(iban(), 'NO9386011117947')).toBe('NO9386011117947');
    expect(readOf(iban(), 'MT84MALT011000012345MTLCAST001S')).toBe('MT84MALT011000012345MTLCAST001S');
  });

  it('is null when it is blank, and absent when it is not given', () => {
    expect([' ', '', null].map((value) => readOf(iban(), value))).toEqual([null, null, null]);
    expect(readOf(iban(), undefined)).toBeUndefined();
  });

  it('has the right check digits and form', () => {
    for (const wrong of ['DE89370400440532013001', 'DE8937040044', 'IBAN', 12, '89DE370400440532013000'])
      expect(readOf(iban(), wrong)).toEqual(['value_is_invalid']);
  });
});

describe('the code of a bank', () => {
  it('has eight or eleven characters', () => {
    expect(readOf(bic(), 'cobadeffxxx')).toBe('COBADEFFXXX');
    expect(readOf(bic(), 'COBA DE FF')).toBe('COBADEFF');
    for (const wrong of ['COBADEF', 'COBADEFFX', '1234567890123', 'COBA12FF'])
      expect(readOf(bic(), wrong)).toEqual(['value_is_invalid']);
  });
});

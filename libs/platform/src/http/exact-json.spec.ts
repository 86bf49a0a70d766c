import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { exactJson, withExactNumbers } from './exact-json.js';

const read = (json: string): unknown => JSON.parse(withExactNumbers(json));

describe('numbers in JSON', () => {
  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['-12345678901234567890', '-12345678901234567890'],
    ['9007199254740993', '9007199254740993'],
    ['9007199254740992', 9007199254740992],
    ['0.12345678901234567891', '0.12345678901234567891'],
    ['1.50', 1.5],
    ['1709632800.123456', 1709632800.123456],
    ['1e3', 1000],
    ['1.5E+2', 150],
    ['1e-7', '0.0000001'],
    ['0.0000001', '0.0000001'],
    ['0.00000100', 0.000001],
    ['1e21', '1000000000000000000000'],
    ['1.2345e22', '12345000000000000000000'],
    ['-12.5e-8', '-0.000000125'],
    ['1e400', '1e400'],
    ['-0', -0],
    ['0e5', 0],
  ])('%s', (json, expected) => expect(read(`{"a":[${json}]}`)).toEqual({ a: [expected] }));

  it('leaves texts unchanged, whatever they contain', () => {
    const texts = ['12345678901234567890', '\\" 12345678901234567890 "', 'a\\\\', '1e-9', '\u2028'];
    expect(read(JSON.stringify({ '12345678901234567890': texts }))).toEqual({ '12345678901234567890': texts });
  });

  it('retains every decimal number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 25 }), (digits, places) => {
        const padded = digits.toString().padStart(places + 1, '0');
        const number = places === 0 ? padded : `${padded.slice(0, -places)}.${padded.slice(-places)}`;
        const normalized = number.includes('.') ? number.replace(/\.?0+$/, '') : number;
        expect(String(read(number))).toBe(normalized);
      }),
    );
  });
});

describe('answers', () => {
  it('contain whole numbers of any size', () => {
    expect(exactJson({ a: 9007199254740993n, b: [-1n, 5], c: 'x' })).toBe('{"a":9007199254740993,"b":[-1,5],"c":"x"}');
  });
});

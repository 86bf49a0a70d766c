import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { creditorReference } from './creditor-reference.js';

/** Whether a bank accepts a reference: read from its fifth character on, its remainder by 97 is 1. */
const isCreditorReference = (text: string): boolean =>
  /^RF\d{2}[A-Z\d]{1,21}$/.test(text) &&
  [...`${text.slice(4)}${text.slice(0, 4)}`].reduce(
    (remainder, sign) => Number(`${remainder}${parseInt(sign, 36)}`) % 97,
    0,
  ) === 1;

describe('a creditor reference (ISO 11649)', () => {
  it('has the check digits of known examples', () => {
    expect(creditorReference('539007547034')).toBe('RF18539007547034');
    expect(creditorReference('NIM-001-001')).toMatch(/^RF\d{2}NIM001001$/);
  });

  it('needs letters or digits, and no more than fit', () => {
    expect(creditorReference('–')).toBeNull();
    expect(creditorReference('A'.repeat(21))).not.toBeNull();
    expect(creditorReference('A'.repeat(22))).toBeNull();
  });

  const number = fc.stringMatching(/^[A-Za-z0-9-]{1,21}$/).filter((text) => /[A-Za-z0-9]/.test(text));

  it('is one that banks accept', () => {
    fc.assert(fc.property(number, (text) => expect(isCreditorReference(creditorReference(text) ?? '')).toBe(true)));
  });

  it('is refused with any other character at one place, or with two neighbours exchanged', () => {
    fc.assert(
      fc.property(number, fc.nat(), fc.constantFrom(...'0123456789ABCXYZ'), (text, position, character) => {
        const reference = creditorReference(text) as string;
        const place = 4 + (position % (reference.length - 4));
        const sign = reference[place] as string;
        // A letter counts as two digits: MOD 97-10 finds every single error among digits, and among letters.
        fc.pre(sign !== character && /\d/.test(sign) === /\d/.test(character));
        expect(isCreditorReference(`${reference.slice(0, place)}${character}${reference.slice(place + 1)}`)).toBe(
          false,
        );
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^\d{2,21}$/), fc.nat(), (digits, position) => {
        const reference = creditorReference(digits) as string;
        const place = 4 + (position % (reference.length - 5));
        const [one, other] = [reference[place] as string, reference[place + 1] as string];
        fc.pre(one !== other);
        const exchanged = `${reference.slice(0, place)}${other}${one}${reference.slice(place + 2)}`;
        expect(isCreditorReference(exchanged)).toBe(false);
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { countries } from '@tollgate/contracts';
import { countriesIn, countryCodes } from './countries.js';

describe('the countries of an address', () => {
  it('are those of the interface', () => expect(countryCodes.toSorted()).toEqual([...countries].sort()));

  it('have the names and the order of the language', () => {
    const labels = (language: string) => countriesIn(language).map(({ label }) => label);
    expect(countriesIn('de')).toContainEqual({ value: 'DE', label: 'Deutschland' });
    expect(labels('en').indexOf('Germany')).toBeLessThan(labels('en').indexOf('Greece'));
    expect(labels('de').indexOf('Ägypten')).toBeLessThan(labels('de').indexOf('Zypern'));
  });
});

import { describe, expect, it } from '@jest/globals';
import { documentLanguages } from '@tollgate/contracts';
import { instructionsSection } from './funding-instructions.rules.js';

const iban = { account_holder: 'Acme', iban: 'FR1120041010050500013', bic: 'PSSTFRPP' };

describe('funding instructions', () => {
  it('have one detail a line, in the language of documents', () => {
    expect(instructionsSection([iban], 'de')).toEqual({
      displayName: 'Per Überweisung bezahlen',
      details: 'Kontoinhaber: Acme\nIBAN: FR1120041010050500013\nBIC: PSSTFRPP',
    });
  });

  it('separate several accounts', () => {
    const aba = { account_holder: 'Acme', account_number: '1', routing_number: '2' };
    const swift = { account_holder: 'Acme', account_number: '1', swift_code: 'X' };
    expect(instructionsSection([aba, swift], 'en').details).toBe(
      'Account holder: Acme\nAccount number: 1\nRouting number: 2\n\nAccount holder: Acme\nAccount number: 1\nSWIFT: X',
    );
  });

  it.each(documentLanguages)('have a title in %s', (locale) => {
    const { displayName } = instructionsSection([], locale);
    expect(displayName === instructionsSection([], 'en').displayName).toBe(locale === 'en');
  });

  it('are in English for an unknown language', () => {
    expect(instructionsSection([], 'xx').displayName).toBe('Pay by bank transfer');
  });
});

import { describe, expect, it } from '@jest/globals';
import { documentLocales } from '@tollgate/contracts';
import { daysText } from './fee-names.js';
import { filled, type Labels } from './labels/labels.js';
import { labelsOf, languageOf } from './languages.js';
import { languageNamed } from './parties.js';

const placesOf = (label: string | Record<string, string>): string[] =>
  (typeof label === 'string' ? [label] : Object.values(label)).flatMap((text) => text.match(/\{\w+\}/g) ?? []).sort();

describe('the languages of documents', () => {
  it('are all that customers and issuers can choose', () => {
    for (const locale of documentLocales) expect(languageOf(locale)).toBe(locale);
    expect(languageOf('tlh')).toBe('en');
    expect(labelsOf('zh-TW').invoiceNumber).toBe('發票號碼');
    expect(labelsOf('de-CH')).toBe(labelsOf('de'));
  });

  it('have the places of figures that English has', () => {
    const english = labelsOf('en');
    for (const locale of documentLocales)
      for (const key of Object.keys(english) as (keyof Labels)[])
        expect([locale, key, placesOf(labelsOf(locale)[key])]).toEqual([locale, key, placesOf(english[key])]);
  });

  it('count days in the form of their number', () => {
    expect(daysText(1, languageNamed('en'))).toBe('1 day');
    expect(daysText(0, languageNamed('en'))).toBe('0 days');
    expect(daysText(0, languageNamed('fr'))).toBe('0 jour');
    expect(daysText(30, languageNamed('nb'))).toBe('30 dager');
    expect(filled('{from} to {to}, {unknown}', { from: '1', to: '2' })).toBe('1 to 2, {unknown}');
  });
});

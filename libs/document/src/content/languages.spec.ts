import { describe, expect, it } from '@jest/globals';
import { documentLocales } from '@tollgate/contracts';
import { labelsOf, languageOf } from './languages.js';

describe('the languages of documents', () => {
  it('are all that customers and issuers can choose', () => {
    for (const locale of documentLocales) expect(languageOf(locale)).toBe(locale);
    expect(languageOf('tlh')).toBe('en');
    expect(labelsOf('zh-TW').invoiceNumber).toBe('發票號碼');
  });
});

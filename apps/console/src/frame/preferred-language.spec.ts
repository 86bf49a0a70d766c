import { expect, it } from '@jest/globals';
import { languageOf, localeFor, preferredLanguage } from './preferred-language.js';

it.each([
  [null, ['de-AT', 'en'], 'de'],
  [null, ['nl', 'fr-CA'], 'fr'],
  [null, ['nl'], 'en'],
  [null, [], 'en'],
  ['ja', ['de'], 'ja'],
  ['toString', ['de'], 'de'],
])('the language chosen as %p in a browser with %j is %s', (chosen, browser, language) => {
  expect(preferredLanguage(chosen, browser)).toBe(language);
});

it('dates and numbers look as in the region of the browser, in the language of the page', () => {
  expect(localeFor('en', ['de-DE', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(localeFor('ja', ['en-GB'])).toBe('ja');
  expect([languageOf('en-GB'), languageOf('de'), languageOf('xx')]).toEqual(['en', 'de', 'en']);
});

import { expect, it } from '@jest/globals';
import { preferredLanguage } from './preferred-language.js';

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

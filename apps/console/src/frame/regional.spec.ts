import { expect, it } from '@jest/globals';
import { regional } from './regional.js';

it('is the language of the page in the region of the reader', () => {
  expect(regional('en', ['de-AT', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(regional('de', ['de-AT', 'en-GB'])).toBe('de-AT');
  expect(regional('fr', ['de-AT', 'en-GB'])).toBe('fr');
});

import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { body } from './body.js';
import { readBody } from './read-body.js';
import { textIn, translations } from './translation-fields.js';

const read = (texts: unknown) => {
  const result = readBody(body({ texts: translations(5) }), { texts });
  return 'errors' in result ? result.errors['texts'] : result.input.texts;
};

it('reads texts by language, with tags in their usual case and without empty texts', () => {
  expect(read({ DE: 'a', 'de-ch': 'b', 'ZH-hant-tw': 'c', fr: ' ' })).toEqual({
    de: 'a',
    'de-CH': 'b',
    'zh-Hant-TW': 'c',
  });
  expect(read({})).toEqual({});
  for (const absent of [null, undefined, 'de', 3, ['de']]) expect(read(absent)).toBeUndefined();
});

it('refuses other tags, other values, long texts and too many languages', () => {
  for (const tag of ['', 'd', 'deutsch', 'de_CH', 'de-', 'de-x-y', '__proto__'])
    expect(read(JSON.parse(`{"${tag}": "a"}`))).toEqual(['value_is_invalid']);
  for (const text of [null, 3, true, {}, ['a'], '\u0000']) expect(read({ de: text })).toEqual(['value_is_invalid']);
  expect(read({ de: 'abcdef' })).toEqual(['value_is_too_long']);
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${String.fromCharCode(97 + index)}`, 'x']));
  expect(read(many(21))).toEqual(['value_is_too_long']);
  expect(Object.keys(read(many(20)) as object)).toHaveLength(20);
});

it('never throws', () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (texts) => void read(texts)));
});

it('selects the language, then the language without its region, then the plain text', () => {
  const texts = { de: 'Steuer', 'pt-BR': 'Imposto' };
  expect(textIn('de', 'Tax', texts)).toBe('Steuer');
  expect(textIn('de-CH', 'Tax', texts)).toBe('Steuer');
  expect(textIn('pt-BR', 'Tax', texts)).toBe('Imposto');
  expect(textIn('pt', 'Tax', texts)).toBe('Tax');
  expect(textIn('fr', null, texts)).toBeNull();
});

import { expect, it } from '@jest/globals';
import { filled, textsOf } from './texts.js';

const english = textsOf('en');
const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

it.each(['de', 'es', 'fr', 'ja'])('%s has every sentence with its values', (locale) => {
  const texts = textsOf(locale);
  for (const [name, text] of Object.entries(texts)) {
    expect(text).not.toBe('');
    expect([name, names(text)]).toEqual([name, names(english[name as keyof typeof english])]);
  }
});

it('follows a region, and is English for an unknown language', () => {
  expect(textsOf('de-AT').paid).toBe('Bezahlt');
  expect(textsOf('xx')).toEqual(english);
  expect(textsOf('fr', { paid: 'Réglée' })).toMatchObject({ paid: 'Réglée', open: 'À payer' });
});

it('leaves a name without a value', () => {
  expect(filled('Pay {amount} {x}', { amount: '$1' })).toBe('Pay $1 {x}');
});

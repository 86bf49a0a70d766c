import { expect, it } from '@jest/globals';
import { formatsOf } from '../content/formats.js';
import { Markup } from './markup.js';
import { unbroken } from './unbroken.js';

const wholeIn = (html: string, language: string): string[] =>
  [...unbroken(new Markup(html), language).text.matchAll(/<span class="whole">([^<]*)</g)].map(([, text = '']) => text);

it.each(['en', 'de', 'es', 'fr', 'it', 'nb', 'pt-BR', 'sv', 'zh-TW'])('keeps days whole in %s', (language) => {
  const months = Array.from({ length: 12 }, (_, month) => `2024-${String(month + 1).padStart(2, '0')}`);
  for (const day of months.flatMap((month) => [`${month}-05`, `${month}-15`])) {
    const text = formatsOf(language).day(day);
    expect(wholeIn(`<p>(${text})</p>`, language)).toEqual([text]);
  }
});

it('keeps short codes whole, and leaves words, long ones and tags alone', () => {
  expect(wholeIn('<p title="A-1">NIM-2026-001-A, 10–20 and 3/4 of follow-up</p>', 'en')).toEqual([
    'NIM-2026-001-A,',
    '10–20',
    '3/4',
  ]);
  const long = `A-${'1'.repeat(40)}`;
  expect(unbroken(new Markup(`<p>${long}</p>`), 'en').text).toBe(`<p>${long}</p>`);
});

it('takes no longer than its text', () => {
  const text = `<p>${'W'.repeat(200_000)}</p>`;
  const begun = performance.now();
  expect(unbroken(new Markup(text), 'en').text).toBe(text);
  expect(performance.now() - begun).toBeLessThan(1000);
});

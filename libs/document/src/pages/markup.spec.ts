import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Markup, markup } from './markup.js';

const restored = (written: string): string =>
  written
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

it('escapes every inserted text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', ';', '`', '\n') }), (text) => {
      const written = markup`${text}`.text;
      expect(written).not.toMatch(/[<>"']/);
      expect(restored(written)).toBe(text);
    }),
  );
});

it('inserts markup unchanged, lists in order, and nothing for null', () => {
  const cells = ['a', '<'].map((cell) => markup`<td>${cell}</td>`);
  const row = markup`<tr>${cells}${null}${new Markup('<td>1</td>')}${2}</tr>`;
  expect(row.text).toBe('<tr><td>a</td><td>&lt;</td><td>1</td>2</tr>');
});
